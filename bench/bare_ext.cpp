// What a person writes to time one-sided transfers without a suite: n Puts by rank 0 to disjoint sections of
// the window of rank 1, and one fence.
#include "bare.hpp"

int main(int argc, char** argv) {
  const bare::World world(argc, argv);
  // One buffer for all sizes: one filled just before its loop would still be in the cache, which is 15 % at 1
  // MiB.
  const auto out = bare::pages(world.volume), in = bare::pages(world.volume);
  for (const int bytes : {1 << 10, 1 << 16, 1 << 20}) {
    const long n = world.repetitions(bytes);
    MPI_Win window = MPI_WIN_NULL;
    MPI_Win_create(in.get(), n * bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    const auto put = [&](long transfers) {
      if (world.rank == 0)
        for (long at = 0; at < transfers * bytes; at += bytes)
          MPI_Put(out.get() + at, bytes, MPI_BYTE, 1, at, bytes, MPI_BYTE, window);
      MPI_Win_fence(0, window);
    };
    for (long warm = 1; warm <= n / 20; warm *= 2) put(warm);
    bare::time(world, "Unidir_Put", bytes, 1.0 / static_cast<double>(n), [&] { put(n); });
    MPI_Win_free(&window);
  }
}
