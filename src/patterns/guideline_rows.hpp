// What rows of performance guidelines share: a call (left), and another way to the same end (right) that must
// not be faster. Copies within a rank stand inside the clock; memory beyond the buffers of the call is the
// case's scratch.
#pragma once
#include <cstring>
#include <limits>

#include "engine/turn_loops.hpp"
#include "patterns/collective_rows.hpp"

namespace sonde::patterns::guidelines {

/// How many bytes of scratch a right side needs beside a message of `bytes` on each of so many processes.
constexpr std::int64_t message_scratch(std::int64_t bytes, int) {
  return bytes;
}
constexpr std::int64_t all_messages_scratch(std::int64_t bytes, int processes) {
  return bytes > std::numeric_limits<std::int64_t>::max() / processes ? -1 : bytes * processes;
}
/// A block, and the message rounded up to whole blocks.
constexpr std::int64_t blocks_scratch(std::int64_t bytes, int processes) {
  constexpr std::int64_t largest_element = 16;
  return bytes + bytes / processes + 2 * largest_element * (processes + 1);
}

constexpr Movement with_scratch(Movement moved, ExtentFunction scratch) {
  moved.message.scratch_bytes = scratch;
  return moved;
}

/// The times of both sides are those of the whole composition; no rate is defined.
constexpr Benchmark compared_row(std::string_view id, std::string_view name, std::string_view summary,
                                 const Movement& moved, Measure in_turn) {
  Benchmark row = by_name(collective_row(name, summary, moved, in_turn));
  row.guideline = id;
  return row;
}

template <class Left, class Right>
constexpr Benchmark guideline_row(std::string_view id, std::string_view name, std::string_view summary,
                                  const Movement& moved) {
  return compared_row(id, name, summary, moved, engine::measure_in_turn<Left, Right>);
}

/// Elements of the messages of all ranks together.
inline int count_of_all(const Case& c, int count) {
  ok(std::int64_t{count} * c.size <= std::numeric_limits<int>::max() ? MPI_SUCCESS : MPI_ERR_COUNT,
     "more elements than MPI's counts can express");
  return count * c.size;
}

}  // namespace sonde::patterns::guidelines
