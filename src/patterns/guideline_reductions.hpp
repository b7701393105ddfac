// Guidelines of collectives that reduce: PGMPI (Hunold, Carpen-Amarie, Euro-Par 2016).
#pragma once
#include <array>
#include <vector>

#include "base/share.hpp"
#include "patterns/guideline_movement.hpp"
#include "patterns/more_collectives.hpp"

namespace sonde::patterns::guidelines {

struct ReduceBcast {
  using Context = CollectiveContext;
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Reduce(s.out, s.in, c.count, c.type, c.op, 0, c.comm), "MPI_Reduce");
    ok(MPI_Bcast(s.in, c.count, c.type, 0, c.comm), "MPI_Bcast");
  }
};

/// A block of the sum on each rank.
inline std::byte* reduce_blocks(const BlocksContext& c, const Slot& s) {
  std::byte* const all = c.blocks_of(s.out);
  if (!c.divides) copy_bytes(all, s.out, c.bytes);
  ok(MPI_Reduce_scatter_block(all, c.own, c.block, c.type, c.op, c.comm), "MPI_Reduce_scatter_block");
  return c.blocks_of(s.in);
}

/// What stands behind the message in its last block is reduced, too: it must be numbers.
struct PaddedContext : BlocksContext {
  static PaddedContext of(const Case& c) {
    PaddedContext made{BlocksContext::of(c)};
    std::memset(c.scratch, 0, static_cast<std::size_t>(blocks_scratch(c.bytes, c.size)));
    return made;
  }
};

struct ReduceScatterBlockAllgather {
  using Context = PaddedContext;
  static void repetition(const Context& c, const Slot& s) {
    std::byte* const all = reduce_blocks(c, s);
    ok(MPI_Allgather(c.own, c.block, c.type, all, c.block, c.type, c.comm), "MPI_Allgather");
    if (!c.divides) copy_bytes(s.in, all, c.bytes);
  }
};

struct ReduceScatterBlockGather {
  using Context = PaddedContext;
  static void repetition(const Context& c, const Slot& s) {
    std::byte* const all = reduce_blocks(c, s);
    ok(MPI_Gather(c.own, c.block, c.type, all, c.block, c.type, s.root, c.comm), "MPI_Gather");
    if (!c.divides && c.rank == s.root) copy_bytes(s.in, all, c.bytes);
  }
};

/// A message split as evenly as possible over the ranks.
class Shares {
 public:
  Shares(const Case& c, const Loop&) : counts_(static_cast<std::size_t>(c.size)), places_(counts_.size()) {
    ok(MPI_Type_size(c.vector_type, &element_), "MPI_Type_size");
    const std::int64_t elements = c.bytes / element_;
    for (int rank = 0; rank < c.size; ++rank) {
      counts_[static_cast<std::size_t>(rank)] = static_cast<int>(share(elements, c.size, rank));
      places_[static_cast<std::size_t>(rank)] = static_cast<int>(share_offset(elements, c.size, rank));
    }
  }
  [[nodiscard]] const int* counts() const { return counts_.data(); }
  [[nodiscard]] const int* places() const { return places_.data(); }
  [[nodiscard]] std::ptrdiff_t bytes_before(int rank) const {
    return std::ptrdiff_t{places_[static_cast<std::size_t>(rank)]} * element_;
  }
  [[nodiscard]] int elements() const { return places_.back() + counts_.back(); }
  [[nodiscard]] std::ptrdiff_t bytes_of(int rank) const {
    return std::ptrdiff_t{counts_[static_cast<std::size_t>(rank)]} * element_;
  }

 private:
  std::vector<int> counts_, places_;
  int element_ = 1;
};

struct SharesContext {
  MPI_Comm comm;
  const int *counts, *places;
  int mine, all;  ///< elements
  MPI_Datatype type;
  MPI_Op op;
  std::ptrdiff_t before, bytes;  ///< this rank's share: where it begins in the message, how long it is
  std::byte* scratch;
  static SharesContext of(const Case& c, const Shares& kept) {
    return {c.comm,
            kept.counts(),
            kept.places(),
            kept.counts()[c.rank],
            kept.elements(),
            c.vector_type,
            c.op,
            kept.bytes_before(c.rank),
            kept.bytes_of(c.rank),
            c.scratch};
  }
};

struct OfShares {
  using LoopState = Shares;
  using Context = SharesContext;
};

/// Of the sum this rank's share lands where it stands in the message.
struct ReduceScatterAllgatherv : OfShares {
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Reduce_scatter(s.out, s.in + c.before, c.counts, c.type, c.op, c.comm), "MPI_Reduce_scatter");
    ok(MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, s.in, c.counts, c.places, c.type, c.comm),
       "MPI_Allgatherv");
  }
};

struct ReduceScatterGatherv : OfShares {
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Reduce_scatter(s.out, c.scratch, c.counts, c.type, c.op, c.comm), "MPI_Reduce_scatter");
    ok(MPI_Gatherv(c.scratch, c.mine, c.type, s.in, c.counts, c.places, c.type, s.root, c.comm),
       "MPI_Gatherv");
  }
};

struct ReduceByReduceScatter : OfAllAtOne {
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Reduce_scatter(s.out, s.in, c.last - s.root, c.type, c.op, c.comm), "MPI_Reduce_scatter");
  }
};

struct ReduceScatterOfAll {
  using Context = ScratchContext;
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Reduce(s.out, c.scratch, c.of_all, c.type, c.op, 0, c.comm), "MPI_Reduce");
    ok(MPI_Scatter(c.scratch, c.count, c.type, s.in, c.count, c.type, 0, c.comm), "MPI_Scatter");
  }
};

struct BlockOfAllreduce {
  using Context = ScratchContext;
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Allreduce(s.out, c.scratch, c.of_all, c.type, c.op, c.comm), "MPI_Allreduce");
    copy_bytes(s.in, c.scratch + c.rank * c.bytes, c.bytes);
  }
};

struct ShareOfAllreduce : OfShares {
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Allreduce(s.out, c.scratch, c.all, c.type, c.op, c.comm), "MPI_Allreduce");
    copy_bytes(s.in, c.scratch + c.before, c.bytes);
  }
};

struct ReduceThenScatterv : OfShares {
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Reduce(s.out, c.scratch, c.all, c.type, c.op, 0, c.comm), "MPI_Reduce");
    ok(MPI_Scatterv(c.scratch, c.counts, c.places, c.type, s.in, c.mine, c.type, 0, c.comm), "MPI_Scatterv");
  }
};

/// What the first rank receives of MPI_Exscan is not defined.
struct ExscanReduceLocal {
  using Context = ScratchContext;
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Exscan(s.out, s.in, c.count, c.type, c.op, c.comm), "MPI_Exscan");
    if (c.rank == 0)
      copy_bytes(s.in, s.out, c.bytes);
    else
      ok(MPI_Reduce_local(s.out, s.in, c.count, c.type, c.op), "MPI_Reduce_local");
  }
};

inline constexpr std::array reduction_guidelines{
    guideline_row<Allreduce, ReduceBcast>("G5", "Allreduce_as_Reduce_Bcast",
                                          "MPI_Allreduce, and MPI_Reduce and MPI_Bcast", summed),
    guideline_row<Allreduce, ReduceScatterBlockAllgather>(
        "G6", "Allreduce_as_Reduce_scatter_block_Allgather",
        "MPI_Allreduce, and MPI_Reduce_scatter_block and MPI_Allgather of X/P bytes",
        with_scratch(summed, blocks_scratch)),
    guideline_row<Allreduce, ReduceScatterAllgatherv>(
        "G7", "Allreduce_as_Reduce_scatter_Allgatherv",
        "MPI_Allreduce, and MPI_Reduce_scatter and MPI_Allgatherv in place", summed),
    guideline_row<Reduce, Allreduce>("G14", "Reduce_as_Allreduce", "MPI_Reduce, and MPI_Allreduce",
                                     summed_at_the_root),
    guideline_row<Reduce, ReduceScatterBlockGather>(
        "G15", "Reduce_as_Reduce_scatter_block_Gather",
        "MPI_Reduce, and MPI_Reduce_scatter_block and MPI_Gather of X/P bytes",
        with_scratch(summed_at_the_root, blocks_scratch)),
    guideline_row<Reduce, ReduceScatterGatherv>("G16", "Reduce_as_Reduce_scatter_Gatherv",
                                                "MPI_Reduce, and MPI_Reduce_scatter and MPI_Gatherv",
                                                with_scratch(summed_at_the_root, blocks_scratch)),
    guideline_row<Reduce, ReduceByReduceScatter>("G17", "Reduce_as_Reduce_scatter",
                                                 "MPI_Reduce, and MPI_Reduce_scatter with all at the root",
                                                 summed_at_the_root),
    guideline_row<ReduceScatterBlock, ReduceScatterOfAll>(
        "G18", "Reduce_scatter_block_as_Reduce_then_Scatter",
        "MPI_Reduce_scatter_block, and MPI_Reduce of P X bytes and MPI_Scatter",
        with_scratch(summed_blocks, all_messages_scratch)),
    guideline_row<ReduceScatterBlock, ReduceScatter>("G19", "Reduce_scatter_block_as_Reduce_scatter",
                                                     "MPI_Reduce_scatter_block, and MPI_Reduce_scatter",
                                                     summed_blocks),
    guideline_row<ReduceScatterBlock, BlockOfAllreduce>(
        "G20", "Reduce_scatter_block_as_Allreduce",
        "MPI_Reduce_scatter_block, and MPI_Allreduce of P X bytes",
        with_scratch(summed_blocks, all_messages_scratch)),
    guideline_row<ReduceScatter, ShareOfAllreduce>("G21", "Reduce_scatter_as_Allreduce",
                                                   "MPI_Reduce_scatter of X bytes in all, and MPI_Allreduce",
                                                   with_scratch(summed_shares, message_scratch)),
    guideline_row<ReduceScatter, ReduceThenScatterv>(
        "G22", "Reduce_scatter_as_Reduce_Scatterv",
        "MPI_Reduce_scatter of X bytes in all, and MPI_Reduce and MPI_Scatterv",
        with_scratch(summed_shares, message_scratch)),
    guideline_row<more::Scan, ExscanReduceLocal>("G23", "Scan_as_Exscan_Reduce_local",
                                                 "MPI_Scan, and MPI_Exscan and MPI_Reduce_local",
                                                 summed_up_to_each),
};

}  // namespace sonde::patterns::guidelines
