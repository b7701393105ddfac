// Who meets whom when every pair of players is to meet, in rounds of disjoint pairs.
#pragma once
#include <cstdint>

#include "catalog/draws.hpp"

namespace sonde {

/// Rounds of disjoint pairs. Either all of them by the circle method: each pair meets once, in P - 1 rounds
/// of P / 2 pairs where P is even, in P rounds where it is odd and one player idles. Or `drawn` rounds of
/// pairs drawn at random.
struct Tournament {
  int players = 0;
  int drawn = 0;           ///< rounds; 0: every pair meets
  std::uint64_t seed = 0;  ///< of the pairs drawn

  [[nodiscard]] constexpr int rounds() const { return drawn > 0 ? drawn : circle() - 1; }

  /// Others that a player meets; under `drawn` at most so many.
  [[nodiscard]] constexpr int meetings() const { return drawn > 0 ? drawn : players - 1; }

  /// The other one of a player's pair in a round; -1: it idles.
  [[nodiscard]] int partner(int player, int round) const {
    if (drawn > 0) return drawn_mate(seed, players, player, round);
    const int other = circle_partner(player, round);
    return other < players ? other : -1;
  }

 private:
  /// Places on the circle: an odd number of players has an empty one.
  [[nodiscard]] constexpr int circle() const { return players + players % 2; }

  /// Two players of one round have place numbers with the sum of that round, modulo all places but the last;
  /// the one whose partner would be itself meets the last.
  [[nodiscard]] constexpr int circle_partner(int player, int round) const {
    const int last = circle() - 1;
    if (last == 0) return players;
    if (player == last) return static_cast<int>(std::int64_t{round} * (circle() / 2) % last);
    const int other = (round - player % last + last) % last;
    return other == player ? last : other;
  }
};

}  // namespace sonde
