// A rank's share of X as pieces of a file that lie between those of other ranks.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/share.hpp"
#include "catalog/benchmark.hpp"

namespace sonde {

struct FilePiece {
  std::int64_t place = 0;  ///< in the X bytes of all ranks
  std::int64_t from = 0;   ///< in this rank's share of them
  std::int64_t bytes = 0;
};

/// As many as a share is cut into, as evenly as whole bytes allow.
using FilePieces = std::array<FilePiece, 8>;

/// Of `rank` of so many processes. The first pieces of all ranks lie side by side, then the second ones, and
/// so on.
[[nodiscard]] constexpr FilePieces file_pieces(std::int64_t bytes, int processes, int rank) {
  FilePieces made;
  constexpr int pieces = static_cast<int>(made.size());
  std::int64_t place = 0, from = 0;
  for (int piece = 0; piece < pieces; ++piece)
    for (int other = 0; other < processes; ++other) {
      const std::int64_t size = share(share(bytes, processes, other), pieces, piece);
      if (other == rank) {
        made[static_cast<std::size_t>(piece)] = {place, from, size};
        from += size;
      }
      place += size;
    }
  return made;
}

/// Whether a repetition moves the pieces through a view of them.
[[nodiscard]] constexpr bool sees_pieces(FileForm form) {
  return form == FileForm::pieces || form == FileForm::hinted;
}
/// Whether it moves them at all.
[[nodiscard]] constexpr bool in_pieces(FileForm form) {
  return sees_pieces(form) || form == FileForm::each_piece;
}

}  // namespace sonde
