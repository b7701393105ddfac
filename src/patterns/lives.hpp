// Life of a communicator, a window or a datatype: made, used, freed. Rows that run by name.
#pragma once
#include <array>

#include "engine/loops.hpp"
#include "mpi/error.hpp"

namespace sonde::patterns::lives {

using engine::Slot;
using mpi::ok;

struct GroupContext {
  MPI_Comm comm;
  int rank;
  std::array<int, 2> neighbours;  ///< on a periodic chain
  std::array<int, 2> dimensions;  ///< of a grid of all ranks
  static GroupContext of(const Case& c) {
    const int side = largest_divisor_to_root(c.size);
    return {c.comm, c.rank, {(c.rank + c.size - 1) % c.size, (c.rank + 1) % c.size}, {c.size / side, side}};
  }
  static int largest_divisor_to_root(int n) {
    int found = 1;
    for (int d = 2; d * d <= n; ++d)
      if (n % d == 0) found = d;
    return found;
  }
};

struct Duplicate {
  static void make(const GroupContext& c, MPI_Comm* made) { ok(MPI_Comm_dup(c.comm, made), "MPI_Comm_dup"); }
};

/// Into one part, in the order of the ranks.
struct Split {
  static void make(const GroupContext& c, MPI_Comm* made) {
    ok(MPI_Comm_split(c.comm, 0, c.rank, made), "MPI_Comm_split");
  }
};

struct StartedDuplicate {
  static void make(const GroupContext& c, MPI_Comm* made) {
    MPI_Request request = MPI_REQUEST_NULL;
    ok(MPI_Comm_idup(c.comm, made, &request), "MPI_Comm_idup");
    ok(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
  }
};

/// A periodic grid as square as can be; ranks keep their numbers.
struct GridOfAll {
  static void make(const GroupContext& c, MPI_Comm* made) {
    constexpr std::array<int, 2> periods{1, 1};
    ok(MPI_Cart_create(c.comm, 2, c.dimensions.data(), periods.data(), 0, made), "MPI_Cart_create");
  }
};

/// Both neighbours of a periodic chain, both ways.
struct ChainGraph {
  static void make(const GroupContext& c, MPI_Comm* made) {
    const auto* ends = c.neighbours.data();
    ok(MPI_Dist_graph_create_adjacent(c.comm, 2, ends, MPI_UNWEIGHTED, 2, ends, MPI_UNWEIGHTED, MPI_INFO_NULL,
                                      0, made),
       "MPI_Dist_graph_create_adjacent");
  }
};

/// Of the group of all ranks.
struct FromGroup {
  static void make(const GroupContext& c, MPI_Comm* made) {
    MPI_Group group = MPI_GROUP_NULL;
    ok(MPI_Comm_group(c.comm, &group), "MPI_Comm_group");
    ok(MPI_Comm_create_group(c.comm, group, 0, made), "MPI_Comm_create_group");
    ok(MPI_Group_free(&group), "MPI_Group_free");
  }
};

template <class How>
struct Life {
  using Context = GroupContext;
  static void repetition(const Context& c, const Slot&) {
    MPI_Comm made = MPI_COMM_NULL;
    How::make(c, &made);
    ok(MPI_Barrier(made), "MPI_Barrier");
    ok(MPI_Comm_free(&made), "MPI_Comm_free");
  }
};

/// X bytes on every rank that the library allocates. Freeing waits for all ranks.
struct WindowOfLibrary {
  struct Context {
    MPI_Comm comm;
    MPI_Info info;
    MPI_Aint bytes;
    static Context of(const Case& c) { return {c.comm, c.info, static_cast<MPI_Aint>(c.bytes)}; }
  };
  static void repetition(const Context& c, const Slot&) {
    void* memory = nullptr;
    MPI_Win window = MPI_WIN_NULL;
    ok(MPI_Win_allocate(c.bytes, 1, c.info, c.comm, static_cast<void*>(&memory), &window),
       "MPI_Win_allocate");
    ok(MPI_Win_free(&window), "MPI_Win_free");
  }
};

/// Every other one of 128 doubles: a type that no library takes for a contiguous one. No rank waits for
/// another.
struct StridedType {
  struct Context {
    static Context of(const Case&) { return {}; }
  };
  static void repetition(const Context&, const Slot&) {
    MPI_Datatype made = MPI_DATATYPE_NULL;
    ok(MPI_Type_vector(64, 1, 2, MPI_DOUBLE, &made), "MPI_Type_vector");
    ok(MPI_Type_commit(&made), "MPI_Type_commit");
    ok(MPI_Type_free(&made), "MPI_Type_free");
  }
};

/// A session, the communicator of all processes made from it, a barrier, and their ends.
struct SessionLife {
  struct Context {
    static Context of(const Case&) { return {}; }
  };
  static void repetition(const Context&, const Slot&) {
#if MPI_VERSION >= 4
    MPI_Session session = MPI_SESSION_NULL;
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Comm made = MPI_COMM_NULL;
    ok(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session), "MPI_Session_init");
    ok(MPI_Group_from_session_pset(session, "mpi://WORLD", &group), "MPI_Group_from_session_pset");
    ok(MPI_Comm_create_from_group(group, "sonde", MPI_INFO_NULL, MPI_ERRORS_RETURN, &made),
       "MPI_Comm_create_from_group");
    ok(MPI_Barrier(made), "MPI_Barrier");
    ok(MPI_Group_free(&group), "MPI_Group_free");
    ok(MPI_Comm_free(&made), "MPI_Comm_free");
    ok(MPI_Session_finalize(&session), "MPI_Session_finalize");
#endif
  }
};

constexpr Benchmark life_row(std::string_view name, std::string_view summary, Measure measure,
                             Feature feature = Feature::none) {
  return {.name = name,
          .summary = summary,
          .suite = Suite::sonde,
          .optional = true,
          .message = no_message,
          .needs = {.library = feature},
          .expect = ExpectedContent::entered_by_all,
          .modes = {{{"", Counting::per_sample, measure}}}};
}

constexpr Benchmark of_window(Benchmark row) {
  row.message = {.receive = Extent::none};
  return row;
}
constexpr Benchmark of_all_processes(Benchmark row) {
  row.axis = Axis::world;
  return row;
}
constexpr Benchmark of_one_rank(Benchmark row) {
  row.expect = ExpectedContent::nothing;
  return row;
}

inline constexpr std::array<Benchmark, 9> life_rows{{
    life_row("Comm_dup", "MPI_Comm_dup, a barrier on what it made, MPI_Comm_free",
             engine::measure<Life<Duplicate>>),
    life_row("Comm_split", "MPI_Comm_split into one part, a barrier on it, MPI_Comm_free",
             engine::measure<Life<Split>>),
    life_row("Comm_idup", "MPI_Comm_idup and MPI_Wait, a barrier on what it made, MPI_Comm_free",
             engine::measure<Life<StartedDuplicate>>, Feature::unsimulated),
    life_row("Comm_create_group",
             "MPI_Comm_create_group of all ranks, a barrier on what it made, MPI_Comm_free",
             engine::measure<Life<FromGroup>>),
    life_row("Cart_create", "MPI_Cart_create of a periodic grid, a barrier on it, MPI_Comm_free",
             engine::measure<Life<GridOfAll>>),
    life_row("Dist_graph_create_adjacent",
             "MPI_Dist_graph_create_adjacent of a periodic chain, a barrier on it, MPI_Comm_free",
             engine::measure<Life<ChainGraph>>, Feature::unsimulated),
    of_all_processes(life_row(
        "Session", "MPI_Session_init, the communicator of all processes from it, a barrier, and their ends",
        engine::measure<SessionLife>, Feature::sessions)),
    of_window(life_row("Win_allocate", "MPI_Win_allocate of X bytes on every rank and MPI_Win_free",
                       engine::measure<WindowOfLibrary>)),
    of_one_rank(life_row("Type_commit",
                         "MPI_Type_vector of every other one of 128 doubles, MPI_Type_commit, MPI_Type_free",
                         engine::measure<StridedType>)),
}};

}  // namespace sonde::patterns::lives
