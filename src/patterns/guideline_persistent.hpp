// Guidelines of persistent collectives: started and waited for, they are not slower than their non-blocking
// forms. Not those whose second start is defective in MPICH 4.0.2: allgather, gather and scatter.
#pragma once
#include <array>

#include "patterns/guideline_calls.hpp"
#include "patterns/persistent.hpp"
#include "patterns/ways_to_send.hpp"

namespace sonde::patterns::guidelines {

/// The requests, and which of them is next.
template <Init init>
struct StartedInTurn {
  engine::PersistentRequests requests;
  engine::RequestRing next;
  StartedInTurn(const Case& c, const Loop& loop) : requests(init, c, loop), next(requests.ring()) {}
};

template <Init init>
struct StartAndWait {
  using LoopState = StartedInTurn<init>;
  struct Context {
    engine::RequestRing* next;
    static Context of(const Case&, LoopState& kept) { return {&kept.next}; }
  };
  static void repetition(const Context& c, const Slot&) {
    MPI_Request* const request = c.next->slot();
    c.next->step();
    ways::start(request);
    ways::wait(request);
  }
};

template <Init init, class Started>
constexpr Benchmark started_row(std::string_view name, std::string_view summary, const Movement& moved) {
  Benchmark row = guideline_row<StartAndWait<init>, AndWait<Started>>("C3", name, summary, moved);
  row.needs.library = Feature::persistent_collectives;
  return row;
}

inline constexpr std::array started_guidelines{
    started_row<allreduce_init, Iallreduce>(
        "Allreduce_init_as_Iallreduce", "a started MPI_Allreduce, and MPI_Iallreduce and MPI_Wait", summed),
    started_row<alltoall_init, Ialltoall>("Alltoall_init_as_Ialltoall",
                                          "a started MPI_Alltoall, and MPI_Ialltoall and MPI_Wait",
                                          from_all_to_all),
    started_row<barrier_init, Ibarrier>(
        "Barrier_init_as_Ibarrier", "a started MPI_Barrier, and MPI_Ibarrier and MPI_Wait", nothing_moved),
    started_row<bcast_init, Ibcast>("Bcast_init_as_Ibcast",
                                    "a started MPI_Bcast, and MPI_Ibcast and MPI_Wait", from_the_root),
    started_row<reduce_init, Ireduce>(
        "Reduce_init_as_Ireduce", "a started MPI_Reduce, and MPI_Ireduce and MPI_Wait", summed_at_the_root),
    started_row<reduce_scatter_init, IreduceScatter>(
        "Reduce_scatter_init_as_Ireduce_scatter",
        "a started MPI_Reduce_scatter, and MPI_Ireduce_scatter and MPI_Wait", summed_shares),
};

}  // namespace sonde::patterns::guidelines
