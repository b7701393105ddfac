// Life of a communicator: made out of the group's, used for one barrier, freed. Rows that run by name.
#pragma once
#include <array>

#include "engine/loops.hpp"
#include "mpi/error.hpp"

namespace sonde::patterns::communicators {

using engine::Slot;
using mpi::ok;

struct GroupContext {
  MPI_Comm comm;
  int rank;
  static GroupContext of(const Case& c) { return {c.comm, c.rank}; }
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

constexpr Benchmark life_row(std::string_view name, std::string_view summary, Measure measure,
                             Feature feature = Feature::none) {
  return {.name = name,
          .summary = summary,
          .suite = Suite::sonde,
          .optional = true,
          .message = no_message,
          .needs = {.library = feature},
          .expect = Expect::entered_by_all,
          .modes = {{{"", Counting::per_sample, measure}}}};
}

inline constexpr std::array<Benchmark, 3> communicator_rows{{
    life_row("Comm_dup", "MPI_Comm_dup, a barrier on what it made, MPI_Comm_free",
             engine::measure<Life<Duplicate>>),
    life_row("Comm_split", "MPI_Comm_split into one part, a barrier on it, MPI_Comm_free",
             engine::measure<Life<Split>>),
    life_row("Comm_idup", "MPI_Comm_idup and MPI_Wait, a barrier on what it made, MPI_Comm_free",
             engine::measure<Life<StartedDuplicate>>, Feature::unsimulated),
}};

}  // namespace sonde::patterns::communicators
