// A barrier of all threads of all ranks.
#pragma once
#include "engine/threads.hpp"
#include "mpi/error.hpp"

namespace sonde::patterns {

/// First the threads of a rank wait for each other, then each for the same thread of the other ranks.
struct ThreadBarrier {
  struct LoopState {
    std::barrier<>* together;
    LoopState(const Case&, const Loop& loop) : together(loop.together) {}
  };
  struct Context {
    MPI_Comm comm;
    std::barrier<>* together;
    static Context of(const Case& c, const LoopState& kept) { return {c.comm, kept.together}; }
  };
  static void repetition(const Context& c, const engine::Slot&) {
    c.together->arrive_and_wait();
    mpi::ok(MPI_Barrier(c.comm), "MPI_Barrier");
  }
};

}  // namespace sonde::patterns
