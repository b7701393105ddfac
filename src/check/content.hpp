// What checked buffers hold: contents that tell the sender, the block, the repetition and the position apart,
// also in messages of one byte where that is possible.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

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

/// Summands of a reduction over `ranks` ranks. Element i of rank s is w(i) (1 + d), where d is a digit of s,
/// another one in successive elements and repetitions. The sum over all ranks is w(i) times a known constant,
/// every partial sum is a whole number within the type and exact in any order (libraries saturate or wrap
/// where a sum leaves a type), and a summand that is missing, doubled, or of another rank, element or
/// repetition changes a sum. Where even ones are too many for the type, only some of the ranks add a one to
/// an element, the others nothing.
class Summands {
 public:
  /// `times`: how often every rank adds its summands (MPI_Accumulate repeated into one place).
  Summands(TransferType type, int ranks, std::int64_t generation, std::int64_t times = 1);

  [[nodiscard]] std::int64_t contribution(int rank, std::int64_t element) const;
  [[nodiscard]] std::int64_t sum(std::int64_t element) const;  ///< over all ranks, `times` times
  [[nodiscard]] std::int64_t sum_of_first(int ranks, std::int64_t element) const;  ///< over so many of them
  [[nodiscard]] std::int64_t before(
      std::int64_t element) const;  ///< what an accumulated window holds at first

 private:
  /// One digit of the ranks, written to the base: (rank / place) % base.
  struct Digit {
    std::int64_t place = 1;
    std::int64_t total = 0;  ///< of 1 + digit over all ranks
  };

  [[nodiscard]] std::int64_t weight(std::int64_t element) const;
  [[nodiscard]] const Digit& digit_of(std::int64_t element) const;
  [[nodiscard]] std::int64_t shift(std::int64_t element) const { return (element + generation_) % stride_; }
  void choose_digits();
  [[nodiscard]] std::int64_t largest_total() const;

  int ranks_;
  std::int64_t generation_, times_;
  std::int64_t base_ = 16;   ///< halved until every sum stays within the type
  std::int64_t stride_ = 1;  ///< one in so many ranks adds to an element
  std::vector<Digit> digits_;
  std::int64_t weights_ = 1;
};

/// The guide's own initial contents (5.2.5): element i is 0.1 (rank + 1) + i as float, for IMB-IO the int
/// 10000000 (1 + rank) + i mod 10000000. Writes them from `first_byte`, a multiple of four, on; bytes after
/// the last whole element are zero.
void fill_guide(Suite suite, int rank, std::int64_t first_byte, std::span<std::byte> out);

}  // namespace sonde::check
