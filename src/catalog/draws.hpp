// Partners that benchmarks draw at random: the same on every rank for a seed, and to be had for any draw
// without those before it.
#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace sonde {

/// A source of draws: number `draw` of stream `stream`.
class Draws {
 public:
  constexpr Draws(std::uint64_t seed, std::uint64_t stream)
      : key_(mix(mix(seed + golden) ^ (stream * golden))) {}

  /// A whole number below `below`, each as likely as the others (to 2^-32).
  [[nodiscard]] constexpr int number(std::uint64_t draw, int below) const {
    const std::uint64_t bits = mix(key_ + draw * golden) >> 32U;
    return static_cast<int>((bits * static_cast<std::uint64_t>(below)) >> 32U);
  }

 private:
  static constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;
  /// A bijection of 64 bits whose output bits all depend on all input bits (splitmix64's finaliser).
  static constexpr std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111eb;
    return x ^ (x >> 31U);
  }
  std::uint64_t key_;
};

/// The first and the second rank of draw `index` of a repetition: two that differ, of `ranks`.
[[nodiscard]] constexpr std::pair<int, int> drawn_pair(std::uint64_t seed, int ranks, std::int64_t repetition,
                                                       int index) {
  const Draws draws(seed, static_cast<std::uint64_t>(repetition));
  const auto at = 2 * static_cast<std::uint64_t>(index);
  const int first = draws.number(at, ranks), second = draws.number(at + 1, ranks - 1);
  return {first, second < first ? second : second + 1};
}

/// All ranks in an order, each as likely as the others (Fisher and Yates), out of `ranks` draws from
/// `first_draw` on.
[[nodiscard]] inline std::vector<int> drawn_order(const Draws& draws, int ranks, std::uint64_t first_draw) {
  std::vector<int> order(static_cast<std::size_t>(ranks));
  for (int i = 0; i < ranks; ++i) {
    const auto j = static_cast<std::size_t>(draws.number(first_draw + static_cast<std::uint64_t>(i), i + 1));
    order[static_cast<std::size_t>(i)] = order[j];
    order[j] = i;
  }
  return order;
}

/// A ring of all ranks for a repetition: the rank at each place.
[[nodiscard]] inline std::vector<int> drawn_ring(std::uint64_t seed, int ranks, std::int64_t repetition) {
  return drawn_order(Draws(~seed, static_cast<std::uint64_t>(repetition)), ranks, 0);
}

/// An order of two or more ranks for a repetition in which no rank stands at its own place, each such order
/// as likely as the others: about one order in e is one.
[[nodiscard]] inline std::vector<int> drawn_derangement(std::uint64_t seed, int ranks,
                                                        std::int64_t repetition) {
  const Draws draws(~seed, static_cast<std::uint64_t>(repetition));
  for (std::uint64_t attempt = 0;; ++attempt) {
    auto order = drawn_order(draws, ranks, attempt * static_cast<std::uint64_t>(ranks));
    int in_place = 0;
    for (int i = 0; i < ranks; ++i) in_place += order[static_cast<std::size_t>(i)] == i ? 1 : 0;
    if (in_place == 0) return order;
  }
}

/// The other one of a rank's pair where all ranks are paired at random for a repetition: neighbours in an
/// order of all, two and two; -1: the last of an odd number has none.
[[nodiscard]] inline int drawn_mate(std::uint64_t seed, int ranks, int rank, std::int64_t repetition) {
  const auto order = drawn_ring(seed, ranks, repetition);
  const auto at = static_cast<std::size_t>(std::ranges::find(order, rank) - order.begin()) ^ 1U;
  return at < order.size() ? order[at] : -1;
}

struct RingNeighbours {
  int before = 0, after = 0;
};

/// Predecessor and successor of a rank in the ring of a repetition.
[[nodiscard]] inline RingNeighbours drawn_neighbours(std::uint64_t seed, int ranks, int rank,
                                                     std::int64_t repetition) {
  const auto ring = drawn_ring(seed, ranks, repetition);
  const auto size = static_cast<std::size_t>(ranks);
  std::size_t at = 0;
  while (ring[at] != rank) ++at;
  return {ring[(at + size - 1) % size], ring[(at + 1) % size]};
}

}  // namespace sonde
