#include "catalog/selection.hpp"

#include <gtest/gtest.h>

#include <array>

namespace sonde {
namespace {

constexpr std::array rows{Benchmark{.name = "PingPong", .summary = "there and back"},
                          Benchmark{.name = "Gather", .summary = "to the root"},
                          Benchmark{.name = "Allgather", .summary = "to all"}};

TEST(Selection, finds_rows_in_any_case_and_only_by_the_whole_name) {
  EXPECT_EQ(find_benchmark(rows, "PINGPONG"), &rows[0]);
  EXPECT_EQ(find_benchmark(rows, "gather"), &rows[1]);
  EXPECT_EQ(find_benchmark(rows, "Ping"), nullptr);
  EXPECT_EQ(find_benchmark(rows, ""), nullptr);
  EXPECT_EQ(find_benchmark({}, "PingPong"), nullptr);
}

TEST(Selection, suggests_the_nearest_name) {
  EXPECT_EQ(nearest_benchmark(rows, "allgahter"), "Allgather");
  EXPECT_EQ(nearest_benchmark(rows, "xyzzy"), "");
}

}  // namespace
}  // namespace sonde
