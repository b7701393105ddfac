// IMB-NBC on a library whose times are known: linked with these functions instead of those of the MPI
// library, and with known_processor.cpp. Nothing is moved. The clock advances in computations, in MPI_Test
// (50 us) and in MPI_Wait only. SONDE_OVERLAP says how a collective of SONDE_SECONDS gets on:
//   0 to 1   this part of it in a thread of its own, the rest only in MPI_Wait
//   N        (2 or more) an Nth of it in each MPI_Test, the rest in MPI_Wait
#include <mpi.h>

#include <algorithm>

#include "known_processor.hpp"

using known::now;
using known::number;

namespace {

constexpr double test_seconds = 50e-6;

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
  current = {MPI_REQUEST_NULL, now + alone, seconds - alone, tests ? seconds / part : 0};
  const int code = PMPI_Ibarrier(MPI_COMM_SELF, request);
  current.request = *request;
  return code;
}

}  // namespace

extern "C" {

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  now = std::max<double>(now, current.alone_until) + current.left;
  current = {};
  return PMPI_Wait(request, status);
}

int MPI_Test(MPI_Request* request, int* done, MPI_Status* status) {
  if (*request != current.request) return PMPI_Test(request, done, status);
  *done = 0;
  now += test_seconds;
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
