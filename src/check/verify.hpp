// Checking one repetition: what every buffer holds before it, and whether what arrived is right.
//
// Around each checked repetition (never inside the clock) a rank calls, with the same `Facts`:
//   fill_send   on what it sends,
//   fill_file   on the part of a file that is read,
//   spoil       on what it receives into, so that data that never arrived is found,
// runs the pattern, and then `verify` on what it received. A rank that receives nothing passes an empty span
// or does not call.
//
// ExpectedContent     | sent by rank s                          | received by rank q
// --------------------|-----------------------------------------|----------------------------------------
// from_peer           | X in partitions, each its own block     | X of rank q xor 1
// from_left           | X                                       | X of rank q-1
// from_left_in_place  | X, in the buffer that is received into  | X of rank q-1
// from_drawn_...      | X                                       | X of the rank that was drawn last for q
// from_flow           | X                                       | X of the sender to q, if there is one
// from_first          | X                                       | X of rank 0, on all others
// from_all_others     | X                                       | P-1 blocks at rank 0, block s of rank s+1
// from_grid_neighbours| 2 d messages, one in each direction     | place d: the neighbour's message d xor 1
// from_grid_blocks    | 2 d blocks                              | place d: the neighbour's block d
//                     | (two to the same rank: alike)           |
// from_grid_ranks     | X                                       | place d: the neighbour's message
// from_neighbours     | two messages: to the right, to the left | q-1's first, then q+1's second (see below)
// from_root           | X at the root; others are spoiled       | X of the root (in place: one buffer)
// scattered           | P blocks at the root                    | block q of the root
// gathered(_at_root)  | X                                       | P blocks, block s of rank s
// transposed          | P blocks, block d for rank d            | P blocks, block s is block q of rank s
// reduced(_at_root)   | summands of X bytes                     | the sum, X bytes
// reduced_block       | summands of P X bytes                   | block q of the sum
// reduced_locally     | summands of X bytes                     | old content (see spoil) and own summands
// window_from_partner | W messages                              | W messages of rank q +- P/2, in place
// window_at_answering | the same from the first half            | the same on the second half
// windows_from_others | W messages                              | at rank 0: W messages of rank 1, 2, ...
// window_from_first   | W messages at rank 0                    | W messages of rank 0, on all others
// summed_up_to        | summands of X bytes                     | the sum over ranks 0 to q
// summed_before       | summands of X bytes                     | the sum over ranks 0 to q-1, not on rank 0
// reduced_scattered   | summands of X bytes                     | this rank's share of the sum
// plugin_says         | X, or several of them, each a block     | place i: what the plug-in says
// file_written        | the rank's share of X for `section`     | the file's section, see `FileView`
// file_read           | the file: fill_file by position         | the bytes from `position` on
//
// Exchange may receive both messages into one buffer of X bytes (guide 7.1): then the second one, q+1's, is
// expected.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "catalog/benchmark.hpp"
#include "catalog/flows.hpp"
#include "catalog/transfer_type.hpp"

namespace sonde::check {

struct Facts;

/// What a plug-in expects (ExpectedContent::plugin_says).
class OwnContent {
 public:
  virtual ~OwnContent() = default;
  /// The X bytes at a place of the receive buffer, which lives until the next call; empty: nothing certain.
  [[nodiscard]] virtual std::span<const std::byte> at(const Facts& facts, std::int64_t place) const = 0;
};

/// What of a file `verify` is shown under `file_written`.
enum class FileView {
  blocks,  ///< X bytes: the shares of all ranks in rank order
  own,     ///< the share of this rank alone
};

/// One checked repetition as rank `rank` of a group of `ranks` sees it.
struct Facts {
  TransferType type = TransferType::byte_type;
  int ranks = 1;
  int rank = 0;
  int root = 0;
  std::int64_t bytes = 0;           ///< message length X
  std::uint64_t seed = 0;           ///< of partners that are drawn
  std::int64_t repetition = 0;      ///< for which they are
  FlowMap flows{};                  ///< who sends to whom
  const int* neighbours = nullptr;  ///< on a grid, in each of `directions`
  int directions = 0;
  std::int64_t in_flight = 1;   ///< messages of a window
  std::int64_t partitions = 1;  ///< equal ones of a message, each with a block number of its own
  int thread = 0, threads = 1;  ///< of each rank: what they send differs
  int pair_distance = 0;        ///< ranks from one of a pair to the other; 0: half of them
  int chain_step = 1;           ///< ranks from one of a chain to the next
  std::int64_t generation = 0;  ///< number of the checked repetition, equal on all ranks, new every time
  std::int64_t section = 0;     ///< which disjoint section of a window or file
  std::int64_t position = 0;    ///< file_read: where in the file the buffer comes from
  FileView view = FileView::blocks;
  const OwnContent* own = nullptr;
};

/// The outcome: `wrong` elements, and the first of them.
struct Defect {
  std::int64_t wrong = 0;  ///< elements that differ; 0: all is right
  std::int64_t index = 0;  ///< of the first wrong element
  std::string got, expected;
  std::string text;  ///< one sentence for a person; empty where all is right

  [[nodiscard]] bool found() const { return wrong > 0; }
};

/// Writes the bytes [from, from + out.size()) of a content; `from` is a multiple of the element.
using Content = std::function<void(std::int64_t from, std::span<std::byte> out)>;

/// What a send buffer of `bytes` bytes holds, and what a receive buffer of so many holds before: no byte in
/// it is what is expected there; under reduced_locally it is what is added to.
[[nodiscard]] Content sent(ExpectedContent expect, const Facts& facts, std::int64_t bytes);
[[nodiscard]] Content spoiled(ExpectedContent expect, const Facts& facts, std::int64_t bytes);

/// Fills a whole buffer with that.
void fill_send(ExpectedContent expect, const Facts& facts, std::span<std::byte> send);
void spoil(ExpectedContent expect, const Facts& facts, std::span<std::byte> received);
/// What a file holds from `position` on before it is read.
void fill_file(const Facts& facts, std::span<std::byte> part);

/// The content `verify` expects, written to `out`, which has the size of the received buffer.
void expected(ExpectedContent expect, const Facts& facts, std::span<std::byte> out);

/// A received buffer of `bytes` bytes beside a content from `start` on, in pieces. Compares byte by byte,
/// counts wrong elements. Needs a few KiB, whatever the size of the buffer.
class ContentComparison {
 public:
  ContentComparison(Content content, const Facts& facts, std::int64_t bytes, std::int64_t start = 0);
  ContentComparison(ExpectedContent expect, const Facts& facts, std::int64_t bytes);
  /// The bytes of the buffer from `from` on, a whole element.
  void look(std::int64_t from, std::span<const std::byte> received);
  [[nodiscard]] Defect result() const;

 private:
  Content content_;
  Facts facts_;
  std::int64_t bytes_, start_;
  Defect defect_;
};

/// Compares a whole received buffer with a content.
[[nodiscard]] Defect verify(const Content& content, const Facts& facts, std::span<const std::byte> received);

/// Who sent the message that arrives last at this rank under from_drawn_..., and at all under from_flow;
/// -1: none does.
[[nodiscard]] int drawn_sender(ExpectedContent expect, const Facts& facts);

/// The same with what is expected. `from`: a whole element, where in what is expected the bytes begin.
[[nodiscard]] Defect verify(ExpectedContent expect, const Facts& facts, std::span<const std::byte> received,
                            std::int64_t from = 0);

}  // namespace sonde::check
