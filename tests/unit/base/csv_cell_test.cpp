#include "base/csv_cell.hpp"

#include <gtest/gtest.h>

namespace sonde {
namespace {

TEST(CsvCell, is_plain_where_it_can_be) {
  EXPECT_EQ(csv_cell("PingPong"), "PingPong");
  EXPECT_EQ(csv_cell("Allreduce, 4 \"x\""), "\"Allreduce, 4 \"\"x\"\"\"");
  EXPECT_EQ(csv_cell("two\nlines\x1b"), "two lines ");
}

TEST(CsvCell, is_no_formula_and_comes_back) {
  for (const char* text : {"=cmd|' /C calc'!A0", "+1", "-1", "@x", "'=x", "''", "'", "plain", "", "a=b"}) {
    const std::string cell = csv_cell(text);
    EXPECT_EQ(std::string("=+-@").find(cell.empty() ? 'x' : cell.front()), std::string::npos) << cell;
    EXPECT_EQ(text_of_csv_cell(cell), text);
  }
}

}  // namespace
}  // namespace sonde
