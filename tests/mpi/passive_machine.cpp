// IMB-RMA on a library whose times are known: linked with these functions instead of those of the MPI
// library, and with known_processor.cpp. The clock advances in computations and in MPI_Win_flush only: a
// flushed put takes SONDE_SECONDS. With SONDE_PASSIVE=1 it needs nobody; with 0 it begins only when the
// target, which has said that it computes, is back in the library. What the target computed is told through
// the file SONDE_SHARED.
#include <fcntl.h>
#include <mpi.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>

#include "known_processor.hpp"

using known::now;
using known::number;

namespace {

constexpr int turn_tag = 11;

/// What the target tells: how often it came back, and how long it was away the last time.
struct Shared {
  std::atomic<long> returns;
  std::atomic<double> away;
};

double left_at = 0;  ///< when the target said that it leaves
long turns = 0;      ///< that the origin was told of

Shared& shared() {
  static Shared* const made = [] {
    const int file = open(std::getenv("SONDE_SHARED"), O_RDWR | O_CREAT, 0600);
    if (file < 0 || ftruncate(file, sizeof(Shared)) != 0) std::abort();
    void* memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) std::abort();
    return static_cast<Shared*>(memory);
  }();
  return *made;
}

bool is_target(MPI_Comm comm) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  return rank == 1;
}

void come_back() {
  shared().away = now - left_at;
  ++shared().returns;
}

/// Until the target is back from the turn that the origin was told of last.
double wait_for_target() {
  while (shared().returns < turns) usleep(50);
  return shared().away;
}

}  // namespace

extern "C" {

int MPI_Send(const void* out, int n, MPI_Datatype t, int to, int tag, MPI_Comm c) {
  const bool leaves = tag == turn_tag && is_target(c);
  const int code = PMPI_Send(out, n, t, to, tag, c);
  if (leaves) left_at = now;
  return code;
}

int MPI_Recv(void* in, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Status* status) {
  const bool turn = tag == turn_tag;
  if (turn && is_target(c)) come_back();
  const int code = PMPI_Recv(in, n, t, from, tag, c, status);
  if (turn && !is_target(c)) ++turns;
  return code;
}

int MPI_Win_flush(int target, MPI_Win window) {
  if (number("SONDE_PASSIVE") == 0) now += wait_for_target();
  now += number("SONDE_SECONDS");
  return PMPI_Win_flush(target, window);
}
}
