// What the collectives that are started and waited for move: non-blocking and persistent ones alike.
#pragma once
#include <array>

#include "catalog/benchmark.hpp"

namespace sonde::patterns {

inline constexpr Message from_the_root{.send = Extent::none, .root = Root::rotates};
inline constexpr Message to_everybody{.receive = Extent::message_per_rank};
inline constexpr Message to_the_root{.receive = Extent::message_per_rank, .root = Root::rotates};
inline constexpr Message spread_by_the_root{.send = Extent::message_per_rank, .root = Root::rotates};
inline constexpr Message from_all_to_all{.send = Extent::message_per_rank,
                                         .receive = Extent::message_per_rank};
inline constexpr Message summed{.element = Element::reduction};
inline constexpr Message summed_at_the_root{.element = Element::reduction, .root = Root::rotates};
inline constexpr Message summed_blocks{.send = Extent::message_per_rank, .element = Element::reduction};
inline constexpr Message summed_shares{.receive = Extent::share, .element = Element::reduction};

/// Two rows, and those that stand for them under the other meaning of -reduce_scatter.
constexpr std::array<Benchmark, 2> or_the_others(std::array<Benchmark, 2> rows,
                                                 const std::array<Benchmark, 2>& others) {
  for (std::size_t i = 0; i < 2; ++i) rows[i].other_share = &others[i];
  return rows;
}

}  // namespace sonde::patterns
