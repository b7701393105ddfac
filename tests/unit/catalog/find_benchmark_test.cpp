#include "catalog/find_benchmark.hpp"

#include <gtest/gtest.h>

#include <array>

namespace sonde {
namespace {

constexpr std::array known{Benchmark{.name = "PingPong", .summary = "there and back"},
                           Benchmark{.name = "Gather", .summary = "to the root"},
                           Benchmark{.name = "Allgather", .summary = "to all"}};

TEST(Selection, finds_rows_in_any_case_and_only_by_the_whole_name) {
  EXPECT_EQ(find_benchmark(known, "PINGPONG"), &known[0]);
  EXPECT_EQ(find_benchmark(known, "gather"), &known[1]);
  EXPECT_EQ(find_benchmark(known, "Ping"), nullptr);
  EXPECT_EQ(find_benchmark(known, ""), nullptr);
  EXPECT_EQ(find_benchmark({}, "PingPong"), nullptr);
}

TEST(Selection, suggests_the_nearest_name) {
  EXPECT_EQ(nearest_benchmark(known, "allgahter"), "Allgather");
  EXPECT_EQ(nearest_benchmark(known, "xyzzy"), "");
  EXPECT_EQ(nearest_benchmark(known, "Guideline"), "");
  constexpr std::array guideline{
      Benchmark{.name = "Gather_as_Reduce", .summary = "two ways", .guideline = "G13"}};
  EXPECT_EQ(nearest_benchmark(guideline, "Guideline"), "Guidelines");
}

}  // namespace
}  // namespace sonde
