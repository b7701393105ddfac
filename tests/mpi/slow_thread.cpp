// Preloaded: thread SONDE_SLOW_THREAD of world rank SONDE_SLOW_RANK takes a millisecond longer for each MPI_Bcast. Threads
// are told by their communicators. With SONDE_TELL_THREADS each rank says in the end how many threads have called MPI_Bcast.
#include <mpi.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>

namespace {

constexpr int longest = 16;
MPI_Comm slow = MPI_COMM_NULL;

int setting(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? -1 : std::atoi(text);
}

bool is_slow(MPI_Info info) {
  std::array<char, longest> text{};
  int rank = 0, found = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Info_get(info, "thread_id", longest - 1, text.data(), &found);
  return found != 0 && rank == setting("SONDE_SLOW_RANK") &&
         std::atoi(text.data()) == setting("SONDE_SLOW_THREAD");
}

std::mutex noting;
std::set<pid_t> threads;

void note_thread() {
  const std::scoped_lock lock(noting);
  threads.insert(gettid());
}

}  // namespace

extern "C" {

int MPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* made) {
  const int code = PMPI_Comm_dup_with_info(comm, info, made);
  if (is_slow(info)) slow = *made;
  return code;
}

int MPI_Bcast(void* in, int n, MPI_Datatype t, int root, MPI_Comm comm) {
  note_thread();
  const int code = PMPI_Bcast(in, n, t, root, comm);
  if (comm == slow) usleep(1000);
  return code;
}

int MPI_Finalize() {
  if (std::getenv("SONDE_TELL_THREADS") != nullptr)
    std::fprintf(stderr, "threads that broadcast: %zu\n", threads.size());
  return PMPI_Finalize();
}
}
