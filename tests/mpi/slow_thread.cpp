// Preloaded: thread SONDE_SLOW_THREAD of world rank SONDE_SLOW_RANK takes a millisecond longer for each
// MPI_Bcast, and, where SONDE_SLOW_THREAD is "all", each of its threads. Threads are told by their
// communicators. With SONDE_TELL_THREADS each rank says in the end how many threads have called MPI_Bcast.
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string_view>
#include <vector>

namespace {

constexpr int longest = 16;
std::vector<MPI_Comm> slow;

int setting(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? -1 : std::atoi(text);
}

bool is_slow(MPI_Info info) {
  std::array<char, longest> text{};
  int rank = 0, found = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Info_get(info, "thread_id", longest - 1, text.data(), &found);
  const char* const which = std::getenv("SONDE_SLOW_THREAD");
  const std::string_view threads = which != nullptr ? which : "";
  return found != 0 && !threads.empty() && rank == setting("SONDE_SLOW_RANK") &&
         (threads == "all" || threads == text.data());
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
  if (is_slow(info)) slow.push_back(*made);
  return code;
}

int MPI_Bcast(void* in, int n, MPI_Datatype t, int root, MPI_Comm comm) {
  note_thread();
  const int code = PMPI_Bcast(in, n, t, root, comm);
  if (std::ranges::find(slow, comm) != slow.end()) usleep(1000);
  return code;
}

int MPI_Finalize() {
  if (std::getenv("SONDE_TELL_THREADS") != nullptr)
    std::fprintf(stderr, "threads that broadcast: %zu\n", threads.size());
  return PMPI_Finalize();
}
}
