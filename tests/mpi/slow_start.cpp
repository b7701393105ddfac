// Preloaded: MPI_Init_thread takes a second longer on world rank 1, the first message to each other
// rank 50 ms, the first all-to-all 200 ms, and MPI_Finalize 300 ms on world rank 0, when others have ended.
#include <mpi.h>
#include <unistd.h>

#include <set>

namespace {

void wait_for_first_contact(int peer) {
  static std::set<int> known;
  if (known.insert(peer).second) usleep(50'000);
}

}  // namespace

extern "C" {

int MPI_Init_thread(int* argc, char*** argv, int wanted, int* given) {
  const int code = PMPI_Init_thread(argc, argv, wanted, given);
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) sleep(1);
  return code;
}

int MPI_Finalize() {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int code = PMPI_Finalize();
  if (rank == 0) usleep(300'000);
  return code;
}

int MPI_Isend(const void* data, int n, MPI_Datatype t, int to, int tag, MPI_Comm comm, MPI_Request* request) {
  wait_for_first_contact(to);
  return PMPI_Isend(data, n, t, to, tag, comm, request);
}

int MPI_Alltoall(const void* out, int sent, MPI_Datatype of_sent, void* in, int received,
                 MPI_Datatype of_received, MPI_Comm comm) {
  static bool called = false;
  if (!called) usleep(200'000);
  called = true;
  return PMPI_Alltoall(out, sent, of_sent, in, received, of_received, comm);
}
}
