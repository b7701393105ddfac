#include "links/investigate.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "invented_cluster.hpp"

namespace sonde::links {
namespace {

/// How many steps each call of the trials asked for.
std::vector<std::size_t> steps_asked(const Map& map, const InventedCluster& cluster) {
  std::vector<std::size_t> asked;
  static_cast<void>(investigate(map, cluster.blocks(), 0.10, [&](std::span<const LonePair> steps) {
    asked.push_back(steps.size());
    std::vector<double> seconds;
    for (const LonePair& step : steps) seconds.push_back(cluster.true_message(step.from, step.to));
    return seconds;
  }));
  return asked;
}

TEST(Investigate, measures_nothing_alone_where_nothing_looks_slow) {
  test::Dice dice(0);
  const InventedCluster cluster{.noise = 0, .hiccups = 0};
  EXPECT_TRUE(steps_asked(cluster.map(dice), cluster).empty());
}

TEST(Investigate, drops_a_hiccup_of_the_map_at_a_second_look) {
  test::Dice dice(0);
  const InventedCluster cluster{.noise = 0, .hiccups = 0};
  Map map = cluster.map(dice);
  map.message.seconds[3 * 64 + 9] *= 3;
  EXPECT_EQ(steps_asked(map, cluster), std::vector<std::size_t>{6 * 4}) << "a link and three others";
}

TEST(Investigate, tries_what_stays_slow_24_times) {
  test::Dice dice(0);
  const InventedCluster cluster{.noise = 0, .hiccups = 0, .slow_host = 5};
  EXPECT_EQ(steps_asked(cluster.map(dice), cluster), (std::vector<std::size_t>{6 * 2, 24 * 2}));
}

/// What is found where no more than `most` steps can be measured.
std::vector<TrialFinding> found_in_time(const Map& map, const InventedCluster& cluster, std::size_t most) {
  return investigate(map, cluster.blocks(), 0.10, [&](std::span<const LonePair> steps) {
    std::vector<double> seconds;
    for (const LonePair& step : steps.first(std::min(most, steps.size())))
      seconds.push_back(cluster.true_message(step.from, step.to));
    most -= seconds.size();
    return seconds;
  });
}

TEST(Investigate, leaves_open_what_there_is_no_time_to_try) {
  test::Dice dice(0);
  const InventedCluster cluster{.noise = 0, .hiccups = 0, .slow_host = 5};
  const Map map = cluster.map(dice);
  for (const std::size_t most : {0U, 1U, 11U, 12U, 12U + 47U}) {
    const auto findings = found_in_time(map, cluster, most);
    ASSERT_EQ(findings.size(), 1U) << most;
    EXPECT_EQ(findings[0].verdict, TrialVerdict::open) << most;
    EXPECT_EQ(findings[0].trials, 0) << most;
    EXPECT_EQ(findings[0].suspect.first, 5) << most;
  }
  EXPECT_EQ(found_in_time(map, cluster, 12 + 48)[0].verdict, TrialVerdict::slow);
}

TEST(Investigate, leaves_the_direction_that_is_slow_alone) {
  test::Dice dice(0);
  InventedCluster cluster{.noise = 0, .hiccups = 0, .slow_direction = std::pair{9, 3}};
  Map map = cluster.map(dice);
  map.message.seconds[3 * 64 + 9] *= 2;
  const auto findings = investigate(map, cluster.blocks(), 0.10, [&](std::span<const LonePair> steps) {
    std::vector<double> seconds;
    for (const LonePair& step : steps) seconds.push_back(cluster.true_message(step.from, step.to));
    return seconds;
  });
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].suspect.direction, Direction::sends);
  EXPECT_EQ(findings[0].suspect.first, 9);
  EXPECT_EQ(findings[0].suspect.second, 3);
  EXPECT_EQ(findings[0].verdict, TrialVerdict::slow);
}

/// The one finding of 64 players of which host 5 has so long a latency, in steps of the timer; others
/// have 8.49.
TrialFinding found_by_timer(double steps, TimerOpen open) {
  const auto read = [&](int from, int to) { return 1e-7 * std::round(from == 5 || to == 5 ? steps : 8.49); };
  test::Dice dice(0);
  const InventedCluster cluster{.noise = 0, .hiccups = 0};
  Map map = cluster.map(dice);
  for (int from = 0; from < 64; ++from)
    for (int to = 0; to < 64; ++to)
      if (from != to)
        map.latency.seconds[static_cast<std::size_t>(64 * from + to)] = static_cast<float>(read(from, to));
  const auto findings = investigate(
      map, cluster.blocks(), 0.10,
      [&](std::span<const LonePair> pairs) {
        std::vector<double> seconds;
        for (const LonePair& pair : pairs) seconds.push_back(read(pair.from, pair.to));
        return seconds;
      },
      open);
  EXPECT_EQ(findings.size(), 1U) << steps;
  return findings.empty() ? TrialFinding{} : findings[0];
}

TEST(Investigate, one_step_of_the_timer_accuses_nobody) {
  constexpr TimerOpen half_a_step{.latency = 0.5e-7};
  EXPECT_EQ(found_by_timer(8.51, {}).verdict, TrialVerdict::slow);
  const auto near = found_by_timer(8.51, half_a_step);
  EXPECT_EQ(near.verdict, TrialVerdict::open);
  EXPECT_NEAR(near.factor, 9 / 8.0, 1e-6);
  EXPECT_NEAR(near.low, 1, 1e-6);
  EXPECT_NEAR(near.high, 9.5 / 7.5, 1e-6);
  const auto far = found_by_timer(12, half_a_step);
  EXPECT_EQ(far.verdict, TrialVerdict::slow);
  EXPECT_NEAR(far.low, 11.5 / 8.5, 1e-6);
}

}  // namespace
}  // namespace sonde::links
