#include "paper_equations.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/repetition_rule.hpp"

namespace sonde::model {
namespace {

const OverlapParameters ms{.bandwidth = 1e9, .latency = 1e-4, .chunk = 1e6};  // 1 byte = 1 ns

TEST(PaperEquations, equations_1_to_3_have_the_values_worked_by_hand) {
  EXPECT_DOUBLE_EQ(transfer_time(4e6, 1e9), 4e-3);
  EXPECT_DOUBLE_EQ(chunk_count(999999, 1e6), 1);
  EXPECT_DOUBLE_EQ(chunk_count(1e6, 1e6), 1);
  EXPECT_DOUBLE_EQ(chunk_count(4e6, 1e6), 4);
  EXPECT_DOUBLE_EQ(chunk_count(1.5e6, 1e6), 1.5);
  EXPECT_EQ(repetitions(0), 1000);
  EXPECT_EQ(repetitions(41943), 1000);  // 41943040 / 41943 = 1000.02
  EXPECT_EQ(repetitions(65536), 640);
  EXPECT_EQ(repetitions(4194304), 10);
  EXPECT_EQ(repetitions(41943041), 1);
}

// T_p = 4 ms, beta = 4, n = 10: 20 (8 + 0.1) - 19 (1 - 0.1) = 144.9 ms.
TEST(PaperEquations, equations_4_to_6_have_the_values_worked_by_hand) {
  EXPECT_NEAR(overlap_time(ms, 4e6), 0.9e-3, 1e-15);
  EXPECT_NEAR(total_time(ms, 4e6, 10), 144.9e-3, 1e-14);
  EXPECT_NEAR(total_time_expanded(ms, 4e6, 10), 144.9e-3, 1e-14);
  EXPECT_NEAR(aggregate_bandwidth(ms, 4e6, 10), 1.6e8 / 144.9e-3, 1e-3);
}

TEST(PaperEquations, overlap_is_never_negative) {
  EXPECT_NEAR(overlap_time(ms, 100001), 1e-9, 1e-15);  // T_p = 100.001 us, T_l = 100 us
  EXPECT_EQ(overlap_time(ms, 99999), 0);
  EXPECT_EQ(overlap_time(ms, 5e4), 0);
  EXPECT_NEAR(total_time(ms, 5e4, 100), 200 * (2 * 5e-5 + 1e-4), 1e-12);
}

TEST(PaperEquations, one_repetition_gives_the_limit_of_the_specification) {
  const double tp = 4e-3,
               tl = 1e-4;  // beta = 1: b = 4 x / (3 T_p + 3 T_l); many chunks: 4 x / (4 T_p + 3 T_l)
  EXPECT_NEAR(aggregate_bandwidth(OverlapParameters{1e9, tl, 1e7}, 4e6, 1), 1.6e7 / (3 * tp + 3 * tl), 1);
  EXPECT_NEAR(aggregate_bandwidth(OverlapParameters{1e9, tl, 1}, 4e6, 1), 1.6e7 / (4 * tp + 2 * tl),
              1e3);  // bracket clamped: 2 T_l
}

TEST(PaperEquations, bandwidth_stays_below_full_duplex_and_tends_to_one_direction) {
  for (double x = 1; x < 1e9; x *= 1.7)
    for (std::int64_t n : {1, 10, 1000}) EXPECT_LE(aggregate_bandwidth(ms, x, n), 2e9);
  EXPECT_NEAR(aggregate_bandwidth(ms, 1e12, 1), 1e9, 1e3);
  EXPECT_NEAR(aggregate_bandwidth(ms, 1e12, 1000), 1e9, 1e3);
}

}  // namespace
}  // namespace sonde::model
