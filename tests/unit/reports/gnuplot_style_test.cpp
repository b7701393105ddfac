#include "reports/gnuplot_style.hpp"

#include <gtest/gtest.h>

namespace sonde::reports {
namespace {

/// Letters of a key, each of whose titles stands behind a piece of its line.
constexpr std::size_t line_letters = 7;
std::size_t below_the_frame() {
  return 3 * room_of({}).letters / 4;
}

std::size_t columns(std::initializer_list<std::size_t> lengths) {
  std::vector<std::string> titles;
  for (const std::size_t length : lengths) titles.emplace_back(length, 'x');
  return key_of(std::move(titles), "", {}).columns;
}

TEST(GnuplotKey, has_as_many_columns_as_fit_to_the_letter) {
  const std::size_t half = below_the_frame() / 2 - line_letters;
  EXPECT_EQ(columns({half, half}), 2U);
  EXPECT_EQ(columns({half + 1, half + 1}), 1U);
}

TEST(GnuplotKey, has_a_last_column_as_wide_as_its_own_titles) {
  const std::size_t rest = below_the_frame() - 2 * line_letters;
  EXPECT_EQ(columns({rest - 3, 3}), 2U);
  EXPECT_EQ(columns({rest - 3, 4}), 1U);
}

TEST(GnuplotTitle, breaks_at_blanks_and_leaves_a_word_whole_that_is_too_long) {
  FigureLook look;
  const std::string word(room_of(look).letters - 1, 'x'), longer(3 * word.size(), 'y');
  look.title = word + " " + word;
  EXPECT_NE(gnuplot_title(look).find(word + "\\n" + word), std::string::npos) << gnuplot_title(look);
  look.title = longer;
  EXPECT_NE(gnuplot_title(look).find(longer), std::string::npos) << gnuplot_title(look);
}

}  // namespace
}  // namespace sonde::reports
