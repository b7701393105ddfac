// What a person writes to time MPI without a suite: PingPong, Sendrecv and Allreduce, n = min(1000, 40 MiB /
// bytes). Prints "name bytes usec", the slowest rank's time. script/bench compares IMB-MPI1 with it.
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <vector>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int left = (rank + size - 1) % size, right = (rank + 1) % size;
  std::vector<char> out(1 << 20), in(1 << 20);

  const auto report = [&](const char* name, int bytes, double scale, auto&& repetition) {
    const int n = std::min(1000, (40 << 20) / bytes);
    for (int i = 0; i < n / 10 + 1; ++i) repetition(bytes);
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    for (int i = 0; i < n; ++i) repetition(bytes);
    const double mine = (MPI_Wtime() - start) / n * scale * 1e6;
    double slowest = 0;
    MPI_Reduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0) std::printf("%s %d %.4f\n", name, bytes, slowest);
  };
  const auto ping_pong = [&](int n) {
    if (rank == 0) MPI_Send(out.data(), n, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
    if (rank < 2) MPI_Recv(in.data(), n, MPI_BYTE, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1) MPI_Send(out.data(), n, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
  };
  const auto sendrecv = [&](int n) {
    MPI_Sendrecv(out.data(), n, MPI_BYTE, right, 1, in.data(), n, MPI_BYTE, left, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
  };
  const auto allreduce = [&](int n) {
    MPI_Allreduce(out.data(), in.data(), n / 4, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
  };
  for (const int bytes : {8, 1 << 10, 1 << 16, 1 << 20}) report("PingPong", bytes, 0.5, ping_pong);
  for (const int bytes : {8, 1 << 10, 1 << 16, 1 << 20}) report("Sendrecv", bytes, 1, sendrecv);
  for (const int bytes : {8, 1 << 10, 1 << 16, 1 << 20}) report("Allreduce", bytes, 1, allreduce);
  MPI_Finalize();
}
