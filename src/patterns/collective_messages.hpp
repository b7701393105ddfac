// What the collectives that are started and waited for move: non-blocking and persistent ones alike.
#pragma once
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

/// The row that stands for it under the other meaning of -reduce_scatter.
constexpr Benchmark or_the_other(Benchmark row, const Benchmark& other) {
  row.other_share = &other;
  return row;
}

}  // namespace sonde::patterns
