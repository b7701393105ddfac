// Who sends to whom when all processes send at the same time: what loads the links of a cluster together.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "catalog/draws.hpp"
#include "catalog/role.hpp"

namespace sonde {

enum class Flows {
  none,
  shifted,     ///< rank i to i + k, around
  reversed,    ///< i to P - 1 - i
  tornado,     ///< i to i + ceil(P / 2) - 1, around: almost half way
  transposed,  ///< row and column of the largest square grid of the first ranks change places
  halves,      ///< i and i + P / 2 to each other
  permuted,    ///< a permutation drawn at random that leaves no rank in its place
  paired,      ///< pairs drawn at random, both ways
  ring,        ///< a ring drawn at random
};

/// Where a rank sends to and receives from; -1: no rank.
struct Ends {
  int to = -1, from = -1;
  constexpr bool operator==(const Ends&) const = default;
};

/// The flows of a group. None leads from a rank to itself.
struct FlowMap {
  Flows kind = Flows::none;
  int ranks = 1;
  int distance = 1;        ///< k of `shifted`, from 1 to ranks - 1
  std::uint64_t seed = 0;  ///< of what is drawn

  /// Whether each repetition has other flows.
  [[nodiscard]] constexpr bool drawn() const {
    return kind == Flows::permuted || kind == Flows::paired || kind == Flows::ring;
  }

  /// How many messages a repetition has: the same in all of them.
  [[nodiscard]] constexpr int messages() const {
    switch (kind) {
      case Flows::none:
        return 0;
      case Flows::reversed:
      case Flows::halves:
      case Flows::paired:
        return ranks - ranks % 2;
      case Flows::transposed:
        return side() * (side() - 1);
      default:
        return ranks;
    }
  }

  [[nodiscard]] Ends ends_of(int rank, std::int64_t repetition) const {
    if (kind == Flows::permuted) return permuted_ends(rank, repetition);
    if (kind == Flows::ring) {
      const RingNeighbours found = drawn_neighbours(seed, ranks, rank, repetition);
      return {found.after, found.before};
    }
    if (const int by = steps(); by > 0) return {(rank + by) % ranks, (rank + ranks - by) % ranks};
    if (kind == Flows::paired) {
      const int mate = drawn_mate(seed, ranks, rank, repetition);
      return {mate, mate};
    }
    const int other = mirrored(rank);
    return other == rank ? Ends{} : Ends{other, other};
  }

 private:
  /// The largest square grid that the ranks fill.
  [[nodiscard]] constexpr int side() const {
    int found = 1;
    while ((found + 1) * (found + 1) <= ranks) ++found;
    return found;
  }

  /// From a rank to where it sends, where that is as far for all.
  [[nodiscard]] constexpr int steps() const {
    if (kind == Flows::shifted) return distance;
    return kind == Flows::tornado ? (ranks + 1) / 2 - 1 : 0;
  }

  /// The other one of two that send to each other; the rank itself: no rank.
  [[nodiscard]] constexpr int mirrored(int rank) const {
    if (kind == Flows::reversed) return ranks - 1 - rank;
    if (kind == Flows::transposed)
      return rank < side() * side() ? rank % side() * side() + rank / side() : rank;
    const int partner = kind == Flows::halves ? partner_of(rank, ranks) : -1;
    return partner < 0 ? rank : partner;
  }

  [[nodiscard]] Ends permuted_ends(int rank, std::int64_t repetition) const {
    const auto order = drawn_derangement(seed, ranks, repetition);
    return {order[static_cast<std::size_t>(rank)],
            static_cast<int>(std::ranges::find(order, rank) - order.begin())};
  }
};

}  // namespace sonde
