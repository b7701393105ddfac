// What a person writes to time messages without a suite: PingPong, Sendrecv and Allreduce.
#include "bare.hpp"

int main(int argc, char** argv) {
  const bare::World world(argc, argv);
  const int rank = world.rank, size = world.size, left = (rank + size - 1) % size, right = (rank + 1) % size;
  const auto out_pages = bare::pages(1 << 20), in_pages = bare::pages(1 << 20);
  char *const out = out_pages.get(), *const in = in_pages.get();

  const auto report = [&](const char* name, int bytes, double scale, auto&& repetition) {
    const long n = world.repetitions(bytes);
    for (long i = 0; i < n / 10 + 1; ++i) repetition(bytes);
    bare::time(world, name, bytes, scale / static_cast<double>(n), [&] {
      for (long i = 0; i < n; ++i) repetition(bytes);
    });
  };
  const auto ping_pong = [&](int n) {
    if (rank == 0) MPI_Send(out, n, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
    if (rank < 2) MPI_Recv(in, n, MPI_BYTE, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1) MPI_Send(out, n, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
  };
  const auto sendrecv = [&](int n) {
    MPI_Sendrecv(out, n, MPI_BYTE, right, 1, in, n, MPI_BYTE, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  };
  const auto allreduce = [&](int n) { MPI_Allreduce(out, in, n / 4, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD); };
  for (const int bytes : {8, 1 << 10, 1 << 16, 1 << 20}) report("PingPong", bytes, 0.5, ping_pong);
  for (const int bytes : {8, 1 << 10, 1 << 16, 1 << 20}) report("Sendrecv", bytes, 1, sendrecv);
  for (const int bytes : {8, 1 << 10, 1 << 16, 1 << 20}) report("Allreduce", bytes, 1, allreduce);
}
