#include "model/fit_memory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace sonde::model {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::int64_t before = 3 << 20;  // bytes that every process has before MPI_Init

/// A run whose processes take `base` in MPI_Init, and in the all-to-all `slope` for each peer.
record::Run run_of(int processes, std::int64_t base, std::int64_t slope) {
  record::Run run;
  auto& entry = run.cases.emplace_back();
  entry.id = {.benchmark = "Memory", .processes = processes};
  record::MemoryGrowth growth;
  const auto point = [&](const char* name, std::int64_t bytes) {
    const auto spread = [&](std::int64_t factor) {
      return record::MemorySpread{factor * bytes, 2 * factor * bytes, processes * factor * bytes};
    };
    growth.points.push_back({name, spread(3), spread(1), spread(2)});
  };
  point("before_init", before);
  point("init", before + base);
  point("alltoall", before + base + slope * (processes - 1));
  entry.memory = growth;
  return run;
}

std::vector<MemorySample> samples_of(std::initializer_list<int> counts, const MemoryChoice& choice,
                                     std::int64_t base = 10'000'000, std::int64_t slope = 4096) {
  std::vector<MemorySample> all;
  for (const int processes : counts)
    for (const auto& sample : memory_samples_of(run_of(processes, base, slope), choice))
      all.push_back(sample);
  return all;
}

const FittedParameter* find(const FittedCurve& curve, const std::string& name) {
  for (const FittedParameter& p : curve.parameters)
    if (p.name == name) return &p;
  return nullptr;
}

std::vector<FittedCurve> fitted(std::initializer_list<int> counts, const MemoryChoice& choice, int at = 0) {
  const auto fit = fit_memory(samples_of(counts, choice), choice, at);
  if (!fit) ADD_FAILURE() << fit.error().message;
  return fit.value_or(std::vector<FittedCurve>{});
}

TEST(FitMemory, base_and_slope_come_back_for_each_point) {
  const auto curves = fitted({2, 4, 8}, {});
  ASSERT_EQ(curves.size(), 2U);
  EXPECT_THAT(curves[0].name,
              HasSubstr("memory at init (private bytes since before_init), 2 to 8 processes"));
  EXPECT_NEAR(find(curves[0], "base")->value, 1e7, 1e-3);
  EXPECT_NEAR(find(curves[0], "slope")->value, 0, 1e-3);
  EXPECT_NEAR(find(curves[1], "base")->value, 1e7, 1e-3);
  EXPECT_NEAR(find(curves[1], "slope")->value, 4096, 1e-3);
  constexpr double width =
      4096 * 20.0 / 56;  // a page; distances of 2, 4, 8 from their mean over their squares
  EXPECT_NEAR(find(curves[1], "slope")->interval->low, 4096 - width, 1);
  EXPECT_NEAR(find(curves[1], "slope")->interval->high, 4096 + width, 1);
  EXPECT_EQ(find(curves[1], "M(1024)"), nullptr);
}

TEST(FitMemory, a_quantity_a_point_and_where_it_counts_from_can_be_chosen) {
  const auto steps = fitted({2, 4, 8}, {.since = "init", .point = "alltoall"});
  ASSERT_EQ(steps.size(), 1U);
  EXPECT_NEAR(find(steps[0], "base")->value, 0, 1e-3);
  EXPECT_NEAR(find(steps[0], "slope")->value, 4096, 1e-3);
  const auto pss = fitted({2, 4, 8}, {.quantity = "pss", .point = "alltoall"});
  EXPECT_NEAR(find(pss[0], "slope")->value, 3 * 4096, 1e-3);
}

TEST(FitMemory, the_interval_is_that_of_students_t) {
  // Residuals of 1, -2, 1 about the line 5 + 3 (P - 1): s = sqrt(6), the sum of squares of P about its mean
  // is 2.
  const std::vector<MemorySample> samples{{"init", 1, 6}, {"init", 2, 6}, {"init", 3, 12}};
  const auto fit = fit_memory(samples, {}, 2);
  ASSERT_TRUE(fit);
  const FittedParameter& slope = *find(fit->front(), "slope");
  constexpr double t = 12.7062;  // 0.975 with one degree of freedom
  EXPECT_NEAR(slope.value, 3, 1e-9);
  EXPECT_NEAR(slope.interval->high - slope.value, t * std::sqrt(6 / 2.0), 1e-3);
  const FittedParameter& middle = *find(fit->front(), "M(2)");
  EXPECT_NEAR(middle.value, 8, 1e-9);
  EXPECT_NEAR(middle.interval->high - middle.value, t * std::sqrt(6 / 3.0), 1e-3);
  EXPECT_THAT(fit->front().notes, IsEmpty());
}

/// Half of the interval of the slope where every process takes `base` bytes and nothing more for each peer.
double open_slope(std::int64_t base) {
  const auto fit = fit_memory(samples_of({1, 2, 3}, {.point = "init"}, base, 0), {});
  const FittedParameter slope = *find(fit->front(), "slope");
  EXPECT_EQ(slope.value, 0);
  EXPECT_NEAR(slope.interval->low, -slope.interval->high, 1e-9);
  return slope.interval->high;
}

TEST(FitMemory, memory_that_comes_in_pages_leaves_the_line_open) {
  // The slope of readings at 1, 2, 3 is half of the last less the first: each may be a page off.
  EXPECT_NEAR(open_slope(5 * 4096), 4096, 1e-9);
  EXPECT_NEAR(open_slope(10'000'000), 4096, 1e-9);
  EXPECT_NEAR(open_slope(65536 * 3), 65536, 1e-9);
  EXPECT_NEAR(open_slope(65536 * 32), 65536, 1e-9);
}

TEST(FitMemory, beyond_what_was_measured_it_says_that_it_extrapolates) {
  const auto curve = fitted({2, 4, 8}, {.point = "alltoall"}, 100'000).at(0);
  EXPECT_NEAR(find(curve, "M(100000)")->value, 1e7 + 4096.0 * 99'999, 1);
  EXPECT_THAT(curve.notes, ElementsAre(HasSubstr("M(100000) is an extrapolation from 2 to 8 processes")));
  EXPECT_THAT(fitted({2, 4, 8}, {.point = "alltoall"}, 6).at(0).notes, IsEmpty());
}

TEST(FitMemory, two_points_have_no_interval_and_say_so) {
  const auto curve = fitted({2, 4}, {.point = "alltoall"}).at(0);
  EXPECT_FALSE(find(curve, "slope")->interval);
  EXPECT_NEAR(find(curve, "slope")->value, 4096, 1e-3);
  EXPECT_THAT(curve.notes, ElementsAre(HasSubstr("no interval")));
}

TEST(FitMemory, memory_that_grew_is_not_below_nothing) {
  const std::vector<MemorySample> samples{{"init", 2, 0}, {"init", 4, 0}, {"init", 8, 8e6}};
  const auto curve = fit_memory(samples, {}, 2)->front();
  EXPECT_EQ(find(curve, "M(2)"), nullptr);
  EXPECT_THAT(curve.notes, ElementsAre(HasSubstr("M(2) would be below 0")));
  EXPECT_NE(find(fit_memory(samples, {}, 8)->front(), "M(8)"), nullptr);
  const std::vector<MemorySample> given_back{{"init", 2, -2e6}, {"init", 4, -2e6}, {"init", 8, -2e6}};
  EXPECT_NE(find(fit_memory(given_back, {}, 4)->front(), "M(4)"), nullptr);
}

TEST(FitMemory, residuals_are_judged_by_all_readings) {
  const std::vector<MemorySample> samples{{"init", 1, 4096}, {"init", 2, 1e6}, {"init", 3, 2e6}};
  EXPECT_LT(fit_memory(samples, {})->front().quality.relative_rms, 0.01);
}

TEST(FitMemory, one_number_of_processes_is_refused_once) {
  const auto fit = fit_memory(samples_of({4, 4, 4}, {}), {});
  ASSERT_FALSE(fit);
  EXPECT_THAT(fit.error().message, HasSubstr("all records of Memory are of 4 processes"));
}

TEST(FitMemory, nothing_that_grew_is_a_line_at_zero) {
  const auto fit = fit_memory(samples_of({2, 4, 8}, {}, 0, 0), {});
  ASSERT_TRUE(fit);
  EXPECT_EQ(find(fit->front(), "base")->value, 0);
  EXPECT_EQ(fit->front().quality.relative_rms, 0);
}

TEST(FitMemory, a_run_without_memory_has_no_samples) {
  EXPECT_THAT(memory_samples_of({}, {}), IsEmpty());
  EXPECT_THAT(memory_samples_of(run_of(2, 1, 1), {.quantity = "virtual"}), IsEmpty());
}

}  // namespace
}  // namespace sonde::model
