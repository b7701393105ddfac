// Neighbourhood collectives on the graph of a periodic grid. They run by name.
#pragma once
#include <algorithm>
#include <array>
#include <limits>

#include "mpi/handles.hpp"
#include "patterns/collective_rows.hpp"

namespace sonde::patterns::neighbourhoods {

inline constexpr std::size_t directions = 4;

/// The communicator of the graph, and counts and places of the blocks, made before the ranks line up. What
/// comes from direction d is expected in place d. Block d goes the other way, so that it comes to place d of
/// another rank.
class Neighbourhood {
 public:
  Neighbourhood(const Case& c, const Loop&) {
    std::copy_n(c.neighbours, directions, sources_.begin());
    for (std::size_t d = 0; d < directions; ++d) destinations_[d] = sources_[d ^ 1U];
    MPI_Comm made = MPI_COMM_NULL;
    constexpr auto degree = static_cast<int>(directions);
    ok(MPI_Dist_graph_create_adjacent(c.comm, degree, sources_.data(), MPI_UNWEIGHTED, degree,
                                      destinations_.data(), MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &made),
       "MPI_Dist_graph_create_adjacent");
    comm_ = mpi::Communicator(made);
    const bool fits = std::int64_t{c.count} * degree <= std::numeric_limits<int>::max();
    ok(fits ? MPI_SUCCESS : MPI_ERR_COUNT, "places of blocks of this length do not fit in an int");
    counts_.fill(c.count);
    types_.fill(c.type);
    for (std::size_t d = 0; d < directions; ++d) {
      places_[d] = static_cast<int>(d) * c.count;
      byte_places_[d] = static_cast<MPI_Aint>(d) * static_cast<MPI_Aint>(c.bytes);
    }
  }
  [[nodiscard]] MPI_Comm comm() const { return comm_.get(); }
  [[nodiscard]] const int* counts() const { return counts_.data(); }
  [[nodiscard]] const int* places() const { return places_.data(); }
  [[nodiscard]] const MPI_Aint* byte_places() const { return byte_places_.data(); }
  [[nodiscard]] const MPI_Datatype* types() const { return types_.data(); }

 private:
  std::array<int, directions> sources_{}, destinations_{}, counts_{}, places_{};
  std::array<MPI_Aint, directions> byte_places_{};
  std::array<MPI_Datatype, directions> types_{};
  mpi::Communicator comm_;
};

/// Of blocks that are all alike.
struct GraphContext {
  MPI_Comm comm;
  int count;
  MPI_Datatype type;
  static GraphContext of(const Case& c, const Neighbourhood& kept) { return {kept.comm(), c.count, c.type}; }
};

/// With counts and places in elements.
struct PlacedContext {
  MPI_Comm comm;
  int count;
  MPI_Datatype type;
  const int *counts, *places;
  static PlacedContext of(const Case& c, const Neighbourhood& kept) {
    return {kept.comm(), c.count, c.type, kept.counts(), kept.places()};
  }
};

/// With types, and places in bytes.
struct TypedContext {
  MPI_Comm comm;
  const int* counts;
  const MPI_Aint* places;
  const MPI_Datatype* types;
  static TypedContext of(const Case&, const Neighbourhood& kept) {
    return {kept.comm(), kept.counts(), kept.byte_places(), kept.types()};
  }
};

template <class ContextOf>
struct OnGraph {
  using LoopState = Neighbourhood;
  using Context = ContextOf;
};

struct NeighborAllgather : OnGraph<GraphContext> {
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Neighbor_allgather(s.out, c.count, c.type, s.in, c.count, c.type, c.comm),
       "MPI_Neighbor_allgather");
  }
};

struct NeighborAllgatherv : OnGraph<PlacedContext> {
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Neighbor_allgatherv(s.out, c.count, c.type, s.in, c.counts, c.places, c.type, c.comm),
       "MPI_Neighbor_allgatherv");
  }
};

struct NeighborAlltoall : OnGraph<GraphContext> {
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Neighbor_alltoall(s.out, c.count, c.type, s.in, c.count, c.type, c.comm), "MPI_Neighbor_alltoall");
  }
};

struct NeighborAlltoallv : OnGraph<PlacedContext> {
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Neighbor_alltoallv(s.out, c.counts, c.places, c.type, s.in, c.counts, c.places, c.type, c.comm),
       "MPI_Neighbor_alltoallv");
  }
};

struct NeighborAlltoallw : OnGraph<TypedContext> {
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Neighbor_alltoallw(s.out, c.counts, c.places, c.types, s.in, c.counts, c.places, c.types, c.comm),
       "MPI_Neighbor_alltoallw");
  }
};

/// On the graph of a periodic grid. Nothing that computes beside has a rate (guide 4.2.5).
constexpr Benchmark on_a_grid(Benchmark row) {
  row.klass = TransferClass::stencil;
  row.needs.processes = {.least = 4, .grid = 2};
  if (row.needs.library == Feature::none) row.needs.library = Feature::unsimulated;
  if (!row.overlapped) row.metric.messages = 2 * static_cast<int>(directions);
  return by_name(row);
}

inline constexpr std::array neighbour_rows{
    on_a_grid(collective<NeighborAllgather>(
        "Neighbor_allgather", "MPI_Neighbor_allgather: X bytes to every neighbour", to_all_neighbours)),
    on_a_grid(collective<NeighborAllgatherv>(
        "Neighbor_allgatherv", "MPI_Neighbor_allgatherv: X bytes to every neighbour", to_all_neighbours)),
    on_a_grid(collective<NeighborAlltoall>(
        "Neighbor_alltoall", "MPI_Neighbor_alltoall: another X bytes to every neighbour", to_each_neighbour)),
    on_a_grid(collective<NeighborAlltoallv>("Neighbor_alltoallv",
                                            "MPI_Neighbor_alltoallv: another X bytes to every neighbour",
                                            to_each_neighbour)),
    on_a_grid(collective<NeighborAlltoallw>("Neighbor_alltoallw",
                                            "MPI_Neighbor_alltoallw: another X bytes to every neighbour",
                                            to_each_neighbour)),
};

}  // namespace sonde::patterns::neighbourhoods
