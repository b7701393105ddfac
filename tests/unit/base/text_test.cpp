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

}  // namespace
}  // namespace sonde
