// A library whose non-blocking collectives take a known time and leave a known part of it to computation: preloaded, they
// move nothing. The clock is the processor time of the rank, which computing takes and nobody else can disturb, and the
// seconds that MPI_Wait slept on that clock. SONDE_OVERLAP says how a collective of SONDE_SECONDS gets on:
//   0 to 1   this part of it in a thread of its own, the rest only in MPI_Wait
//   N        (2 or more) an Nth of it in each MPI_Test, the rest in MPI_Wait
#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>

namespace {

double slept = 0;

double number(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? std::atof(value) : 0;
}

double now() {
  timespec spent{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent);
  return static_cast<double>(spent.tv_sec) + 1e-9 * static_cast<double>(spent.tv_nsec) + slept;
}

/// The one collective that is under way.
struct Collective {
  MPI_Request request = MPI_REQUEST_NULL;
  double alone_until = 0;  ///< the thread of its own is done
  double left = 0;         ///< seconds that are done in calls only
  double each_test = 0;
} current;

int begin(MPI_Request* request) {
  const double seconds = number("SONDE_SECONDS"), part = number("SONDE_OVERLAP");
  const bool tests = part >= 2;
  const double alone = tests ? 0 : part * seconds;
  current = {MPI_REQUEST_NULL, now() + alone, seconds - alone, tests ? seconds / part : 0};
  const int code = PMPI_Ibarrier(MPI_COMM_SELF, request);
  current.request = *request;
  return code;
}

}  // namespace

extern "C" {

double MPI_Wtime() {
  return now();
}

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  slept += std::max(0.0, current.alone_until - now()) + current.left;
  current = {};
  return PMPI_Wait(request, status);
}

int MPI_Test(MPI_Request* request, int* done, MPI_Status* status) {
  if (*request != current.request) return PMPI_Test(request, done, status);
  *done = 0;
  current.left = std::max(0.0, current.left - current.each_test);
  return MPI_SUCCESS;
}

int MPI_Ibcast(void*, int, MPI_Datatype, int, MPI_Comm, MPI_Request* request) {
  return begin(request);
}
int MPI_Iallreduce(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request* request) {
  return begin(request);
}
/// The program's own barriers of all ranks are real ones.
int MPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
  return comm == MPI_COMM_WORLD ? PMPI_Ibarrier(comm, request) : begin(request);
}
}
