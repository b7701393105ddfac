#include "model/overlap_general.hpp"

#include <gtest/gtest.h>

#include "paper_equations.hpp"

namespace sonde::model {
namespace {

// Four pairs, two groups of two; 1 byte = 1 ns.
const PairModel four{.pairs = 4, .group = 2, .bandwidth = 1e9, .latency = 1e-4, .inner = 1e6, .outer = 2e6};

TEST(PairModel, has_the_values_worked_by_hand) {
  EXPECT_DOUBLE_EQ(completion_spread(four, 4e6), 5e6);      // 1 x 1e6 + 2 x 2e6
  EXPECT_NEAR(half_step(four, 4e6), 11.2e-3, 1e-15);        // 16 - 5 + 2 x 0.1 ms
  EXPECT_NEAR(total_time(four, 4e6, 10), 228.9e-3, 1e-13);  // 19 x 11.2 + 16 + 0.1
  PairModel wire = four;
  wire.rule = LatencyRule::delay;
  EXPECT_NEAR(half_step(wire, 4e6), 11.1e-3, 1e-15);
  EXPECT_NEAR(total_time(wire, 4e6, 10), 227.0e-3, 1e-13);
}

// Two pairs of 4 ms in chunks of 1 ms; T_l = 2 ms exceeds the chunk, so that the paper's bracket is clamped.
TEST(PairModel, the_causal_form_waits_where_the_clamp_would_answer_too_early) {
  PairModel two{.pairs = 2, .group = 2, .bandwidth = 1e9, .latency = 2e-3, .inner = 1e6, .outer = 1e6};
  EXPECT_NEAR(half_step(two, 4e6), 10e-3,
              1e-15);  // 8 + 2: the first message came after 7 + 2, its answer may leave at 11
  two.rule = LatencyRule::causal;
  EXPECT_NEAR(half_step(two, 4e6), 11e-3, 1e-15);        // 8 - 1 + 2 x 2
  EXPECT_NEAR(total_time(two, 4e6, 10), 219e-3, 1e-13);  // 19 x 11 + 8 + 2
  EXPECT_NEAR(half_step(two, 1.25e6), 6.25e-3, 1e-15);   // first piece 0.25: 2.5 - 0.25 + 4
  EXPECT_DOUBLE_EQ(start_spread(four, 4e6), 5e6);        // two chunks and more: as the ends
  EXPECT_DOUBLE_EQ(start_spread(four, 2.5e6), 1.5e6);    // 1 x min(0.5, 1) + 2 x 0.5
}

TEST(PairModel, the_causal_form_is_the_unclamped_equation_5_outside_of_one_to_two_chunks) {
  for (double latency : {0.0, 1e-6, 1e-4, 5e-3})
    for (double x = 100; x < 1e8; x *= 1.3) {
      if (x > 1e6 && x < 2e6) continue;
      const PairModel two{.pairs = 2,
                          .group = 2,
                          .bandwidth = 1e9,
                          .latency = latency,
                          .inner = 1e6,
                          .outer = 1e6,
                          .rule = LatencyRule::causal};
      for (std::int64_t n : {1, 2, 17, 1000}) {
        const double expected = total_time_expanded({1e9, latency, 1e6}, x, n);
        ASSERT_NEAR(total_time(two, x, n), expected, 1e-14 * expected) << x << ' ' << n << ' ' << latency;
      }
    }
}

TEST(PairModel, latency_rules_have_their_words) {
  for (const auto rule : {LatencyRule::paper, LatencyRule::causal, LatencyRule::delay})
    EXPECT_EQ(latency_rule(to_word(rule)), rule);
}

TEST(PairModel, a_busy_direction_hides_the_latency) {
  EXPECT_NEAR(half_step(four, 1e6), 1.2e-3, 1e-15);        // 4 - 3 + 0.2 ms: less than half of 4 ms
  EXPECT_NEAR(total_time(four, 1e6, 10), 41.3e-3, 1e-14);  // 10 x 4 + 1.2 + 0.1
  EXPECT_NEAR(total_time_first_guess(four, 1e6, 10), 45.9e-3,
              1e-14);  // 20 x 4.1 - 19 (2 - 0.1): 4.6 ms too long
}

TEST(PairModel, two_pairs_in_one_group_are_the_equation_of_the_paper) {
  for (double latency : {0.0, 1e-6, 1e-4, 5e-3})
    for (double x = 100; x < 1e8; x *= 1.3)
      for (std::int64_t n : {1, 2, 17, 1000}) {
        const PairModel two{
            .pairs = 2, .group = 2, .bandwidth = 1e9, .latency = latency, .inner = 1e6, .outer = 1e6};
        const OverlapParameters paper{1e9, latency, 1e6};
        const double expected = total_time(paper, x, n);
        ASSERT_NEAR(total_time(two, x, n), expected, 1e-14 * expected) << x << ' ' << n << ' ' << latency;
        ASSERT_NEAR(total_time_first_guess(two, x, n), expected, 1e-14 * expected);
      }
}

TEST(PairModel, one_pair_is_latency_and_bandwidth) {
  PairModel one{.pairs = 1, .group = 1, .bandwidth = 1e9, .latency = 1e-4, .inner = 1e6, .outer = 1e6};
  for (LinkPhase phase : {LinkPhase::locked, LinkPhase::mixed, LinkPhase::antiphase})
    EXPECT_NEAR(total_time(one, 4e6, 10, phase), 20 * 4.1e-3, 1e-14);
}

TEST(PairModel, no_phase_exceeds_full_duplex_and_locked_tends_to_one_direction) {
  for (int k : {1, 2, 4, 8, 16})
    for (int m = 1; m <= k; m *= 2)
      for (double x = 10; x < 1e10; x *= 2.3)
        for (LinkPhase phase : {LinkPhase::locked, LinkPhase::mixed, LinkPhase::antiphase}) {
          const PairModel model{
              .pairs = k, .group = m, .bandwidth = 1e9, .latency = 1e-5, .inner = 1e5, .outer = 1e6};
          ASSERT_LE(aggregate_bandwidth(model, x, 3, phase), 2e9 * (1 + 1e-12)) << k << ' ' << m << ' ' << x;
        }
  EXPECT_NEAR(aggregate_bandwidth(four, 1e13, 5), 1e9, 1e3);
}

TEST(PairModel, wandering_phases_give_k_of_k_plus_1_of_full_duplex) {
  for (int k : {1, 2, 4, 8}) {
    const PairModel model{.pairs = k, .group = k, .bandwidth = 1e9, .latency = 0, .inner = 1, .outer = 1};
    EXPECT_NEAR(aggregate_bandwidth(model, 1e6, 1, LinkPhase::mixed), 2e9 * k / (k + 1), 1);
  }
}

TEST(PairModel, antiphase_is_full_duplex_once_the_latency_fits_in) {
  EXPECT_NEAR(aggregate_bandwidth(four, 1e5, 1, LinkPhase::antiphase), 2e9,
              1);  // 2 T_p = T_p + T_l just fits
  EXPECT_NEAR(aggregate_bandwidth(four, 5e4, 1, LinkPhase::antiphase), 2e5 / 1.5e-4, 1);  // k x / (T_p + T_l)
}

}  // namespace
}  // namespace sonde::model
