// The figures of docs/design/overlap-model-proof.md that come from formulas, simulation, fits and the
// measured records. A figure that changes turns a test red; then the page has to change with it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "model/fit_overlap.hpp"
#include "model/selection.hpp"
#include "model/simulate.hpp"
#include "paper_equations.hpp"
#include "synthetic.hpp"

namespace sonde::model {
namespace {

constexpr double mebibyte = 1 << 20;

struct Differences {
  int cases = 0;
  double worst = 0, sum = 0;
  void add(double value, double truth) {
    const double relative = std::abs(value / truth - 1);
    ++cases, sum += relative, worst = std::max(worst, relative);
  }
  [[nodiscard]] double mean() const { return sum / cases; }
};

PingPongSetup locked(const PairModel& model, std::int64_t bytes) {
  return {.pairs = model.pairs,
          .group = model.group,
          .bytes = bytes,
          .repetitions = 10,
          .rate = model.bandwidth,
          .latency = model.latency,
          .inner = std::llround(model.inner),
          .outer = std::llround(model.outer),
          .coupling = Coupling::locked,
          .rule = model.rule,
          .remainder = Remainder::inside};
}

// The grid of the page: k, m, C1, C2 / C1, T_l, both latency rules, two lengths an octave.
std::vector<std::pair<PairModel, std::int64_t>> grid() {
  std::vector<std::pair<PairModel, std::int64_t>> all;
  for (int k : {2, 4, 8})
    for (int m = 1; m <= k; m *= 2)
      for (double inner : {4096.0, 65536.0})
        for (double ratio : {1.0, 8.0})
          for (double latency : {0.0, 5e-6, 2e-4})
            for (LatencyRule rule : {LatencyRule::paper, LatencyRule::delay})
              for (const std::int64_t x : lengths(1024, 1 << 23, 2))
                all.push_back({{k, m, 1e9, latency, inner, inner * ratio, rule}, x});
  return all;
}

TEST(OverlapDocument, simulation_and_closed_form_agree_to_rounding_and_the_first_guess_does_not) {
  Differences exact, guess;
  for (const auto& [model, x] : grid()) {
    const double truth = simulate(locked(model, x))->total;
    exact.add(total_time(model, static_cast<double>(x), 10), truth);
    if (model.rule == LatencyRule::paper)
      guess.add(total_time_first_guess(model, static_cast<double>(x), 10), truth);
  }
  EXPECT_EQ(exact.cases, 5832);
  EXPECT_LE(exact.worst, 1e-15);
  EXPECT_NEAR(guess.mean(), 0.034, 0.001);
  EXPECT_NEAR(guess.worst, 0.66, 0.01);
}

// How much sooner the clamped form ends than processes that keep its own latency rule could; nothing is ahead
// of its cause in the causal one, and free processes need the same time where nothing overlaps.
TEST(OverlapDocument, the_clamp_is_up_to_48_percent_too_fast_and_the_causal_form_is_possible) {
  Differences exact;
  double most = 0;
  int clamped = 0, cases = 0;
  for (auto [model, x] : grid()) {
    if (model.rule != LatencyRule::paper) continue;
    const auto bytes = static_cast<double>(x);
    const double paper = total_time(model, bytes, 10);
    const bool is_clamped = completion_spread(model, bytes) / model.bandwidth < model.latency;
    model.rule = LatencyRule::causal;
    const auto simulated = simulate(locked(model, x));
    EXPECT_EQ(simulated->ahead_of_cause, 0);
    exact.add(total_time(model, bytes, 10), simulated->total);
    ++cases;
    if (is_clamped) ++clamped, most = std::max(most, 1 - paper / total_time(model, bytes, 10));
  }
  EXPECT_EQ(cases, 2916);
  EXPECT_LE(exact.worst, 1e-15);
  EXPECT_EQ(clamped, 893);
  EXPECT_NEAR(most, 0.483, 0.001);
}

TEST(OverlapDocument, free_processes_never_beat_the_causal_form_where_messages_are_short) {
  for (const int k : {2, 4, 8}) {
    PairModel model{k, k, 1e9, 2e-4, 65536, 65536, LatencyRule::paper};
    PingPongSetup setup = locked(model, 4096);
    setup.coupling = Coupling::free;
    const double simulated = simulate(setup)->total;
    const double missing = 1 - total_time(model, 4096, 10) / simulated;
    EXPECT_GE(missing, 0.41);
    EXPECT_LE(missing, 0.473);
    model.rule = LatencyRule::causal;
    EXPECT_NEAR(total_time(model, 4096, 10) / simulated, 1, 1e-9) << k;
  }
}

// Nobody sends what has not come, but between one and two chunks: C1 within a group, C2 between groups.
TEST(OverlapDocument, the_schedule_in_phase_is_possible_outside_of_one_to_two_chunks) {
  int impossible = 0;
  for (const auto& [model, x] : grid()) {
    if (simulate(locked(model, x))->ahead_of_cause < 1e-12) continue;
    const auto bytes = static_cast<double>(x);
    const auto between = [&](double chunk) { return chunk < bytes && bytes < 2 * chunk; };
    EXPECT_TRUE(between(model.inner) || between(model.outer)) << bytes << ' ' << model.inner;
    ++impossible;
  }
  EXPECT_EQ(impossible, 216);
}

struct Shares {
  int antiphase = 0, in_phase = 0, between = 0;
  bool operator==(const Shares&) const = default;
};

// 91 lengths from C to 8 C; "antiphase" within 5 % of that form, "in phase" at most 5 % above that one.
Shares shares(int k, Remainder remainder, double pause_chunks = 0) {
  Shares count;
  const PairModel model{k, k, 1e9, 5e-6, mebibyte, mebibyte, LatencyRule::delay};
  for (int i = 0; i <= 90; ++i) {
    PingPongSetup setup = locked(model, std::llround(mebibyte * std::exp2(i / 30.0)));
    setup.coupling = Coupling::free;
    setup.outer = 0;
    setup.repetitions = 400;
    setup.remainder = remainder;
    setup.jitter = pause_chunks * mebibyte / 1e9;
    const auto bytes = static_cast<double>(setup.bytes);
    const double b = 2.0 * k * bytes * 400 / simulate(setup)->total;
    if (b >= 0.95 * aggregate_bandwidth(model, bytes, 400, LinkPhase::antiphase))
      ++count.antiphase;
    else if (b <= 1.05 * aggregate_bandwidth(model, bytes, 400, LinkPhase::locked))
      ++count.in_phase;
    else
      ++count.between;
  }
  return count;
}

TEST(OverlapDocument, free_processes_are_in_the_phases_of_the_table) {
  for (int k : {2, 4, 8}) EXPECT_EQ(shares(k, Remainder::inside), (Shares{91, 0, 0})) << k;
  EXPECT_EQ(shares(2, Remainder::last), (Shares{4, 87, 0}));
  EXPECT_EQ(shares(4, Remainder::last), (Shares{54, 33, 4}));
  EXPECT_EQ(shares(8, Remainder::last), (Shares{78, 13, 0}));
  EXPECT_EQ(shares(2, Remainder::last, 0.2), (Shares{2, 49, 40}));
  EXPECT_EQ(shares(4, Remainder::last, 0.2), (Shares{69, 14, 8}));
}

// Chunks of x / 512, exponential pauses that the formula counts as latency.
void expect_mean_values(int k, double pause, double simulated, double formula) {
  const double transfer = mebibyte / 1e9;
  const PairModel model{k, k, 1e9, pause * transfer, 2048, 2048};
  PingPongSetup setup{
      .pairs = k, .group = k, .bytes = 1 << 20, .repetitions = 400, .rate = 1e9, .inner = 2048};
  setup.jitter = model.latency;
  EXPECT_NEAR(2 * k * mebibyte * 400 / simulate(setup)->total / 1e9, simulated, 0.005) << k;
  EXPECT_NEAR(aggregate_bandwidth(model, mebibyte, 400, LinkPhase::mixed) / 1e9, formula, 0.005) << k;
}

TEST(OverlapDocument, mean_values_are_those_of_the_page) {
  expect_mean_values(2, 0.1, 1.36, 1.29);
  expect_mean_values(4, 0.1, 1.59, 1.58);
  expect_mean_values(8, 0.1, 1.75, 1.77);
  expect_mean_values(2, 0.3, 1.18, 1.19);
  expect_mean_values(4, 0.3, 1.52, 1.55);
  expect_mean_values(8, 0.3, 1.78, 1.76);
}

Result<FittedCurve> measured_fit(const std::string& file, int pairs) {
  const auto samples = over_whole_loops(
      read_samples(std::string(SONDE_TEST_DATA) + "/model/pairs-" + file + ".jsonl").value());
  return fit_overlap(weighted(by_pairs(samples).at(pairs)), {.from = 4096});
}

void expect_fit(const Result<FittedCurve>& fit, double megabytes, double kibibytes, double relative) {
  ASSERT_TRUE(fit.has_value()) << fit.error().message;
  EXPECT_NEAR(fit->parameters[0].value / 1e6, megabytes, 0.01);
  EXPECT_NEAR(fit->parameters[2].value / 1024, kibibytes, 1);
  EXPECT_NEAR(fit->quality.relative_rms, relative, 0.001);
}

TEST(OverlapDocument, measured_pairs_fit_as_the_page_says) {
  expect_fit(measured_fit("one-mode-1", 2), 11.53, 624, 0.074);
  expect_fit(measured_fit("one-mode-1", 4), 11.36, 292, 0.067);
  expect_fit(measured_fit("one-mode-2", 4), 11.36, 1078, 0.130);
}

// b / B_r of a measured length, B_r the rate of one pair.
double measured_ratio(const std::string& file, int pairs, double bytes) {
  const auto samples = over_whole_loops(
      read_samples(std::string(SONDE_TEST_DATA) + "/model/pairs-" + file + ".jsonl").value());
  for (const Sample& s : samples)
    if (s.pairs == pairs && s.bytes == bytes) return pairs * bytes / s.seconds / 11.73e6;
  return 0;
}

double started_together(std::int64_t bytes, std::int64_t n) {
  PingPongSetup setup{.bytes = bytes, .repetitions = n, .rate = 11.73e6, .latency = 2e-4, .inner = 1 << 18};
  return 4.0 * static_cast<double>(bytes * n) / simulate(setup)->total / 11.73e6;
}

TEST(OverlapDocument, more_repetitions_keep_the_bandwidth_up) {
  EXPECT_NEAR(measured_ratio("one-mode-1", 2, 1 << 20), 1.46, 0.01);
  EXPECT_NEAR(measured_ratio("one-mode-1", 2, 1 << 21), 1.14, 0.01);
  EXPECT_NEAR(measured_ratio("one-mode-1", 4, 1 << 21), 1.02, 0.01);
  EXPECT_NEAR(measured_ratio("one-mode-24", 2, 1 << 21), 1.50, 0.01);
  EXPECT_NEAR(measured_ratio("one-mode-24", 4, 1 << 21), 1.37, 0.01);
  EXPECT_NEAR(measured_ratio("default-limit-24", 2, 1 << 21), 1.56, 0.01);
  EXPECT_NEAR(measured_ratio("default-limit-24", 4, 1 << 21), 1.42, 0.01);
  EXPECT_NEAR(started_together(1 << 20, 5), 1.60, 0.01);
  EXPECT_NEAR(started_together(1 << 21, 2), 1.10, 0.01);
  EXPECT_NEAR(started_together(1 << 21, 24), 1.83, 0.01);
}

TEST(OverlapDocument, a_form_that_misses_its_points_says_so_or_is_refused) {
  const auto fit = measured_fit("one-mode-2", 4);
  ASSERT_TRUE(fit.has_value());
  EXPECT_TRUE(std::any_of(fit->notes.begin(), fit->notes.end(), [](const std::string& note) {
    return note.find("13 % off") != std::string::npos;
  }));
  for (const char* file : {"one-mode-2", "default-limit-1", "default-limit-2"}) {
    const auto refused = measured_fit(file, 2);
    ASSERT_FALSE(refused.has_value());
    EXPECT_NE(refused.error().message.find("(best fit: 21 % off)"), std::string::npos)
        << refused.error().message;
  }
}

}  // namespace
}  // namespace sonde::model
