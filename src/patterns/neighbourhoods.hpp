// Neighbourhood collectives on the graph of a periodic grid. They run by name.
#pragma once
#include <algorithm>
#include <array>
#include <limits>

#include "engine/loops.hpp"
#include "mpi/error.hpp"
#include "mpi/handles.hpp"

namespace sonde::patterns::neighbourhoods {

using engine::Slot;
using mpi::ok;

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

struct NeighborAllgather {
  using LoopState = Neighbourhood;
  using Context = GraphContext;
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Neighbor_allgather(s.out, c.count, c.type, s.in, c.count, c.type, c.comm),
       "MPI_Neighbor_allgather");
  }
};

struct NeighborAllgatherv {
  using LoopState = Neighbourhood;
  using Context = PlacedContext;
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Neighbor_allgatherv(s.out, c.count, c.type, s.in, c.counts, c.places, c.type, c.comm),
       "MPI_Neighbor_allgatherv");
  }
};

struct NeighborAlltoall {
  using LoopState = Neighbourhood;
  using Context = GraphContext;
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Neighbor_alltoall(s.out, c.count, c.type, s.in, c.count, c.type, c.comm), "MPI_Neighbor_alltoall");
  }
};

struct NeighborAlltoallv {
  using LoopState = Neighbourhood;
  using Context = PlacedContext;
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Neighbor_alltoallv(s.out, c.counts, c.places, c.type, s.in, c.counts, c.places, c.type, c.comm),
       "MPI_Neighbor_alltoallv");
  }
};

struct NeighborAlltoallw {
  using LoopState = Neighbourhood;
  using Context = TypedContext;
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Neighbor_alltoallw(s.out, c.counts, c.places, c.types, s.in, c.counts, c.places, c.types, c.comm),
       "MPI_Neighbor_alltoallw");
  }
};

constexpr Benchmark neighbour_row(std::string_view name, std::string_view summary, Extent send,
                                  Measure measure) {
  const bool one_message = send == Extent::message;
  return {.name = name,
          .summary = summary,
          .suite = Suite::sonde,
          .klass = TransferClass::stencil,
          .optional = true,
          .message = {.send = send, .receive = Extent::per_neighbour},
          .needs = {.processes = {.least = 4, .grid = 2}, .library = Feature::unsimulated},
          .expect = one_message ? ExpectedContent::from_grid_ranks : ExpectedContent::from_grid_blocks,
          .metric = {.messages = 2 * static_cast<int>(directions)},
          .modes = {{{"", Counting::per_sample, measure}}}};
}

inline constexpr std::array<Benchmark, 5> neighbour_rows{{
    neighbour_row("Neighbor_allgather", "MPI_Neighbor_allgather: X bytes to every neighbour", Extent::message,
                  engine::measure<NeighborAllgather>),
    neighbour_row("Neighbor_allgatherv", "MPI_Neighbor_allgatherv: X bytes to every neighbour",
                  Extent::message, engine::measure<NeighborAllgatherv>),
    neighbour_row("Neighbor_alltoall", "MPI_Neighbor_alltoall: another X bytes to every neighbour",
                  Extent::per_neighbour, engine::measure<NeighborAlltoall>),
    neighbour_row("Neighbor_alltoallv", "MPI_Neighbor_alltoallv: another X bytes to every neighbour",
                  Extent::per_neighbour, engine::measure<NeighborAlltoallv>),
    neighbour_row("Neighbor_alltoallw", "MPI_Neighbor_alltoallw: another X bytes to every neighbour",
                  Extent::per_neighbour, engine::measure<NeighborAlltoallw>),
}};

}  // namespace sonde::patterns::neighbourhoods
