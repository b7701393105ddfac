#include "analysis/figures.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "make_case.hpp"

namespace sonde::analysis {
using test::make_case;
using test::with_rate;
namespace {

TEST(Figures, without_a_summary_the_time_is_that_of_the_slowest_rank) {
  record::CaseRecord c = make_case("Bcast", 8, 2e-6);
  c.times->max = 3e-6;
  const auto time = time_of(c);
  ASSERT_TRUE(time);
  EXPECT_EQ(time->value, 3e-6);
  EXPECT_FALSE(time->low || time->high);
}

// 64 B in 4 us are 16 MB/s of 10^6; the median of 2 us makes that 32, its interval of 1.6 to 2.5 us
// makes 25.6 to 40.
TEST(Figures, the_rate_follows_the_median_and_its_interval) {
  record::CaseRecord c = with_rate(make_case("PingPong", 64, 4e-6), 16);
  c.summary = stats::Summary{};
  c.summary->median = 2e-6;
  c.summary->ci_low = 1.6e-6;
  c.summary->ci_high = 2.5e-6;
  const auto rate = rate_of(c, 1e6);
  ASSERT_TRUE(rate && rate->low && rate->high);
  EXPECT_NEAR(rate->value, 32e6, 1);
  EXPECT_NEAR(*rate->low, 25.6e6, 1);
  EXPECT_NEAR(*rate->high, 40e6, 1);
}

TEST(Figures, of_one_or_two_batches_have_no_interval) {
  record::CaseRecord c = with_rate(make_case("PingPong", 64, 4e-6), 16);
  c.summary = stats::Summary{.median = 2e-6, .ci_low = 1.6e-6, .ci_high = 2.5e-6, .batches = 2};
  EXPECT_FALSE(time_of(c)->low || time_of(c)->high || rate_of(c, 1e6)->low || rate_of(c, 1e6)->high);
  c.summary->batches = 3;
  EXPECT_TRUE(time_of(c)->low && time_of(c)->high);
}

TEST(Figures, a_rate_of_the_network_follows_the_median_but_for_that_of_a_pure_time) {
  record::CaseRecord c = make_case("Allreduce", 64, 4e-6);
  c.summary = stats::Summary{};
  c.summary->median = 2e-6;
  c.summary->ci_low = 1.6e-6;
  c.summary->ci_high = 2.5e-6;
  const auto rate = network_rate_of(c, 10.0);
  ASSERT_TRUE(rate && rate->low && rate->high);
  EXPECT_DOUBLE_EQ(rate->value, 20);
  EXPECT_DOUBLE_EQ(*rate->low, 16);
  EXPECT_DOUBLE_EQ(*rate->high, 25);
  c.overlap = record::OverlapTimes{4e-6, 2e-6, 2e-6, 0};
  EXPECT_EQ(network_rate_of(c, 10.0)->value, 10);
  EXPECT_FALSE(network_rate_of(c, {}));
  EXPECT_FALSE(network_rate_of(c, std::nan("")));
}

TEST(Figures, beside_computation_the_time_is_that_of_the_transfer_alone) {
  record::CaseRecord c = make_case("Ibcast", 64, 9e-6);
  c.summary = stats::Summary{.median = 8e-6, .batches = 20};
  c.overlap = record::OverlapTimes{.overlapped = 8e-6, .pure = 2e-6, .cpu = 6e-6, .percent = 50};
  EXPECT_DOUBLE_EQ(time_of(c)->value, 2e-6);
  EXPECT_FALSE(time_of(c)->low);
  EXPECT_DOUBLE_EQ(loop_time_of(c)->value, 8e-6);
  c.overlap->pure = 0;
  EXPECT_DOUBLE_EQ(time_of(c)->value, 8e-6);
  EXPECT_EQ(time_measure(std::vector<Measure>{{Quantity::median}, {Quantity::t_pure}}).quantity,
            Quantity::t_pure);
  EXPECT_EQ(time_measure(std::vector<Measure>{{Quantity::median}, {Quantity::overlap}}).quantity,
            Quantity::median);
}

TEST(Figures, a_rate_without_times_stands_as_it_is) {
  record::CaseRecord c = with_rate(make_case("osu_bw", 64, 1), 10);
  c.times.reset();
  EXPECT_FALSE(time_of(c));
  EXPECT_EQ(rate_of(c, 1e6)->value, 1e7);
}

TEST(Figures, what_is_no_positive_number_is_absent) {
  for (double bad : {std::nan(""), std::numeric_limits<double>::infinity(), 0.0, -1.0}) {
    EXPECT_FALSE(time_of(make_case("PingPong", 8, bad))) << bad;
    EXPECT_FALSE(rate_of(with_rate(make_case("PingPong", 8, 1e-6), bad), 1e6)) << bad;
  }
}

TEST(Figures, a_failed_case_has_none) {
  record::CaseRecord c = with_rate(make_case("PingPong", 8, 1e-6), 8);
  c.status = record::Status::failed;
  EXPECT_FALSE(time_of(c));
  EXPECT_FALSE(rate_of(c, 1e6));
}

TEST(Figures, names_a_case_as_a_person_would) {
  record::CaseRecord c = make_case("PingPong", 65536, 1e-6);
  EXPECT_EQ(case_name(c.id), "PingPong, 64 KiB, 2 processes");
  c.id.multi = true;
  c.id.mode = "AGGREGATE";
  c.id.processes = 1;
  c.id.bytes = -1;
  c.id.group = 0;
  EXPECT_EQ(case_name(c.id), "Multi-PingPong AGGREGATE, 1 process, group 0");
}

}  // namespace
}  // namespace sonde::analysis
