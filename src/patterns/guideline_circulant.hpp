// Guidelines of collectives against messages on circulant graphs, for any number of ranks in the least number
// of rounds: Bruck et al. (1997), Bar-Noy, Kipnis, Schieber (1993), Träff (2024). Operations must commute.
#pragma once
#include <algorithm>
#include <array>
#include <bit>

#include "patterns/guideline_reductions.hpp"

namespace sonde::patterns::guidelines {

/// Who meets whom: in round k ranks that are skip(k) apart, s_0 = 1, ..., s_q = P, each half of the next,
/// rounded up.
struct CirculantContext {
  MPI_Comm comm;
  int rank, size, rounds;
  MPI_Datatype type;
  MPI_Op op;
  static CirculantContext of(const Case& c) {
    const auto rounds = static_cast<int>(std::bit_width(static_cast<unsigned>(c.size - 1)));
    return {c.comm, c.rank, c.size, rounds, c.vector_type, c.op};
  }
  [[nodiscard]] int skip(int round) const { return ((size - 1) >> (rounds - round)) + 1; }
  [[nodiscard]] int before(int distance) const {
    return rank >= distance ? rank - distance : rank - distance + size;
  }
  [[nodiscard]] int after(int distance) const { return before(size - distance); }
  void exchange(const std::byte* out, int to, std::byte* in, int from, int count) const {
    constexpr int tag = 1;
    ok(MPI_Sendrecv(out, count, type, to, tag, in, count, type, from, tag, comm, MPI_STATUS_IGNORE),
       "MPI_Sendrecv");
  }
  void add(const std::byte* what, std::byte* to, int count) const {
    ok(MPI_Reduce_local(what, to, count, type, op), "MPI_Reduce_local");
  }
};

/// Blocks of all ranks, block i that of the rank i places after this one.
struct CirculantBlocks : CirculantContext {
  int block;  ///< elements
  std::ptrdiff_t block_bytes,
      bytes;  ///< of a block, of all but what stands behind the message in the last one
  std::byte *kept, *came;

  /// A message for each rank.
  static CirculantBlocks of_messages(const Case& c) {
    static_cast<void>(count_of_all(c, c.count));
    const auto message = static_cast<std::ptrdiff_t>(c.bytes), all = message * c.size;
    CirculantBlocks made{CirculantContext::of(c), c.count, message, all, c.scratch, c.scratch + all};
    made.type = c.type;
    return made;
  }
  /// One message cut into blocks. What stands behind it is reduced, too: it must be numbers.
  static CirculantBlocks of_one(const Case& c) {
    const BlocksContext blocks = BlocksContext::of(c);
    const auto message = static_cast<std::ptrdiff_t>(c.bytes);
    const std::ptrdiff_t one = message / std::max(c.counts[0], 1) * blocks.block;
    const std::ptrdiff_t room = (c.size * one + 15) / 16 * 16;
    std::memset(c.scratch, 0, static_cast<std::size_t>(2 * room));
    return {CirculantContext::of(c), blocks.block, one, message, c.scratch, c.scratch + room};
  }
  [[nodiscard]] std::byte* place(int at) const { return kept + at * block_bytes; }
  /// Bytes of the message before this rank's block.
  [[nodiscard]] std::ptrdiff_t ahead() const { return std::min(rank * block_bytes, bytes); }
  void take(const std::byte* message) const {
    copy_bytes(kept, message + ahead(), bytes - ahead());
    copy_bytes(place(size - rank), message, ahead());
  }
  void give(std::byte* message) const {
    copy_bytes(message + ahead(), kept, bytes - ahead());
    copy_bytes(message, place(size - rank), ahead());
  }
  /// Of the sum of all ranks' blocks this rank's is left in the first place.
  void reduce_scatter() const {
    for (int round = rounds; round-- > 0;) {
      const int apart = skip(round), more = (skip(round + 1) - apart) * block;
      exchange(place(apart), after(apart), came, before(apart), more);
      add(came, kept, more);
    }
  }
  /// From the first place of each rank to all places.
  void allgather() const {
    for (int round = 0; round < rounds; ++round) {
      const int apart = skip(round), more = (skip(round + 1) - apart) * block;
      exchange(kept, before(apart), place(apart), after(apart), more);
    }
  }
};

struct MessagesOfAll : CirculantBlocks {
  static MessagesOfAll of(const Case& c) { return {of_messages(c)}; }
};
struct BlocksOfOne : CirculantBlocks {
  static BlocksOfOne of(const Case& c) { return {of_one(c)}; }
};

struct CirculantAllgather {
  using Context = MessagesOfAll;
  static void repetition(const Context& c, const Slot& s) {
    copy_bytes(c.kept, s.out, c.block_bytes);
    c.allgather();
    c.give(s.in);
  }
};

struct CirculantReduceScatterBlock {
  using Context = MessagesOfAll;
  static void repetition(const Context& c, const Slot& s) {
    c.take(s.out);
    c.reduce_scatter();
    copy_bytes(s.in, c.kept, c.block_bytes);
  }
};

struct CirculantAllreduceOfBlocks {
  using Context = BlocksOfOne;
  static void repetition(const Context& c, const Slot& s) {
    c.take(s.out);
    c.reduce_scatter();
    c.allgather();
    c.give(s.in);
  }
};

struct CirculantReduceOfBlocks {
  using Context = BlocksOfOne;
  static void repetition(const Context& c, const Slot& s) {
    c.take(s.out);
    c.reduce_scatter();
    ok(MPI_Gather(c.kept, c.block, c.type, c.came, c.block, c.type, s.root, c.comm), "MPI_Gather");
    if (c.rank == s.root) copy_bytes(s.in, c.came, c.bytes);
  }
};

/// Two messages of scratch.
struct WholeContext : CirculantContext {
  int count;
  std::ptrdiff_t bytes;
  std::byte *sum, *came;
  static WholeContext of(const Case& c) {
    const auto bytes = static_cast<std::ptrdiff_t>(c.bytes);
    return {CirculantContext::of(c), c.count, bytes, c.scratch, c.scratch + (bytes + 15) / 16 * 16};
  }
};

/// After round k this rank has the sum of those up to s_k - 1 places after it, and what grows is that sum
/// without its own part: where s_k+1 is odd, the others' part overlaps by this rank's, and is sent without
/// the sender's own.
struct CirculantAllreduce {
  using Context = WholeContext;
  static void repetition(const Context& c, const Slot& s) {
    c.exchange(s.out, c.before(1), s.in, c.after(1), c.count);
    for (int round = 1; round < c.rounds; ++round) {
      const int apart = c.skip(round);
      if (c.skip(round + 1) == 2 * apart) {
        copy_bytes(c.sum, s.in, c.bytes);
        c.add(s.out, c.sum, c.count);
        c.exchange(c.sum, c.before(apart), c.came, c.after(apart), c.count);
      } else {
        c.exchange(s.in, c.before(apart - 1), c.came, c.after(apart - 1), c.count);
      }
      c.add(c.came, s.in, c.count);
    }
    c.add(s.out, s.in, c.count);
  }
};

/// Of the ranks counted from the root, those from s_k on send their sums s_k places back, in rounds from the
/// last to the first.
struct CirculantReduce {
  using Context = WholeContext;
  static void repetition(const Context& c, const Slot& s) {
    constexpr int tag = 1;
    const int mine = c.before(s.root);
    std::byte* const sum = mine == 0 ? s.in : c.sum;
    const std::byte* have = s.out;
    for (int round = c.rounds; round-- > 0;) {
      const int apart = c.skip(round);
      if (mine >= apart) {
        ok(MPI_Send(have, c.count, c.type, c.before(apart), tag, c.comm), "MPI_Send");
        return;
      }
      if (mine >= c.skip(round + 1) - apart) continue;
      std::byte* const into = have == s.out ? sum : c.came;
      ok(MPI_Recv(into, c.count, c.type, c.after(apart), tag, c.comm, MPI_STATUS_IGNORE), "MPI_Recv");
      c.add(have == s.out ? have : into, sum, c.count);
      have = sum;
    }
  }
};

/// All messages, and those that come at once.
constexpr std::int64_t circulant_scratch(std::int64_t bytes, int processes) {
  return all_messages_scratch(bytes, processes + processes / 2);
}
/// The message rounded up to whole blocks, twice.
constexpr std::int64_t twice_scratch(std::int64_t bytes, int processes) {
  return 2 * (bytes + 16 * (std::int64_t{processes} + 1));
}

template <class Left, class Right>
constexpr Benchmark circulant_row(std::string_view name, std::string_view summary, const Movement& moved) {
  Benchmark row = guideline_row<Left, Right>("G28", name, summary, moved);
  row.needs.processes.least = 2;
  return row;
}

inline constexpr std::array circulant_guidelines{
    circulant_row<Allgather, CirculantAllgather>("Allgather_as_circulant_graph",
                                                 "MPI_Allgather, and MPI_Sendrecv on a circulant graph",
                                                 with_scratch(to_everybody, all_messages_scratch)),
    circulant_row<Allreduce, CirculantAllreduce>(
        "Allreduce_as_circulant_graph",
        "MPI_Allreduce, and MPI_Sendrecv of whole messages on a circulant graph",
        with_scratch(summed, twice_scratch)),
    circulant_row<Allreduce, CirculantAllreduceOfBlocks>(
        "Allreduce_as_circulant_blocks",
        "MPI_Allreduce, and reduce-scatter and allgather of X/P bytes by MPI_Sendrecv on a circulant graph",
        with_scratch(summed, twice_scratch)),
    circulant_row<Reduce, CirculantReduce>("Reduce_as_circulant_graph",
                                           "MPI_Reduce, and MPI_Send of whole messages on a circulant graph",
                                           with_scratch(summed_at_the_root, twice_scratch)),
    circulant_row<Reduce, CirculantReduceOfBlocks>(
        "Reduce_as_circulant_blocks",
        "MPI_Reduce, and reduce-scatter of X/P bytes by MPI_Sendrecv on a circulant graph, and MPI_Gather",
        with_scratch(summed_at_the_root, twice_scratch)),
    circulant_row<ReduceScatterBlock, CirculantReduceScatterBlock>(
        "Reduce_scatter_block_as_circulant_graph",
        "MPI_Reduce_scatter_block, and MPI_Sendrecv on a circulant graph",
        with_scratch(summed_blocks, circulant_scratch)),
};

}  // namespace sonde::patterns::guidelines
