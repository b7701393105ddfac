// Guidelines of collectives that move data: PGMPI (Hunold, Carpen-Amarie, Euro-Par 2016), van de Geijn's
// broadcast.
#pragma once
#include <array>
#include <vector>

#include "patterns/guideline_rows.hpp"
#include "patterns/movement.hpp"
#include "patterns/reductions.hpp"

namespace sonde::patterns::guidelines {

/// Of right sides that collect the messages of all ranks in scratch.
struct ScratchContext : CollectiveContext {
  int rank, size;
  int of_all;            ///< elements of all messages
  std::ptrdiff_t bytes;  ///< of a message
  std::byte* scratch;
  static ScratchContext of(const Case& c) {
    return {CollectiveContext::of(c),
            c.rank,
            c.size,
            count_of_all(c, c.count),
            static_cast<std::ptrdiff_t>(c.bytes),
            c.scratch};
  }
};

inline void copy_bytes(std::byte* to, const std::byte* from, std::ptrdiff_t bytes) {
  if (bytes > 0) std::memcpy(to, from, static_cast<std::size_t>(bytes));
}

struct GatherBcast {
  using Context = ScratchContext;
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Gather(s.out, c.count, c.type, s.in, c.count, c.type, 0, c.comm), "MPI_Gather");
    ok(MPI_Bcast(s.in, c.of_all, c.type, 0, c.comm), "MPI_Bcast");
  }
};

/// The own message is copied into a block for each rank.
struct AllgatherByAlltoall {
  using Context = ScratchContext;
  static void repetition(const Context& c, const Slot& s) {
    for (int rank = 0; rank < c.size; ++rank) copy_bytes(c.scratch + rank * c.bytes, s.out, c.bytes);
    ok(MPI_Alltoall(c.scratch, c.count, c.type, s.in, c.count, c.type, c.comm), "MPI_Alltoall");
  }
};

/// The own message stands among zeros, to which MPI_BOR adds those of the others.
class Zeros {
 public:
  Zeros(const Case& c, const Loop&) : bytes_(static_cast<int>(c.bytes) * c.size) {
    ok(c.bytes * c.size <= std::numeric_limits<int>::max() ? MPI_SUCCESS : MPI_ERR_COUNT,
       "more bytes than MPI's counts can express");
    if (bytes_ > 0) std::memset(c.scratch, 0, static_cast<std::size_t>(bytes_));
  }
  [[nodiscard]] int bytes() const { return bytes_; }

 private:
  int bytes_;
};

struct BitsContext {
  MPI_Comm comm;
  int of_all;  ///< bytes
  std::ptrdiff_t bytes;
  std::byte *scratch, *own;
  static BitsContext of(const Case& c, const Zeros& zeros) {
    const auto bytes = static_cast<std::ptrdiff_t>(c.bytes);
    return {c.comm, zeros.bytes(), bytes, c.scratch, c.scratch + c.rank * bytes};
  }
};

struct AllgatherByAllreduce {
  using LoopState = Zeros;
  using Context = BitsContext;
  static void repetition(const Context& c, const Slot& s) {
    copy_bytes(c.own, s.out, c.bytes);
    ok(MPI_Allreduce(c.scratch, s.in, c.of_all, MPI_BYTE, MPI_BOR, c.comm), "MPI_Allreduce");
  }
};

struct GatherByReduce {
  using LoopState = Zeros;
  using Context = BitsContext;
  static void repetition(const Context& c, const Slot& s) {
    copy_bytes(c.own, s.out, c.bytes);
    ok(MPI_Reduce(c.scratch, s.in, c.of_all, MPI_BYTE, MPI_BOR, s.root, c.comm), "MPI_Reduce");
  }
};

/// A message in blocks, one for each rank of `comm`, all of the same length: where it does not divide, the
/// message is copied to where the last block may be too long.
struct BlocksContext {
  MPI_Comm comm;
  int rank;   ///< in the group
  int block;  ///< elements
  MPI_Datatype type;
  MPI_Op op;
  bool divides;
  std::ptrdiff_t bytes;  ///< of the message
  std::byte *own, *padded;
  static BlocksContext of(const Case& c) { return of(c, c.comm, c.size); }
  static BlocksContext of(const Case& c, MPI_Comm comm, int blocks) {
    int element = 0;
    ok(MPI_Type_size(c.vector_type, &element), "MPI_Type_size");
    ok(element > 0 && element <= 16 ? MPI_SUCCESS : MPI_ERR_COUNT,
       "messages of this length cannot be cut into blocks");
    const std::int64_t elements = c.bytes / element;
    const std::int64_t block = (elements + blocks - 1) / blocks;
    const auto block_bytes = static_cast<std::ptrdiff_t>(block * element);
    return {comm,
            c.rank,
            static_cast<int>(block),
            c.vector_type,
            c.op,
            block * blocks == elements,
            static_cast<std::ptrdiff_t>(c.bytes),
            c.scratch,
            c.scratch + (block_bytes + 15) / 16 * 16};
  }
  /// Where the blocks of `message` are.
  [[nodiscard]] std::byte* blocks_of(std::byte* message) const { return divides ? message : padded; }
};

struct ScatterAllgather {
  using Context = BlocksContext;
  static void repetition(const Context& c, const Slot& s) {
    std::byte* const all = c.blocks_of(s.in);
    const bool root = c.rank == s.root;
    if (root && !c.divides) copy_bytes(all, s.in, c.bytes);
    ok(MPI_Scatter(all, c.block, c.type, c.own, c.block, c.type, s.root, c.comm), "MPI_Scatter");
    ok(MPI_Allgather(c.own, c.block, c.type, all, c.block, c.type, c.comm), "MPI_Allgather");
    if (!root && !c.divides) copy_bytes(s.in, all, c.bytes);
  }
};

/// Counts that are 0 but for one rank, which has all: those of the rank r begin r elements before the last.
class AllAtOne {
 public:
  AllAtOne(const Case& c, const Loop&)
      : counts_(2 * static_cast<std::size_t>(c.size) - 1, 0),
        zeros_(static_cast<std::size_t>(c.size), 0),
        last_(counts_.data() + c.size - 1) {
    *last_ = c.counts[0];
  }
  AllAtOne(const AllAtOne&) = delete;
  AllAtOne& operator=(const AllAtOne&) = delete;
  ~AllAtOne() = default;
  [[nodiscard]] const int* last() const { return last_; }
  [[nodiscard]] const int* zeros() const { return zeros_.data(); }

 private:
  std::vector<int> counts_, zeros_;
  int* last_;
};

struct AllAtOneContext {
  MPI_Comm comm;
  int rank, count;
  MPI_Datatype type;
  MPI_Op op;
  const int *last, *zeros;
  static AllAtOneContext of(const Case& c, const AllAtOne& kept) {
    return {c.comm, c.rank, c.counts[0], c.vector_type, c.op, kept.last(), kept.zeros()};
  }
};

struct OfAllAtOne {
  using LoopState = AllAtOne;
  using Context = AllAtOneContext;
};

struct BcastByAllgatherv : OfAllAtOne {
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, s.in, c.last - s.root, c.zeros, c.type, c.comm),
       "MPI_Allgatherv");
  }
};

/// All that the root sends goes to everybody.
struct ScatterByBcast {
  using Context = ScratchContext;
  static void repetition(const Context& c, const Slot& s) {
    std::byte* const all = c.rank == s.root ? s.out : c.scratch;
    ok(MPI_Bcast(all, c.of_all, c.type, s.root, c.comm), "MPI_Bcast");
    copy_bytes(s.in, all + c.rank * c.bytes, c.bytes);
  }
};

inline constexpr std::array movement_guidelines{
    guideline_row<Allgather, Allgatherv>("G1", "Allgather_as_Allgatherv",
                                         "MPI_Allgather of X bytes a rank, and MPI_Allgatherv", to_everybody),
    guideline_row<Allgather, GatherBcast>("G2", "Allgather_as_Gather_Bcast",
                                          "MPI_Allgather, and MPI_Gather and MPI_Bcast of P X bytes",
                                          to_everybody),
    guideline_row<Allgather, AllgatherByAlltoall>(
        "G3", "Allgather_as_Alltoall", "MPI_Allgather, and MPI_Alltoall of the own message P times",
        with_scratch(to_everybody, all_messages_scratch)),
    guideline_row<Allgather, AllgatherByAllreduce>(
        "G4", "Allgather_as_Allreduce",
        "MPI_Allgather, and MPI_Allreduce (MPI_BOR) of P X bytes, zeros but for the own message",
        with_scratch(to_everybody, all_messages_scratch)),
    guideline_row<Alltoall, Alltoallv>("G8", "Alltoall_as_Alltoallv", "MPI_Alltoall, and MPI_Alltoallv",
                                       from_all_to_all),
    guideline_row<Bcast, ScatterAllgather>("G9", "Bcast_as_Scatter_Allgather",
                                           "MPI_Bcast, and MPI_Scatter and MPI_Allgather of X/P bytes",
                                           with_scratch(from_the_root, blocks_scratch)),
    guideline_row<Bcast, BcastByAllgatherv>("G10", "Bcast_as_Allgatherv",
                                            "MPI_Bcast, and MPI_Allgatherv of X bytes from the root alone",
                                            from_the_root),
    guideline_row<Gather, Allgather>("G11", "Gather_as_Allgather", "MPI_Gather, and MPI_Allgather",
                                     to_the_root),
    guideline_row<Gather, Gatherv>("G12", "Gather_as_Gatherv", "MPI_Gather, and MPI_Gatherv", to_the_root),
    guideline_row<Gather, GatherByReduce>(
        "G13", "Gather_as_Reduce",
        "MPI_Gather, and MPI_Reduce (MPI_BOR) of P X bytes, zeros but for the own message",
        with_scratch(to_the_root, all_messages_scratch)),
    guideline_row<Scatter, ScatterByBcast>("G24", "Scatter_as_Bcast",
                                           "MPI_Scatter, and MPI_Bcast of P X bytes",
                                           with_scratch(spread_by_the_root, all_messages_scratch)),
    guideline_row<Scatter, Scatterv>("G25", "Scatter_as_Scatterv", "MPI_Scatter, and MPI_Scatterv",
                                     spread_by_the_root),
};

}  // namespace sonde::patterns::guidelines
