#include "campaign/command_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sonde::campaign {
namespace {

using testing::HasSubstr;

TEST(SplitWords, blanks_quotes_and_backslashes) {
  EXPECT_EQ(split_words("  a  b\tc\n").value(), (Words{"a", "b", "c"}));
  EXPECT_EQ(split_words(R"('a b'c "d \"e" f\ g '' $HOME *)").value(),
            (Words{"a bc", "d \"e", "f g", "", "$HOME", "*"}));
  EXPECT_EQ(split_words(R"('a\b')").value(), (Words{"a\\b"}));
  EXPECT_TRUE(split_words(" \t ").value().empty());
}

TEST(SplitWords, open_ends_are_errors) {
  EXPECT_THAT(split_words("a 'b").error().message, HasSubstr("not closed"));
  EXPECT_THAT(split_words("a\\").error().message, HasSubstr("backslash"));
}

TEST(Fill, whole_words_become_many_and_parts_are_joined) {
  const Values values{{"np", {"4"}}, {"placement", {"--bind-to", "core"}}, {"none", {}}};
  EXPECT_EQ(
      fill({"mpirun", "-np", "{np}", "{placement}", "{none}", "x={placement}", "{{np}}"}, values).value(),
      (Words{"mpirun", "-np", "4", "--bind-to", "core", "x=--bind-to core", "{np}"}));
}

TEST(Fill, unknown_names_and_lone_braces_are_errors) {
  EXPECT_EQ(fill({"{nq}"}, {{"np", {"4"}}}).error().message, "unknown placeholder '{nq}': known are {np}");
  EXPECT_THAT(fill({"a{"}, {}).error().message, HasSubstr("lone '{'"));
  EXPECT_THAT(fill({"a}"}, {}).error().message, HasSubstr("lone '}'"));
}

TEST(JoinWords, reads_back) {
  const Words words{"a", "", "b c", "d\"e", "f\\g", "$h"};
  EXPECT_EQ(split_words(join_words(words)).value(), words);
}

TEST(ShellLine, keeps_words_from_the_shell_and_reads_back) {
  const Words words{"a", "", "b c", "d\"e", "it's", "$HOME", "x>y", "`z`", "n=1", "{a,b}", "*"};
  EXPECT_EQ(shell_line(words), R"(a '' 'b c' 'd"e' 'it'\''s' '$HOME' 'x>y' '`z`' n=1 '{a,b}' '*')");
  EXPECT_EQ(split_words(shell_line(words)).value(), words);
}

}  // namespace
}  // namespace sonde::campaign
