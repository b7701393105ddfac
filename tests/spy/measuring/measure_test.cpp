// The loops of a case on a machine to order: when they end, how ranks line up before them, which slots they
// use, and what a reading of the clock costs.
#include "measuring/measure.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <utility>

#include "measuring/loop_plan.hpp"
#include "measuring/warm_up.hpp"
#include "plan/repetitions.hpp"
#include "spy/run/machine.hpp"

namespace sonde::measuring {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::Lt;

constexpr Benchmark messages{
    .name = "Messages", .summary = "one call", .modes = {{Mode{"", Counting::per_sample, machine::measure}}}};
constexpr Benchmark whole{
    .name = "Whole",
    .summary = "completed together",
    .modes = {{Mode{"", Counting::per_sample, machine::measure_whole, Batching::whole}}}};
constexpr Benchmark transfers{.name = "Transfers",
                              .summary = "of files",
                              .needs = {.resource = Resource::file},
                              .modes = {{Mode{"", Counting::per_sample, machine::measure}}}};

struct Measuring : testing::Test {
  Measuring() {
    machine::it = {};
    planned.lane = {&messages, 0, 0, 1};
    c.comm = c.active = MPI_COMM_WORLD;
    c.bytes = 8;
    c.steps.out = {ring.data(), ring.data() + ring.size(), 64, ring.data()};
    c.steps.roots = {1, 0, 0};
    settings.start = Start::none;
    settings.seconds_per_sample = 10;
  }

  Measured measured(const LoopPlan& plan, const StartClock& start = {}) {
    machine::it.events.clear();
    machine::it.slots.clear();
    return measure_case(settings, planned, c, loop, plan, start);
  }

  static LoopPlan plan_of(Batches batches, double seconds = 10, double each = 1e-6) {
    LoopPlan plan;
    plan.batches = batches;
    plan.loop_seconds = seconds;
    plan.seconds_per_repetition = each;
    return plan;
  }

  static int loops() {
    return static_cast<int>(std::ranges::count_if(machine::it.events, [](const std::string& event) {
      return event.find("loop") != std::string::npos;
    }));
  }

  std::array<std::byte, 64 * 64> ring{};
  Settings settings;
  PlannedCase planned;
  Case c;
  Loop loop;
};

TEST_F(Measuring, calls_of_all_rounds_are_counted_where_they_are_timed_one_by_one) {
  settings.precision = 1e-9;
  loop.clocking = engine::Clocking::each_call;
  loop.between_calls = [](const Case&, const Loop&) {};
  const auto uncounted = measured(plan_of({50, 10, 10}, 1e-3, 1e-6));
  EXPECT_EQ(uncounted.calls.total(), 0);
  loop.keeps_calls = true;
  machine::it.cost = [](std::int64_t call) { return call % 20 == 0 ? 1e-3 : 1e-6; };
  const auto all = measured(plan_of({50, 10, 10}, 1e-2, 1e-5));
  EXPECT_GT(loops(), 1);
  EXPECT_EQ(all.calls.total(), all.repetitions());
  EXPECT_NEAR(all.calls.at_rank(1), 1e-6, 1e-7);
  EXPECT_NEAR(all.calls.at_rank(all.calls.total()), 1e-3, 1e-5);
}

TEST_F(Measuring, a_given_count_is_one_loop) {
  const auto all = measured(plan_of({4, 5, 7}));
  EXPECT_EQ(all.batch_repetitions, (std::vector<std::int64_t>{5, 5, 5, 7}));
  EXPECT_THAT(machine::it.events, ElementsAre("loop 22"));
  EXPECT_EQ(all.stop_reason, stats::StopReason::fixed_count);
  EXPECT_GT(all.ended, all.began);
}

TEST_F(Measuring, a_count_that_the_time_has_cut_says_so) {
  auto plan = plan_of({4, 5, 5});
  plan.reason = stats::StopReason::time_limit;
  EXPECT_EQ(measured(plan).stop_reason, stats::StopReason::time_limit);
}

TEST_F(Measuring, precision_is_reached_where_all_batches_are_alike) {
  settings.precision = 0.02;
  const auto all = measured(plan_of({50, 10, 10}));
  EXPECT_EQ(all.stop_reason, stats::StopReason::precision_reached);
  EXPECT_EQ(all.batch_repetitions, std::vector<std::int64_t>(8, 10));
}

TEST_F(Measuring, precision_is_that_of_the_slowest_thread) {
  settings.precision = 0.02;
  machine::it.further_thread = [](std::int64_t n) { return n % 2 == 0 ? 2e-5 : 9e-5; };
  EXPECT_EQ(measured(plan_of({50, 10, 10}, 1e-3)).stop_reason, stats::StopReason::precision_not_reached);
  machine::it.further_thread = [](std::int64_t n) { return n % 2 == 0 ? 2e-6 : 9e-6; };  // never the slowest
  EXPECT_EQ(measured(plan_of({50, 10, 10}, 1e-3)).stop_reason, stats::StopReason::precision_reached);
}

TEST_F(Measuring, precision_ends_with_the_time_and_never_needs_eight_batches_first) {
  settings.precision = 1e-9;
  machine::it.cost = [](std::int64_t n) { return n % 2 == 0 ? 3.0 : 5.0; };
  const auto all = measured(plan_of({50, 1, 1}, 10, 4));
  EXPECT_EQ(all.stop_reason, stats::StopReason::precision_not_reached);
  EXPECT_LE(all.seconds, 15);
  EXPECT_LE(all.batch_seconds.size(), 3U);
}

TEST_F(Measuring, precision_ends_where_no_time_was_given) {
  settings.precision = 1e-9;
  machine::it.cost = [](std::int64_t n) { return n % 2 == 0 ? 0.3 : 0.5; };
  const auto all = measured(plan_of({50, 1, 1}, std::numeric_limits<double>::infinity(), 0.4));
  EXPECT_EQ(all.stop_reason, stats::StopReason::precision_not_reached);
  EXPECT_LE(all.seconds, 11);
}

TEST_F(Measuring, what_stands_between_rounds_of_precision_counts_towards_the_time) {
  settings.precision = 1e-9;
  settings.start = Start::clock;
  machine::it.cost = [](std::int64_t n) { return n % 2 == 0 ? 0.003 : 0.005; };
  const StartClock slow{[] { return machine::it.now += 1, engine::SharedClock{}; }, 1e-6};
  const auto all = measured(plan_of({50, 1, 1}, 10, 0.004), slow);
  EXPECT_EQ(all.stop_reason, stats::StopReason::precision_not_reached);
  EXPECT_LE(loops(), 10);
  EXPECT_LT(all.seconds, 1);
}

TEST_F(Measuring, precision_leaves_loops_alone_that_are_completed_together) {
  settings.precision = 1e-9;
  planned.lane.benchmark = &whole;
  EXPECT_EQ(measured(plan_of({1, 30, 30})).stop_reason, stats::StopReason::fixed_count);
  EXPECT_THAT(machine::it.events, ElementsAre("whole loop 30"));
}

TEST_F(Measuring, ranks_line_up_before_every_round) {
  settings.precision = 1e-9;
  settings.start = Start::barrier;
  machine::it.cost = [](std::int64_t n) { return n % 2 == 0 ? 0.3 : 0.5; };
  measured(plan_of({50, 1, 1}, 10, 0.4));
  ASSERT_GT(loops(), 2);
  for (std::size_t i = 0; i < machine::it.events.size(); i += 3) {
    EXPECT_EQ(machine::it.events[i].substr(0, 4), "loop");
    EXPECT_EQ(machine::it.events.at(i + 1), "barrier");
    EXPECT_EQ(machine::it.events.at(i + 2), "barrier");
  }
}

TEST_F(Measuring, rounds_go_on_in_the_ring_where_the_last_one_has_ended) {
  settings.precision = 1e-9;
  machine::it.cost = [](std::int64_t n) { return n % 2 == 0 ? 0.3 : 0.5; };
  loop.first = 7;
  measured(plan_of({50, 1, 1}, 10, 0.4));
  ASSERT_GT(loops(), 2);
  for (std::size_t i = 0; i < machine::it.slots.size(); ++i)
    EXPECT_EQ(machine::it.slots[i], static_cast<std::ptrdiff_t>((i + 7) % 64 * 64));
}

TEST_F(Measuring, rounds_of_files_begin_anew_and_are_no_longer_than_the_file) {
  settings.precision = 1e-9;
  planned.lane.benchmark = &transfers;
  c.file_name = "file";
  machine::it.cost = [](std::int64_t n) { return n % 2 == 0 ? 0.03 : 0.05; };
  auto plan = plan_of({6, 1, 1}, 10, 0.04);
  plan.most_repetitions = 6;
  const auto all = measured(plan);
  EXPECT_GT(all.repetitions(), 100);
  EXPECT_EQ(all.longest_loop, 6);
  EXPECT_EQ(*std::ranges::max_element(machine::it.slots), 5 * 64);
}

TEST_F(Measuring, a_late_start_costs_its_batch_which_is_measured_again) {
  settings.start = Start::clock;
  machine::it.broadcast = [first = true]() mutable { return std::exchange(first, false) ? 0.5 : 0.0; };
  const auto all = measured(plan_of({4, 5, 5}), {[] { return engine::SharedClock{}; }, 1e-6});
  EXPECT_EQ(all.dropped_batches, 1);
  EXPECT_EQ(all.batch_seconds.size(), 4U);
  EXPECT_EQ(all.repetitions(), 20);
  EXPECT_NEAR(all.start_late, 0.499, 1e-5);
  EXPECT_THAT(machine::it.events, ElementsAre("loop 20", "broadcast", "loop 5", "broadcast"));
}

TEST_F(Measuring, a_late_start_leaves_the_count_alone_where_the_last_batch_is_a_longer_one) {
  settings.start = Start::clock;
  machine::it.broadcast = [first = true]() mutable { return std::exchange(first, false) ? 0.5 : 0.0; };
  const auto all = measured(plan_of({3, 3, 4}), {[] { return engine::SharedClock{}; }, 1e-6});
  EXPECT_EQ(all.repetitions(), 10);
  EXPECT_THAT(machine::it.events, ElementsAre("loop 10", "broadcast", "loop 3", "broadcast"));
}

TEST_F(Measuring, a_start_in_time_is_kept) {
  settings.start = Start::clock;
  const auto all = measured(plan_of({4, 5, 5}), {[] { return engine::SharedClock{}; }, 1e-6});
  EXPECT_EQ(all.dropped_batches, 0);
  EXPECT_LT(all.start_late, 1e-7);
  EXPECT_GT(all.ended, all.began);
}

TEST_F(Measuring, a_loop_of_one_batch_whose_start_is_always_late_is_kept_in_the_end) {
  settings.start = Start::clock;
  planned.lane.benchmark = &whole;
  machine::it.broadcast = [] { return 0.5; };
  const auto all = measured(plan_of({1, 5, 5}), {[] { return engine::SharedClock{}; }, 1e-6});
  EXPECT_EQ(all.dropped_batches, 3);
  EXPECT_EQ(all.batch_seconds.size(), 1U);
  EXPECT_GT(all.start_late, 0.4);
}

TEST_F(Measuring, the_start_is_announced_earlier_where_it_was_late) {
  settings.start = Start::clock;
  machine::it.broadcast = [] { return 0.003; };  // three times as long as the first announcement allows
  const auto all = measured(plan_of({5, 1, 1}), {[] { return engine::SharedClock{}; }, 1e-6});
  EXPECT_EQ(all.dropped_batches, 2);  // 1 ms and 2 ms are too short, 4 ms are not
  EXPECT_EQ(all.batch_seconds.size(), 5U);
}

TEST_F(Measuring, clocks_are_related_before_every_round) {
  settings.start = Start::clock;
  settings.precision = 1e-9;
  machine::it.cost = [](std::int64_t n) { return n % 2 == 0 ? 0.3 : 0.5; };
  int related = 0;
  measured(plan_of({50, 1, 1}, 10, 0.4), {[&related] { return ++related, engine::SharedClock{}; }, 1e-6});
  EXPECT_EQ(related, loops());
  EXPECT_GT(related, 2);
}

TEST_F(Measuring, the_warm_up_lines_up_and_leaves_its_slots_behind) {
  planned.wanted = 1000;
  const auto warm = warm_up(settings, planned, c, loop, {.loop_seconds = 10, .first_length = true});
  EXPECT_EQ(machine::it.events[0], "loop 4");
  EXPECT_EQ(machine::it.events[1], "barrier");
  EXPECT_EQ(static_cast<std::int64_t>(machine::it.slots.size()), warm.repetitions);
  EXPECT_EQ(machine::it.slots[5], 5 * 64);
  EXPECT_NEAR(warm.seconds_per_repetition, 1e-6, 1e-7);
}

TEST_F(Measuring, the_warm_up_of_files_stays_at_their_beginning) {
  planned.lane.benchmark = &transfers;
  c.file_name = "file";
  machine::it.cost = [](std::int64_t n) { return n == 0 ? 4.0 : 1e-3; };  // the first one is interrupted
  planned.wanted = 100;
  const auto warm = warm_up(settings, planned, c, loop, {.loop_seconds = 20});
  EXPECT_EQ(warm.repetitions, 2);
  EXPECT_THAT(machine::it.slots, Each(0));
  EXPECT_LT(warm.seconds_per_repetition, 2e-3);
}

TEST_F(Measuring, the_plan_of_a_loop_is_cut_by_the_time_and_by_what_it_has_cut_before) {
  WarmUpResult warm;
  warm.seconds_per_repetition = warm.least_seconds = 1e-3;
  planned.wanted = 1000;
  const auto plan = [&](const LoopLimits& limits) {
    return plan_loop(settings, planned, c, {2e-8, 2e-8}, warm, limits);
  };
  constexpr auto none = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(plan({10, none}).batches.repetitions(), 1000);
  EXPECT_EQ(plan({10, none}).reason, stats::StopReason::fixed_count);
  EXPECT_EQ(plan({0.5, none}).repetitions, 500);
  EXPECT_EQ(plan({0.5, none}).reason, stats::StopReason::time_limit);
  EXPECT_EQ(plan({10, 30}).repetitions, 30);
  EXPECT_EQ(plan({10, 30}).reason, stats::StopReason::time_limit);
  EXPECT_EQ(plan({10, none}).most_repetitions, none);
  EXPECT_EQ(plan({0.5, none}).loop_seconds, 0.5);
  EXPECT_FALSE(past_limit(plan({0.5, none}), 1000));
  settings.iter_policy = IterPolicy::off;
  EXPECT_EQ(plan({0.5, none}).repetitions, 1000);
  EXPECT_TRUE(std::isinf(plan({0.5, none}).loop_seconds));
  EXPECT_FALSE(past_limit(plan({0.5, none}), 0.5));
  EXPECT_EQ(past_limit(plan({0.5, none}), 1)->text,
            "1000 repetitions would take about 1 s, -time allows 500 ms");
  settings.iter_policy = IterPolicy::dynamic;
  planned.lane.benchmark = &transfers;
  EXPECT_EQ(plan({0.5, none}).most_repetitions, 1000);
  planned.lane.benchmark = &whole;
  EXPECT_EQ(plan({10, none}).batches.count, 1);
}

/// The whole way from warm-up to batches, as the program goes it.
Measured whole_way(Measuring& m, std::int64_t wanted, bool first_length) {
  const ClockFacts clock{machine::it.read_seconds, machine::it.read_seconds};
  m.planned.wanted = wanted;
  const auto warm = warm_up(m.settings, m.planned, m.c, m.loop, {10, first_length, machine::it.read_seconds});
  auto plan =
      Measuring::plan_of(plan_batches(wanted, 1, warm.least_seconds, clock), 10, warm.seconds_per_repetition);
  return m.measured(plan);
}

/// Every count, call and state of the machine that a row may meet: cold calls take up to 20 times as long,
/// some calls are interrupted, and the loop is up to a quarter faster than the warm-up.
TEST_F(Measuring, a_reading_costs_less_than_one_percent_of_a_batch_wherever_there_are_two) {
  std::mt19937 random(20261122);
  const auto between = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  int with_batches = 0;
  for (int row = 0; row < 3000; ++row) {
    machine::it = {};
    settings.warm_up = row % 7 == 0 ? WarmUp::off : row % 7 == 1 ? WarmUp::automatic : WarmUp::on;
    planned.lane.benchmark = row % 5 == 0 ? &transfers : &messages;
    const double warm = std::pow(10, between(-8, -4)), cold = warm * between(1, 20);
    const double hiccup = settings.warm_up != WarmUp::off && between(0, 1) < 0.3 ? 1e-3 : 0;
    const int interrupted = std::uniform_int_distribution(0, 40)(random);
    const int cold_calls = std::uniform_int_distribution(0, 4)(random);
    const double faster = between(0.8, 1);
    machine::it.cost = [&](std::int64_t n) {
      return (n < cold_calls ? cold : warm * faster) + (n == interrupted ? hiccup : 0);
    };
    const auto wanted = static_cast<std::int64_t>(std::pow(10, between(0, 3.5)));
    const auto all = whole_way(*this, wanted, row % 3 == 0);
    EXPECT_EQ(all.repetitions(), wanted);
    if (all.batch_seconds.size() < 2) continue;
    ++with_batches;
    const double shortest = *std::ranges::min_element(all.batch_seconds);
    EXPECT_LT(machine::it.read_seconds, 0.01 * shortest)
        << "row " << row << ": " << wanted << " calls of " << warm << " s, cold " << cold;
  }
  EXPECT_GT(with_batches, 1500);
}

TEST(TheClock, is_known_by_what_a_reading_costs_and_by_its_smallest_step) {
  machine::it = {};
  machine::it.read_seconds = 3e-8;
  const ClockFacts facts = time_the_clock(MPI_COMM_WORLD);
  EXPECT_NEAR(facts.cost_seconds, 3e-8, 1e-12);
  EXPECT_NEAR(facts.resolution_seconds, 3e-8, 1e-12);
}

}  // namespace
}  // namespace sonde::measuring
