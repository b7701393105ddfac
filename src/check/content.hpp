// What checked buffers hold: contents that tell the sender, the block, the repetition and the position apart,
// also in messages of one byte where that is possible.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "catalog/benchmark.hpp"
#include "catalog/transfer_type.hpp"

namespace sonde::check {

/// One stretch of content made by one rank. Two stretches with a different sender, block or generation differ
/// in their first byte as long as |17 block + 59 generation + sender| differs by less than 256, and are
/// unrelated after it.
struct Stretch {
  std::int64_t sender = 0;
  std::int64_t block = 0;       ///< which of the sender's messages
  std::int64_t generation = 0;  ///< which checked repetition: old data is wrong data
};

/// Writes the bytes [first_byte, first_byte + out.size()) of a stretch of elements of `type`. Floats and
/// doubles are whole numbers that the type holds exactly. `first_byte` is a multiple of the element.
void fill_stretch(TransferType type, const Stretch& stretch, std::int64_t first_byte,
                  std::span<std::byte> out);

/// Summands of a reduction over `ranks` ranks: element i of rank s is w(i) (1 + s mod k), so that the sum
/// over all ranks is w(i) times a constant, every partial sum is a whole number that the type holds exactly
/// (modulo 256 for char) in any order, and a summand that is missing, doubled, or of another element or
/// repetition changes the sum.
class Summands {
 public:
  /// `times`: how often every rank adds its summands (MPI_Accumulate repeated into one place).
  Summands(TransferType type, int ranks, std::int64_t generation, std::int64_t times = 1);

  [[nodiscard]] std::int64_t contribution(int rank, std::int64_t element) const;
  [[nodiscard]] std::int64_t sum(std::int64_t element) const;  ///< over all ranks, `times` times
  [[nodiscard]] std::int64_t before(
      std::int64_t element) const;  ///< what an accumulated window holds at first

 private:
  [[nodiscard]] std::int64_t weight(std::int64_t element) const;

  std::int64_t generation_;
  std::int64_t cycle_ = 16;  ///< halved until every partial sum is exact
  std::int64_t total_, weights_, times_;
  bool wraps_;
};

/// The guide's own initial contents (5.2.5): element i is 0.1 (rank + 1) + i as float, for IMB-IO the int
/// 10000000 (1 + rank) + i mod 10000000. Writes them from `first_byte`, a multiple of four, on; bytes after
/// the last whole element are zero.
void fill_guide(Suite suite, int rank, std::int64_t first_byte, std::span<std::byte> out);

}  // namespace sonde::check
