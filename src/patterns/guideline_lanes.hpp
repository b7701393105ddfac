// Guidelines of collectives against themselves in lanes: the ranks of a node share the data, and each part of
// it goes between the nodes by a communicator of its own (Träff, Hunold, CLUSTER 2020).
#pragma once
#include <array>

#include "mpi/message.hpp"
#include "patterns/guideline_hierarchy.hpp"

namespace sonde::patterns::guidelines {

/// A message in blocks, one for each rank of a node.
struct LaneBlocks : BlocksContext {
  MPI_Comm lane;
  NodePlace mine;
  int on_node;
  int elements;  ///< of the message
  static LaneBlocks of(const Case& c);
};

/// A block of at most half a message, and the message rounded up to whole blocks.
constexpr std::int64_t lane_scratch(std::int64_t bytes, int processes) {
  return blocks_scratch(bytes, 2) + 32 * std::int64_t{processes};
}

inline LaneBlocks LaneBlocks::of(const Case& c) {
  const int on_node = c.ranks_of_node;
  std::memset(c.scratch, 0, static_cast<std::size_t>(lane_scratch(c.bytes, c.size)));
  return {BlocksContext::of(c, c.node, on_node), c.lane, NodePlace::of(c.rank, on_node), on_node, c.count};
}

struct BcastByLanes {
  using Context = LaneBlocks;
  static void repetition(const Context& c, const Slot& s) {
    const NodePlace root = NodePlace::of(s.root, c.on_node);
    std::byte* const all = c.blocks_of(s.in);
    if (c.rank == s.root && !c.divides) copy_bytes(all, s.in, c.bytes);
    if (c.mine.node == root.node)
      ok(MPI_Scatter(all, c.block, c.type, c.own, c.block, c.type, root.place, c.comm), "MPI_Scatter");
    ok(MPI_Bcast(c.own, c.block, c.type, root.node, c.lane), "MPI_Bcast between nodes");
    ok(MPI_Allgather(c.own, c.block, c.type, all, c.block, c.type, c.comm), "MPI_Allgather");
    if (c.rank != s.root && !c.divides) copy_bytes(s.in, all, c.bytes);
  }
};

struct AllreduceByLanes {
  using Context = LaneBlocks;
  static void repetition(const Context& c, const Slot& s) {
    std::byte* const all = reduce_blocks(c, s);
    ok(MPI_Allreduce(MPI_IN_PLACE, c.own, c.block, c.type, c.op, c.lane), "MPI_Allreduce between nodes");
    ok(MPI_Allgather(c.own, c.block, c.type, all, c.block, c.type, c.comm), "MPI_Allgather");
    if (!c.divides) copy_bytes(s.in, all, c.bytes);
  }
};

struct ReduceByLanes {
  using Context = LaneBlocks;
  static void repetition(const Context& c, const Slot& s) {
    const NodePlace root = NodePlace::of(s.root, c.on_node);
    const bool of_root = c.mine.node == root.node;
    std::byte* const all = reduce_blocks(c, s);
    ok(MPI_Reduce(of_root ? MPI_IN_PLACE : c.own, c.own, c.block, c.type, c.op, root.node, c.lane),
       "MPI_Reduce between nodes");
    if (of_root)
      ok(MPI_Gather(c.own, c.block, c.type, all, c.block, c.type, root.place, c.comm), "MPI_Gather");
    if (c.rank == s.root && !c.divides) copy_bytes(s.in, all, c.bytes);
  }
};

/// What the first node receives of MPI_Exscan is not defined.
struct ScanByLanes {
  using Context = LaneBlocks;
  static void repetition(const Context& c, const Slot& s) {
    reduce_blocks(c, s);
    ok(MPI_Scan(s.out, s.in, c.elements, c.type, c.op, c.comm), "MPI_Scan");
    ok(MPI_Exscan(MPI_IN_PLACE, c.own, c.block, c.type, c.op, c.lane), "MPI_Exscan between nodes");
    if (c.mine.node == 0) return;
    ok(MPI_Allgather(c.own, c.block, c.type, c.padded, c.block, c.type, c.comm), "MPI_Allgather");
    ok(MPI_Reduce_local(c.padded, s.in, c.elements, c.type, c.op), "MPI_Reduce_local");
  }
};

/// Of blocks in the order of the ranks: one with room for those of a node, and those of a lane with room for
/// one.
class LaneTypes {
 public:
  LaneTypes(const Case& c, const Loop&) {
    const auto bytes = static_cast<MPI_Aint>(c.bytes), of_node = c.ranks_of_node * bytes;
    one_ = mpi::resized(mpi::contiguous(c.count, c.type).get(), 0, of_node);
    MPI_Datatype made = MPI_DATATYPE_NULL;
    ok(MPI_Type_create_hvector(c.size / c.ranks_of_node, c.count, of_node, c.type, &made),
       "MPI_Type_create_hvector");
    column_ = mpi::resized(mpi::Datatype(made).get(), 0, bytes);
  }
  [[nodiscard]] MPI_Datatype one() const { return one_.get(); }
  [[nodiscard]] MPI_Datatype column() const { return column_.get(); }

 private:
  mpi::Datatype one_, column_;
};

struct LaneContext : NodesContext {
  MPI_Datatype one, column;
  int columns;  ///< of a rank: none of empty messages, which MPICH's ranks pass by where they send none
                ///< themselves
  static LaneContext of(const Case& c, const LaneTypes& kept) {
    return {NodesContext::of(c), kept.one(), kept.column(), c.count > 0 ? 1 : 0};
  }
};

struct OfLanes {
  using LoopState = LaneTypes;
  using Context = LaneContext;
};

struct AllgatherByLanes : OfLanes {
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Allgather(s.out, c.count, c.type, s.in + c.mine.place * c.bytes, c.columns, c.one, c.lane),
       "MPI_Allgather between nodes");
    ok(MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, s.in, c.columns, c.column, c.node), "MPI_Allgather");
  }
};

struct GatherByLanes : OfLanes {
  static void repetition(const Context& c, const Slot& s) {
    const NodePlace root = NodePlace::of(s.root, c.on_node);
    ok(MPI_Gather(s.out, c.count, c.type, c.scratch, c.count, c.type, root.node, c.lane),
       "MPI_Gather between nodes");
    if (c.mine.node == root.node)
      ok(MPI_Gather(c.scratch, c.of_lane, c.type, s.in, c.columns, c.column, root.place, c.node),
         "MPI_Gather");
  }
};

struct ScatterByLanes : OfLanes {
  static void repetition(const Context& c, const Slot& s) {
    const NodePlace root = NodePlace::of(s.root, c.on_node);
    if (c.mine.node == root.node)
      ok(MPI_Scatter(s.out, c.columns, c.column, c.scratch, c.of_lane, c.type, root.place, c.node),
         "MPI_Scatter");
    ok(MPI_Scatter(c.scratch, c.count, c.type, s.in, c.count, c.type, root.node, c.lane),
       "MPI_Scatter between nodes");
  }
};

/// From the ranks of its lane a rank receives what they have for its node.
struct AlltoallByLanes : OfLanes {
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Alltoall(s.out, c.of_node, c.type, c.scratch, c.of_node, c.type, c.lane),
       "MPI_Alltoall between nodes");
    ok(MPI_Alltoall(c.scratch, c.columns, c.column, s.in, c.columns, c.column, c.node), "MPI_Alltoall");
  }
};

/// Blocks are copied into the order of lanes: a sum under types of one's own is not defined.
struct ReduceScatterBlockByLanes {
  using Context = NodesContext;
  static void repetition(const Context& c, const Slot& s) {
    const int nodes = c.of_all == 0 ? 0 : c.of_all / c.of_node;
    std::byte* to = c.scratch;
    for (int place = 0; place < c.on_node; ++place)
      for (int node = 0; node < nodes; ++node, to += c.bytes)
        copy_bytes(to, s.out + (node * c.on_node + place) * c.bytes, c.bytes);
    ok(MPI_Reduce_scatter_block(MPI_IN_PLACE, c.scratch, c.of_lane, c.type, c.op, c.node),
       "MPI_Reduce_scatter_block");
    ok(MPI_Reduce_scatter_block(c.scratch, s.in, c.count, c.type, c.op, c.lane),
       "MPI_Reduce_scatter_block between nodes");
  }
};

template <class Left, class Right>
constexpr Benchmark lane_row(std::string_view name, std::string_view summary, const Movement& moved) {
  return nodes_row<Left, Right>("G27", name, summary, moved);
}

/// SimGrid's collectives take the extent of a resized type for the room that it needs.
template <class Left, class Right>
constexpr Benchmark typed_lane_row(std::string_view name, std::string_view summary, const Movement& moved) {
  Benchmark row = lane_row<Left, Right>(name, summary, moved);
  row.needs.library = Feature::unsimulated;
  return row;
}

inline constexpr std::array lane_guidelines{
    typed_lane_row<Allgather, AllgatherByLanes>(
        "Allgather_as_lanes", "MPI_Allgather, and it in lanes, then in nodes", to_everybody),
    lane_row<Allreduce, AllreduceByLanes>(
        "Allreduce_as_lanes",
        "MPI_Allreduce, and it in lanes between MPI_Reduce_scatter_block and MPI_Allgather in nodes",
        with_scratch(summed, lane_scratch)),
    typed_lane_row<Alltoall, AlltoallByLanes>("Alltoall_as_lanes",
                                              "MPI_Alltoall, and it in lanes, then in nodes",
                                              with_scratch(from_all_to_all, all_messages_scratch)),
    lane_row<Bcast, BcastByLanes>("Bcast_as_lanes",
                                  "MPI_Bcast, and it in lanes between MPI_Scatter and MPI_Allgather in nodes",
                                  with_scratch(from_the_root, lane_scratch)),
    typed_lane_row<Gather, GatherByLanes>("Gather_as_lanes", "MPI_Gather, and it in lanes, then in a node",
                                          with_scratch(to_the_root, half_scratch)),
    lane_row<Reduce, ReduceByLanes>(
        "Reduce_as_lanes",
        "MPI_Reduce, and it in lanes between MPI_Reduce_scatter_block and MPI_Gather in nodes",
        with_scratch(summed_at_the_root, lane_scratch)),
    lane_row<ReduceScatterBlock, ReduceScatterBlockByLanes>(
        "Reduce_scatter_block_as_lanes", "MPI_Reduce_scatter_block, and it in nodes, then in lanes",
        with_scratch(summed_blocks, all_messages_scratch)),
    lane_row<more::Scan, ScanByLanes>(
        "Scan_as_lanes",
        "MPI_Scan, and it in nodes, and MPI_Exscan of what MPI_Reduce_scatter_block leaves to lanes",
        with_scratch(summed_up_to_each, lane_scratch)),
    typed_lane_row<Scatter, ScatterByLanes>("Scatter_as_lanes",
                                            "MPI_Scatter, and it in a node, then in lanes",
                                            with_scratch(spread_by_the_root, half_scratch)),
};

}  // namespace sonde::patterns::guidelines
