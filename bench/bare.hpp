// What the bare programs of script/bench share: the loop a person writes around MPI calls, and buffers on
// whole pages. Usage: PROGRAM COUNT MEGABYTES [DIRECTORY]; n = min(COUNT, MEGABYTES / bytes) repetitions.
#pragma once
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <numeric>

namespace bare {

/// MPI from beginning to end, and who this process is.
struct World {
  int rank = 0, size = 1;
  long count, volume;

  World(int argc, char** argv)
      : count(argc > 1 ? std::atol(argv[1]) : 1000), volume((argc > 2 ? std::atol(argv[2]) : 40) << 20) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
  }
  ~World() { MPI_Finalize(); }
  [[nodiscard]] long repetitions(long bytes) const { return std::max(1L, std::min(count, volume / bytes)); }
};

/// Bytes on whole pages, written once, so that the first repetition meets memory that is there.
inline std::shared_ptr<char> pages(long bytes) {
  constexpr std::align_val_t page{4096};
  auto* made = static_cast<char*>(::operator new(static_cast<std::size_t>(bytes), page));
  std::iota(made, made + bytes, 'a');
  return {made, [=](char* p) { ::operator delete(p, page); }};
}

/// Two barriers, the clock, `loop`, the clock. Prints "name bytes usec", of the slowest rank, per repetition.
template <class Loop>
void time(const World& world, const char* name, long bytes, double per_repetition, const Loop& loop) {
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  loop();
  const double mine = (MPI_Wtime() - start) * per_repetition * 1e6;
  double slowest = 0;
  MPI_Reduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  if (world.rank == 0) std::printf("%s %ld %.6f\n", name, bytes, slowest);
}

}  // namespace bare
