// A machine to order for the loops of one rank: its clock moves when it is read and when a call is made, and
// nothing else. Include in one file of a program, which runs without MPI_Init.
#pragma once
#include <mpi.h>

#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "engine/loops.hpp"

namespace machine {

struct Machine {
  double now = 1;
  double read_seconds = 2e-8;
  std::int64_t calls = 0;
  /// Seconds of the n-th call of the benchmark.
  std::function<double(std::int64_t)> cost = [](std::int64_t) { return 1e-6; };
  /// Seconds that a broadcast takes, by which a common start may be missed.
  std::function<double()> broadcast = [] { return 0.0; };
  /// What happened outside the clock, and the loops: "barrier", "broadcast", "loop 5", ...
  std::vector<std::string> events;
  std::vector<std::ptrdiff_t> slots;  ///< of each call: where its message lies in the ring
  std::vector<int> roots;
  /// Seconds of each batch on a further thread, where there is one.
  std::function<double(std::int64_t)> further_thread = nullptr;
  std::int64_t further_batches = 0;
};

inline Machine it;

/// A benchmark of one call to a repetition.
inline void measure(const sonde::Case& c, const sonde::Loop& loop, sonde::LoopSample& sample) {
  it.events.push_back("loop " + std::to_string(loop.batches.repetitions()));
  sonde::engine::time_body(c, loop, sample, c.steps.after(loop.first), [](const sonde::engine::Slot& s) {
    it.slots.push_back(s.out_offset);
    it.roots.push_back(s.root);
    it.now += it.cost(it.calls++);
  });
  sample.others.clear();
  if (!it.further_thread) return;
  sonde::LoopSample& other = sample.others.emplace_back(sample);
  for (std::size_t i = 0; i < other.batch_seconds.size(); ++i)
    other.batch_seconds[i] = it.further_thread(it.further_batches++);
}

/// All calls together, and one reading of the clock after them.
inline void measure_whole(const sonde::Case& c, const sonde::Loop& loop, sonde::LoopSample& sample) {
  it.events.push_back("whole loop " + std::to_string(loop.batches.repetitions()));
  sample.prepare(1);
  loop.line_up(c, loop);
  sample.stamps[0] = MPI_Wtime();
  for (auto left = loop.batches.repetitions(); left > 0; --left) it.now += it.cost(it.calls++);
  sample.stamps[1] = MPI_Wtime();
  sonde::engine::fill_batch_seconds(sample);
}

inline std::size_t bytes_of(int count, MPI_Datatype type) {
  return static_cast<std::size_t>(count) * (type == MPI_INT ? sizeof(int) : sizeof(double));
}

}  // namespace machine

extern "C" {

double MPI_Wtime() {
  return machine::it.now += machine::it.read_seconds;
}
int MPI_Comm_rank(MPI_Comm, int* rank) {
  *rank = 0;
  return MPI_SUCCESS;
}
int MPI_Comm_size(MPI_Comm, int* size) {
  *size = 1;
  return MPI_SUCCESS;
}
int MPI_Barrier(MPI_Comm) {
  machine::it.events.emplace_back("barrier");
  return MPI_SUCCESS;
}
int MPI_Bcast(void*, int, MPI_Datatype, int, MPI_Comm) {
  machine::it.events.emplace_back("broadcast");
  machine::it.now += machine::it.broadcast();
  return MPI_SUCCESS;
}
int MPI_Allreduce(const void* mine, void* all, int n, MPI_Datatype type, MPI_Op, MPI_Comm) {
  if (mine != MPI_IN_PLACE) std::memcpy(all, mine, machine::bytes_of(n, type));
  return MPI_SUCCESS;
}
}
