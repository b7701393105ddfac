#include "base/text.hpp"

#include <gtest/gtest.h>

#include <array>

namespace sonde {
namespace {

TEST(Text, compares_words_without_case) {
  EXPECT_TRUE(same_word("PingPong", "pingpong"));
  EXPECT_FALSE(same_word("PingPong", "PingPing"));
  EXPECT_EQ(lower("C_IWrite"), "c_iwrite");
}

TEST(Text, trims_and_splits) {
  EXPECT_EQ(trim(" a b\t\r\n"), "a b");
  EXPECT_EQ(trim(" \t"), "");
  EXPECT_EQ(split("a,,b", ','), (std::vector<std::string_view>{"a", "", "b"}));
  EXPECT_EQ(split("", ','), (std::vector<std::string_view>{""}));
}

TEST(Nearest, finds_the_misspelt_word_and_refuses_wild_guesses) {
  constexpr std::array<std::string_view, 3> known{"PingPong", "Allreduce", "Reduce"};
  EXPECT_EQ(nearest("PingPnog", known), "PingPong");
  EXPECT_EQ(nearest("alreduce", known), "Allreduce");
  EXPECT_EQ(nearest("xyzzy", known), "");
}

TEST(Printable, has_a_blank_for_what_moves_a_cursor) {
  EXPECT_EQ(printable("plain text, \xC3\xA9t\xC3\xA9, \xF0\x9F\x98\x80"),
            "plain text, \xC3\xA9t\xC3\xA9, \xF0\x9F\x98\x80");
  EXPECT_EQ(printable("\x1b[2J\a\t\r\n\x7f"), " [2J     ");
  EXPECT_EQ(printable("\xC2\x9B"
                      "2J\xC2\xA0"),
            " 2J\xC2\xA0");  // CSI as one character; U+00A0 stays
  EXPECT_EQ(printable("\xE2\x80\xAE"
                      "txt\xE2\x81\xA6"),
            " txt ");  // right to left
  EXPECT_EQ(printable("\xE2\x80\xA7\xE2\x81\xA5"), "\xE2\x80\xA7\xE2\x81\xA5");
}

TEST(Printable, has_a_question_mark_for_what_is_no_utf8) {
  EXPECT_EQ(printable("\x9b"
                      "2J\xC3"),
            "?2J?");
  EXPECT_EQ(printable("\xED\xA0\x80"), "???");
}

TEST(Shortened, keeps_whole_characters) {
  EXPECT_EQ(shortened("12345", 5), "12345");
  EXPECT_EQ(shortened("123456", 5), "12...");
  EXPECT_EQ(shortened("1\xC3\xA9"
                      "3456",
                      5),
            "1...");
  EXPECT_EQ(sonde::quoted("a\nb"), "'a b'");
  EXPECT_EQ(sonde::quoted(std::string(81, 'x')), "'" + std::string(77, 'x') + "...'");
}

TEST(Text, lists_the_first_and_marks_that_there_are_more) {
  const std::vector<std::string> names{"a", "b", "c"};
  EXPECT_EQ(listed(names), "a, b, c");
  EXPECT_EQ(listed(names, 3), "a, b, c");
  EXPECT_EQ(listed(names, 2, "; "), "a; b; ...");
  EXPECT_EQ(listed({}), "");
}

TEST(Text, has_a_first_line_without_its_end) {
  EXPECT_EQ(first_line("Open MPI v4\nmore"), "Open MPI v4");
  EXPECT_EQ(first_line("MPICH"), "MPICH");
  EXPECT_EQ(first_line(""), "");
}

TEST(Text, counts_nouns) {
  EXPECT_EQ(counted(1, "case"), "1 case");
  EXPECT_EQ(counted(std::size_t{0}, "case"), "0 cases");
  EXPECT_EQ(counted(21, "launch"), "21 launches");
  EXPECT_EQ(counted(2, "process"), "2 processes");
  EXPECT_EQ(counted(1, "process"), "1 process");
}

}  // namespace
}  // namespace sonde
