#include "links/investigate.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace sonde::links
