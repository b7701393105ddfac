// Guidelines of collectives against themselves in a hierarchy: within nodes, and between one rank of each.
// The ranks of a node stand side by side, as many on each (Resource::nodes).
#pragma once
#include <array>

#include "patterns/guideline_reductions.hpp"

namespace sonde::patterns::guidelines {

/// Of a node, and of its ranks' places there; the rank at a place of one node and those at the same of all
/// others are a lane.
struct NodePlace {
  int node, place;
  static NodePlace of(int rank, int on_node) { return {rank / on_node, rank % on_node}; }
};

struct NodesContext : CollectiveContext {
  MPI_Comm node, lane;
  NodePlace mine;
  int on_node;                   ///< ranks
  int of_all, of_node, of_lane;  ///< elements of the messages of as many ranks
  std::ptrdiff_t bytes;          ///< of a message
  std::byte* scratch;
  static NodesContext of(const Case& c) {
    const int on_node = c.ranks_of_node, all = count_of_all(c, c.count);
    return {CollectiveContext::of(c),
            c.node,
            c.lane,
            NodePlace::of(c.rank, on_node),
            on_node,
            all,
            c.count * on_node,
            c.count * (c.size / on_node),
            static_cast<std::ptrdiff_t>(c.bytes),
            c.scratch};
  }
};

struct HierarchicBcast {
  using Context = NodesContext;
  static void repetition(const Context& c, const Slot& s) {
    const NodePlace root = NodePlace::of(s.root, c.on_node);
    if (c.mine.place == root.place)
      ok(MPI_Bcast(s.in, c.count, c.type, root.node, c.lane), "MPI_Bcast between nodes");
    ok(MPI_Bcast(s.in, c.count, c.type, root.place, c.node), "MPI_Bcast");
  }
};

struct HierarchicReduce {
  using Context = NodesContext;
  static void repetition(const Context& c, const Slot& s) {
    const NodePlace root = NodePlace::of(s.root, c.on_node);
    ok(MPI_Reduce(s.out, c.scratch, c.count, c.type, c.op, root.place, c.node), "MPI_Reduce");
    if (c.mine.place == root.place)
      ok(MPI_Reduce(c.scratch, s.in, c.count, c.type, c.op, root.node, c.lane), "MPI_Reduce between nodes");
  }
};

struct HierarchicAllreduce {
  using Context = NodesContext;
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Reduce(s.out, s.in, c.count, c.type, c.op, 0, c.node), "MPI_Reduce");
    if (c.mine.place == 0)
      ok(MPI_Allreduce(MPI_IN_PLACE, s.in, c.count, c.type, c.op, c.lane), "MPI_Allreduce between nodes");
    ok(MPI_Bcast(s.in, c.count, c.type, 0, c.node), "MPI_Bcast");
  }
};

struct HierarchicGather {
  using Context = NodesContext;
  static void repetition(const Context& c, const Slot& s) {
    const NodePlace root = NodePlace::of(s.root, c.on_node);
    ok(MPI_Gather(s.out, c.count, c.type, c.scratch, c.count, c.type, root.place, c.node), "MPI_Gather");
    if (c.mine.place == root.place)
      ok(MPI_Gather(c.scratch, c.of_node, c.type, s.in, c.of_node, c.type, root.node, c.lane),
         "MPI_Gather between nodes");
  }
};

struct HierarchicScatter {
  using Context = NodesContext;
  static void repetition(const Context& c, const Slot& s) {
    const NodePlace root = NodePlace::of(s.root, c.on_node);
    if (c.mine.place == root.place)
      ok(MPI_Scatter(s.out, c.of_node, c.type, c.scratch, c.of_node, c.type, root.node, c.lane),
         "MPI_Scatter between nodes");
    ok(MPI_Scatter(c.scratch, c.count, c.type, s.in, c.count, c.type, root.place, c.node), "MPI_Scatter");
  }
};

struct HierarchicAllgather {
  using Context = NodesContext;
  static void repetition(const Context& c, const Slot& s) {
    std::byte* const of_node = s.in + c.mine.node * c.on_node * c.bytes;
    ok(MPI_Gather(s.out, c.count, c.type, of_node, c.count, c.type, 0, c.node), "MPI_Gather");
    if (c.mine.place == 0)
      ok(MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, s.in, c.of_node, c.type, c.lane),
         "MPI_Allgather between nodes");
    ok(MPI_Bcast(s.in, c.of_all, c.type, 0, c.node), "MPI_Bcast");
  }
};

struct HierarchicReduceScatterBlock {
  using Context = NodesContext;
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Reduce(s.out, c.scratch, c.of_all, c.type, c.op, 0, c.node), "MPI_Reduce");
    if (c.mine.place == 0)
      ok(MPI_Reduce_scatter_block(MPI_IN_PLACE, c.scratch, c.of_node, c.type, c.op, c.lane),
         "MPI_Reduce_scatter_block between nodes");
    ok(MPI_Scatter(c.scratch, c.count, c.type, s.in, c.count, c.type, 0, c.node), "MPI_Scatter");
  }
};

/// The last rank of a node has the sum of all of it. What the first one receives of MPI_Exscan is not
/// defined.
struct HierarchicScan {
  using Context = NodesContext;
  static void repetition(const Context& c, const Slot& s) {
    const int last = c.on_node - 1;
    ok(MPI_Scan(s.out, s.in, c.count, c.type, c.op, c.node), "MPI_Scan");
    if (c.mine.place == last)
      ok(MPI_Exscan(s.in, c.scratch, c.count, c.type, c.op, c.lane), "MPI_Exscan between nodes");
    if (c.mine.node == 0) return;
    ok(MPI_Bcast(c.scratch, c.count, c.type, last, c.node), "MPI_Bcast");
    ok(MPI_Reduce_local(c.scratch, s.in, c.count, c.type, c.op), "MPI_Reduce_local");
  }
};

/// The messages of a node's ranks, or of a lane's: at most half of all.
constexpr std::int64_t half_scratch(std::int64_t bytes, int processes) {
  return all_messages_scratch(bytes, processes / 2);
}

template <class Left, class Right>
constexpr Benchmark nodes_row(std::string_view id, std::string_view name, std::string_view summary,
                              const Movement& moved) {
  Benchmark row = guideline_row<Left, Right>(id, name, summary, moved);
  row.needs = {.processes = {.least = 4}, .resource = Resource::nodes};
  return row;
}

template <class Left, class Right>
constexpr Benchmark hierarchy_row(std::string_view name, std::string_view summary, const Movement& moved) {
  return nodes_row<Left, Right>("G26", name, summary, moved);
}

inline constexpr std::array hierarchy_guidelines{
    hierarchy_row<Allgather, HierarchicAllgather>(
        "Allgather_as_hierarchy", "MPI_Allgather, and MPI_Gather and MPI_Bcast in nodes and it between them",
        to_everybody),
    hierarchy_row<Allreduce, HierarchicAllreduce>(
        "Allreduce_as_hierarchy", "MPI_Allreduce, and MPI_Reduce and MPI_Bcast in nodes and it between them",
        summed),
    hierarchy_row<Bcast, HierarchicBcast>("Bcast_as_hierarchy",
                                          "MPI_Bcast, and it between nodes, then in them", from_the_root),
    hierarchy_row<Gather, HierarchicGather>("Gather_as_hierarchy",
                                            "MPI_Gather, and it in nodes, then between them",
                                            with_scratch(to_the_root, half_scratch)),
    hierarchy_row<Reduce, HierarchicReduce>("Reduce_as_hierarchy",
                                            "MPI_Reduce, and it in nodes, then between them",
                                            with_scratch(summed_at_the_root, message_scratch)),
    hierarchy_row<ReduceScatterBlock, HierarchicReduceScatterBlock>(
        "Reduce_scatter_block_as_hierarchy",
        "MPI_Reduce_scatter_block, and MPI_Reduce and MPI_Scatter in nodes and it between them",
        with_scratch(summed_blocks, all_messages_scratch)),
    hierarchy_row<more::Scan, HierarchicScan>(
        "Scan_as_hierarchy", "MPI_Scan, and it and MPI_Bcast in nodes and MPI_Exscan between them",
        with_scratch(summed_up_to_each, message_scratch)),
    hierarchy_row<Scatter, HierarchicScatter>("Scatter_as_hierarchy",
                                              "MPI_Scatter, and it between nodes, then in them",
                                              with_scratch(spread_by_the_root, half_scratch)),
};

}  // namespace sonde::patterns::guidelines
