// Which bytes of a file belong to which rank (guide 4.2.4, figures 13 to 18).
#pragma once
#include <cstdint>
#include <limits>

#include "base/share.hpp"
#include "catalog/benchmark.hpp"

namespace sonde {

/// Transfer i of a rank covers the `share` bytes from i * tile + offset on. X is the volume of all ranks
/// together: block r of its X bytes is rank r's, as even as whole bytes allow. In a private file a rank's
/// blocks follow one another. Behind a shared pointer that is where a rank's block lies when ranks come in
/// order. Ints (Element::whole32) are not cut.
struct FileLayout {
  std::int64_t share = 0;   ///< bytes this rank moves in one transfer
  std::int64_t offset = 0;  ///< of its block in the tile
  std::int64_t tile = 0;    ///< bytes from one transfer to the next

  /// Bytes of the file behind `transfers` transfers of all its ranks; the largest number where there are
  /// more.
  [[nodiscard]] std::int64_t file_bytes(std::int64_t transfers) const {
    std::int64_t bytes = 0;
    return __builtin_mul_overflow(transfers, tile, &bytes) ? std::numeric_limits<std::int64_t>::max() : bytes;
  }
};

/// For messages of `bytes` bytes (X) on rank `rank` of a group of `processes`.
[[nodiscard]] constexpr FileLayout file_layout(const Benchmark& benchmark, std::int64_t bytes, int processes,
                                               int rank) {
  if (benchmark.needs.file.owner == FileOwner::self) return {bytes, 0, bytes};
  const std::int64_t unit = benchmark.message.element == Element::whole32 ? 4 : 1, all = bytes / unit;
  const std::int64_t mine = share(all, processes, rank) * unit;
  if (benchmark.needs.file.owner == FileOwner::rank) return {mine, 0, mine};
  return {mine, share_offset(all, processes, rank) * unit, all * unit};
}

}  // namespace sonde
