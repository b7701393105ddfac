// A cluster of which all is known: what each pair takes, how much that varies, and what is planted.
#pragma once
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "dice.hpp"
#include "links/investigate.hpp"

namespace sonde::links {

struct InventedCluster {
  int players = 64;
  int players_of_block = 64;
  double noise = 0.02;    ///< standard deviation of a time's logarithm
  double hiccups = 0.01;  ///< share of times that take twice as long
  double far = 1.5;       ///< time between blocks, over that within
  double slower = 2;      ///< times that what is planted takes as long
  std::optional<int> slow_sender{}, slow_receiver{}, slow_host{}, slow_block{}, distant_host{};
  std::optional<std::pair<int, int>> slow_link{}, slow_direction{};

  [[nodiscard]] Blocks blocks() const {
    Blocks out;
    for (int player = 0; player < players; ++player) out.of.push_back(player / players_of_block);
    for (int block = 0; block <= out.of.back(); ++block) out.names.push_back("s" + std::to_string(block));
    return out;
  }

  [[nodiscard]] double true_message(int from, int to) const {
    const int a = from / players_of_block, b = to / players_of_block;
    const std::pair pair{from, to}, turned{to, from};
    const bool slow = from == slow_sender || to == slow_receiver || from == slow_host || to == slow_host ||
                      (a != b && (a == slow_block || b == slow_block)) || pair == slow_link ||
                      turned == slow_link || pair == slow_direction;
    return 100e-6 * (a == b ? 1 : far) * (slow ? slower : 1);
  }
  [[nodiscard]] double true_latency(int from, int to) const {
    const bool near = from / players_of_block == to / players_of_block;
    return 1e-6 * (near ? 1 : far) * (from == distant_host || to == distant_host ? 3 : 1);
  }

  [[nodiscard]] double measured(double seconds, test::Dice& dice) const {
    return seconds * std::exp(noise * dice.normal()) * (dice.uniform() < hiccups ? 2 : 1);
  }

  [[nodiscard]] Map map(test::Dice& dice) const {
    Map out{{players, {}}, {players, {}}, true};
    for (int from = 0; from < players; ++from)
      for (int to = 0; to < players; ++to) {
        const bool self = from == to;
        constexpr float unknown = std::numeric_limits<float>::quiet_NaN();
        out.message.seconds.push_back(self ? unknown
                                           : static_cast<float>(measured(true_message(from, to), dice)));
        out.latency.seconds.push_back(self ? unknown
                                           : static_cast<float>(measured(true_latency(from, to), dice)));
      }
    return out;
  }

  /// What the map and its trials say of the cluster.
  [[nodiscard]] std::vector<TrialFinding> findings(test::Dice& dice, bool every_pair = true) const {
    Map measured_map = map(dice);
    measured_map.every_pair = every_pair;
    return investigate(measured_map, blocks(), 0.10, [&](std::span<const LonePair> steps) {
      std::vector<double> seconds;
      for (const auto& [from, to, quantity] : steps)
        seconds.push_back(measured(
            quantity == LinkQuantity::latency ? true_latency(from, to) : true_message(from, to), dice));
      return seconds;
    });
  }

  /// The suspects that are proved slow.
  [[nodiscard]] std::vector<Suspect> slow(test::Dice& dice, bool every_pair = true) const {
    std::vector<Suspect> out;
    for (const TrialFinding& finding : findings(dice, every_pair))
      if (finding.verdict == TrialVerdict::slow) out.push_back(finding.suspect);
    return out;
  }
};

}  // namespace sonde::links
