// Non-blocking and persistent forms of the collectives that IMB-NBC and IMB-MPI4 leave out: prefix sums,
// Alltoallw, Reduce_scatter_block and neighbourhoods. They run by name; each has two rows, beside computation
// and alone (_pure).
#pragma once
#include <array>

#include "patterns/more_collectives.hpp"
#include "patterns/neighbourhoods.hpp"
#include "patterns/nonblocking.hpp"
#include "patterns/persistent.hpp"

namespace sonde::patterns::started_ones {

using more::BlockLayout;
using neighbourhoods::Neighbourhood;

// Non-blocking.

struct Iscan : NonBlocking<CollectiveContext> {
  static Handle start(const Context& c, const Slot& s) {
    ok(MPI_Iscan(s.out, s.in, c.count, c.type, c.op, c.comm, c.request), "MPI_Iscan");
    return c.request;
  }
};

struct Iexscan : NonBlocking<CollectiveContext> {
  static Handle start(const Context& c, const Slot& s) {
    ok(MPI_Iexscan(s.out, s.in, c.count, c.type, c.op, c.comm, c.request), "MPI_Iexscan");
    return c.request;
  }
};

struct Ialltoallw : NonBlocking<more::Alltoallw::Context, BlockLayout> {
  static Handle start(const Context& c, const Slot& s) {
    ok(MPI_Ialltoallw(s.out, c.counts, c.places, c.types, s.in, c.counts, c.places, c.types, c.comm,
                      c.request),
       "MPI_Ialltoallw");
    return c.request;
  }
};

struct IreduceScatterBlock : NonBlocking<CollectiveContext> {
  static Handle start(const Context& c, const Slot& s) {
    ok(MPI_Ireduce_scatter_block(s.out, s.in, c.count, c.type, c.op, c.comm, c.request),
       "MPI_Ireduce_scatter_block");
    return c.request;
  }
};

struct IneighborAllgather : NonBlocking<neighbourhoods::GraphContext, Neighbourhood> {
  static Handle start(const Context& c, const Slot& s) {
    ok(MPI_Ineighbor_allgather(s.out, c.count, c.type, s.in, c.count, c.type, c.comm, c.request),
       "MPI_Ineighbor_allgather");
    return c.request;
  }
};

struct IneighborAllgatherv : NonBlocking<neighbourhoods::PlacedContext, Neighbourhood> {
  static Handle start(const Context& c, const Slot& s) {
    ok(MPI_Ineighbor_allgatherv(s.out, c.count, c.type, s.in, c.counts, c.places, c.type, c.comm, c.request),
       "MPI_Ineighbor_allgatherv");
    return c.request;
  }
};

struct IneighborAlltoall : NonBlocking<neighbourhoods::GraphContext, Neighbourhood> {
  static Handle start(const Context& c, const Slot& s) {
    ok(MPI_Ineighbor_alltoall(s.out, c.count, c.type, s.in, c.count, c.type, c.comm, c.request),
       "MPI_Ineighbor_alltoall");
    return c.request;
  }
};

struct IneighborAlltoallv : NonBlocking<neighbourhoods::PlacedContext, Neighbourhood> {
  static Handle start(const Context& c, const Slot& s) {
    ok(MPI_Ineighbor_alltoallv(s.out, c.counts, c.places, c.type, s.in, c.counts, c.places, c.type, c.comm,
                               c.request),
       "MPI_Ineighbor_alltoallv");
    return c.request;
  }
};

struct IneighborAlltoallw : NonBlocking<neighbourhoods::TypedContext, Neighbourhood> {
  static Handle start(const Context& c, const Slot& s) {
    ok(MPI_Ineighbor_alltoallw(s.out, c.counts, c.places, c.types, s.in, c.counts, c.places, c.types, c.comm,
                               c.request),
       "MPI_Ineighbor_alltoallw");
    return c.request;
  }
};

// Persistent.

inline int scan_init(const Case& c, const Slot& s, MPI_Request* request) {
  return SONDE_PERSISTENT(Scan)(s.out, s.in, c.count, c.type, c.op, c.comm, c.info, request);
}
inline int exscan_init(const Case& c, const Slot& s, MPI_Request* request) {
  return SONDE_PERSISTENT(Exscan)(s.out, s.in, c.count, c.type, c.op, c.comm, c.info, request);
}
inline int reduce_scatter_block_init(const Case& c, const Slot& s, MPI_Request* request) {
  return SONDE_PERSISTENT(Reduce_scatter_block)(s.out, s.in, c.count, c.type, c.op, c.comm, c.info, request);
}

// What the requests below are views of stays until they are freed.

/// As Init, with what the arguments are views of.
template <class Owner>
using OwnedInit = int (*)(const Case&, const Owner&, const Slot&, MPI_Request*);

template <class Owner, OwnedInit<Owner> init>
void owned(const Case& c, const Loop& loop, LoopSample& sample) {
  const Owner owner(c, loop);
  engine::measure_persistent(
      [&owner](const Case& of, const Slot& s, MPI_Request* request) { return init(of, owner, s, request); },
      c, loop, sample);
}
template <class Owner, OwnedInit<Owner> init>
void owned_beside(const Case& c, const Loop& loop, LoopSample& sample) {
  const Owner owner(c, loop);
  engine::measure_persistent_beside(
      [&owner](const Case& of, const Slot& s, MPI_Request* request) { return init(of, owner, s, request); },
      c, loop, sample);
}
template <class Owner, OwnedInit<Owner> init>
inline constexpr Ways owned_ways{owned_beside<Owner, init>, owned<Owner, init>};

inline int alltoallw_init(const Case& c, const BlockLayout& b, const Slot& s, MPI_Request* request) {
  return SONDE_PERSISTENT(Alltoallw)(s.out, b.counts(), b.places(), b.types(), s.in, b.counts(), b.places(),
                                     b.types(), c.comm, c.info, request);
}
inline int neighbor_allgather_init(const Case& c, const Neighbourhood& n, const Slot& s,
                                   MPI_Request* request) {
  return SONDE_PERSISTENT(Neighbor_allgather)(s.out, c.count, c.type, s.in, c.count, c.type, n.comm(), c.info,
                                              request);
}
inline int neighbor_allgatherv_init(const Case& c, const Neighbourhood& n, const Slot& s,
                                    MPI_Request* request) {
  return SONDE_PERSISTENT(Neighbor_allgatherv)(s.out, c.count, c.type, s.in, n.counts(), n.places(), c.type,
                                               n.comm(), c.info, request);
}
inline int neighbor_alltoall_init(const Case& c, const Neighbourhood& n, const Slot& s,
                                  MPI_Request* request) {
  return SONDE_PERSISTENT(Neighbor_alltoall)(s.out, c.count, c.type, s.in, c.count, c.type, n.comm(), c.info,
                                             request);
}
inline int neighbor_alltoallv_init(const Case& c, const Neighbourhood& n, const Slot& s,
                                   MPI_Request* request) {
  return SONDE_PERSISTENT(Neighbor_alltoallv)(s.out, n.counts(), n.places(), c.type, s.in, n.counts(),
                                              n.places(), c.type, n.comm(), c.info, request);
}
inline int neighbor_alltoallw_init(const Case& c, const Neighbourhood& n, const Slot& s,
                                   MPI_Request* request) {
  return SONDE_PERSISTENT(Neighbor_alltoallw)(s.out, n.counts(), n.byte_places(), n.types(), s.in, n.counts(),
                                              n.byte_places(), n.types(), n.comm(), c.info, request);
}

// Rows.

using neighbourhoods::on_a_grid;

constexpr Pair on_a_grid(const Pair& rows) {
  return {on_a_grid(rows[0]), on_a_grid(rows[1])};
}

inline constexpr std::array non_blocking_pairs{
    by_name(non_blocking<Iscan, "Iscan", "MPI_Iscan of X bytes">(summed_up_to_each)),
    by_name(non_blocking<Iexscan, "Iexscan", "MPI_Iexscan of X bytes">(summed_before_each)),
    by_name(
        non_blocking<Ialltoallw, "Ialltoallw", "MPI_Ialltoallw with X bytes from every rank to every other">(
            from_all_to_all)),
    by_name(
        non_blocking<IreduceScatterBlock, "Ireduce_scatter_block", "MPI_Ireduce_scatter_block of P X bytes">(
            summed_blocks)),
    on_a_grid(non_blocking<IneighborAllgather, "Ineighbor_allgather",
                           "MPI_Ineighbor_allgather: X bytes to every neighbour">(to_all_neighbours)),
    on_a_grid(non_blocking<IneighborAllgatherv, "Ineighbor_allgatherv",
                           "MPI_Ineighbor_allgatherv: X bytes to every neighbour">(to_all_neighbours)),
    on_a_grid(non_blocking<IneighborAlltoall, "Ineighbor_alltoall",
                           "MPI_Ineighbor_alltoall: another X bytes to every neighbour">(to_each_neighbour)),
    on_a_grid(non_blocking<IneighborAlltoallv, "Ineighbor_alltoallv",
                           "MPI_Ineighbor_alltoallv: another X bytes to every neighbour">(to_each_neighbour)),
    on_a_grid(non_blocking<IneighborAlltoallw, "Ineighbor_alltoallw",
                           "MPI_Ineighbor_alltoallw: another X bytes to every neighbour">(to_each_neighbour)),
};

inline constexpr std::array more_persistent_pairs{
    by_name(persistent<"Scan">("a started MPI_Scan of X bytes", summed_up_to_each, started_ways<scan_init>)),
    by_name(persistent<"Exscan">("a started MPI_Exscan of X bytes", summed_before_each,
                                 started_ways<exscan_init>)),
    by_name(persistent<"Alltoallw">("a started MPI_Alltoallw with X bytes from every rank to every other",
                                    from_all_to_all, owned_ways<BlockLayout, alltoallw_init>)),
    by_name(persistent<"Reduce_scatter_block">("a started MPI_Reduce_scatter_block of P X bytes",
                                               summed_blocks, started_ways<reduce_scatter_block_init>)),
    on_a_grid(persistent<"Neighbor_allgather">("a started MPI_Neighbor_allgather: X bytes to every neighbour",
                                               to_all_neighbours,
                                               owned_ways<Neighbourhood, neighbor_allgather_init>)),
    on_a_grid(persistent<"Neighbor_allgatherv">(
        "a started MPI_Neighbor_allgatherv: X bytes to every neighbour", to_all_neighbours,
        owned_ways<Neighbourhood, neighbor_allgatherv_init>)),
    on_a_grid(persistent<"Neighbor_alltoall">(
        "a started MPI_Neighbor_alltoall: another X bytes to every neighbour", to_each_neighbour,
        owned_ways<Neighbourhood, neighbor_alltoall_init>)),
    on_a_grid(persistent<"Neighbor_alltoallv">(
        "a started MPI_Neighbor_alltoallv: another X bytes to every neighbour", to_each_neighbour,
        owned_ways<Neighbourhood, neighbor_alltoallv_init>)),
    on_a_grid(persistent<"Neighbor_alltoallw">(
        "a started MPI_Neighbor_alltoallw: another X bytes to every neighbour", to_each_neighbour,
        owned_ways<Neighbourhood, neighbor_alltoallw_init>)),
};

}  // namespace sonde::patterns::started_ones
