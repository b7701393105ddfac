// What other ranks do to the network, or to memory, while a benchmark is measured (-load).
#pragma once
#include <cstdint>

namespace sonde {

/// What the ranks that make the load, the congestors, do in each of their steps.
enum class LoadKind {
  alltoall,     ///< each sends to each
  incast,       ///< all send to one of them
  put_incast,   ///< all put into the window of one of them
  get_outcast,  ///< all get from the window of one of them
  shift,        ///< each sends to the one half of them further on
  stream,       ///< each adds two vectors in its memory
  fileio,       ///< each writes blocks to a file of its own, over and over
};

struct Load {
  LoadKind kind = LoadKind::alltoall;
  double share = 0.8;        ///< of the nodes, or of the ranks of a single one, that make it
  std::int64_t bytes = 0;    ///< of a message, a vector or a block
  double alone_seconds = 0;  ///< all ranks make it for so long, beside nothing; 0: beside a benchmark
};

/// Messages at a time that the one rank of an incast or outcast has room for.
constexpr int most_slots_of_incast = 64;

/// The fewest ranks that can make it.
[[nodiscard]] constexpr int least_congestors(LoadKind kind) {
  return kind == LoadKind::stream || kind == LoadKind::fileio ? 1 : 2;
}

/// Of a message where none is said; vectors that no cache holds.
[[nodiscard]] constexpr std::int64_t usual_bytes(LoadKind kind) {
  if (kind == LoadKind::alltoall) return std::int64_t{4} << 10;
  return std::int64_t{kind == LoadKind::stream ? 16 : 1} << 20;
}

}  // namespace sonde
