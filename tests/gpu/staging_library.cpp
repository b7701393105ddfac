// Stands between the measuring programs and an MPI library that is not GPU-aware, preloaded, and makes it
// aware of CUDA with the driver that is there: each allocation of device memory has a shadow on the host,
// which MPI gets in its place. What a call may read goes from the device into the shadow before the call,
// what it may have written goes back when it is complete. A window over device memory lives in the shadow;
// where a window is synchronised, the bytes that this rank has stored since (the device differs from a kept
// copy) go into the shadow, and those that others have written (the shadow differs) to the device.
#include <dlfcn.h>
#include <mpi.h>

#include <initializer_list>
#include <mutex>

#include "calls_with_buffers.hpp"
#include "shadows.hpp"
#include "staged_requests.hpp"
#include "staged_windows.hpp"

namespace {

using namespace buffers;
using namespace staging;

/// The buffers of one call.
class Call {
 public:
  Call(std::initializer_list<Region> regions) : regions_(regions) {
    for (const Region& region : regions_) region.to_shadow();
  }

  [[nodiscard]] void* moved(const void* at) const {
    for (const Region& region : regions_)
      if (region.at() == at) return region.for_mpi();
    return const_cast<void*>(at);
  }

  int complete(int code) const {
    for (const Region& region : regions_)
      if (region.written()) region.to_device();
    return code;
  }

  /// A library may give several requests that are complete at once the same handle.
  int until(const MPI_Request* request, int code) const {
    const std::scoped_lock lock(mutex);
    for (const Region& region : regions_) {
      if (!region.written()) continue;
      requests()[*request].regions.push_back(region);
      requests()[*request].active = true;
    }
    return code;
  }

  int whenever(const MPI_Request* request, int code, int parts = 0) const {
    if (code != MPI_SUCCESS) return code;
    const std::scoped_lock lock(mutex);
    Started& started = requests()[*request] = {regions_, true};
    if (parts == 0 || regions_.empty()) return code;
    started.parted_send = !regions_.front().written();
    started.part_bytes = regions_.front().bytes() / static_cast<std::size_t>(parts);
    return code;
  }

  int until(MPI_Win window, int target, int code) const {
    const std::scoped_lock lock(mutex);
    for (const Region& region : regions_)
      if (region.written()) transfers().emplace(window, Transfer{target, region});
    return code;
  }

 private:
  Regions regions_;
};

/// What libraries before MPI 4.0 lack is looked up when it is called.
template <class Function>
Function* later(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

// Region's constructor is called for each; `call` is the one that a function below has made.
#define AT(buffer) call.moved(buffer)
#define READS(buffer, bytes) \
  Region {                   \
    buffer, bytes, false     \
  }
#define WRITES(buffer, bytes) \
  Region {                    \
    buffer, bytes, true       \
  }

#define BLOCKING(name, parameters, arguments, ...) \
  int MPI_##name parameters {                      \
    const Call call{__VA_ARGS__};                  \
    return call.complete(PMPI_##name arguments);   \
  }
#define STARTED(name, parameters, arguments, ...)      \
  int MPI_##name parameters {                          \
    const Call call{__VA_ARGS__};                      \
    return call.until(request, PMPI_##name arguments); \
  }
#define PERSISTENT(name, parameters, arguments, ...)               \
  int name parameters {                                            \
    const Call call{__VA_ARGS__};                                  \
    return call.whenever(request, SONDE_PROFILED(name) arguments); \
  }
#define PERSISTENT_MESSAGE(name, ...) PERSISTENT(MPI_##name, __VA_ARGS__)
#define PARTITIONED(name, parameters, arguments, ...)                                     \
  int MPI_##name parameters;                                                              \
  int MPI_##name parameters {                                                             \
    const Call call{__VA_ARGS__};                                                         \
    return call.whenever(request, later<int parameters>("PMPI_" #name) arguments, parts); \
  }
#define COLLECTIVE(name, started, parameters, arguments, ...)                                       \
  BLOCKING(name, parameters, arguments, __VA_ARGS__)                                                \
  STARTED(started, (SONDE_MORE parameters, MPI_Request * request), (SONDE_MORE arguments, request), \
          __VA_ARGS__)                                                                              \
  PERSISTENT(SONDE_PERSISTENT(name), (SONDE_MORE parameters, MPI_Info info, MPI_Request * request), \
             (SONDE_MORE arguments, info, request), __VA_ARGS__)
#define TRANSFER(name, parameters, arguments, ...)   \
  int MPI_##name parameters {                        \
    const Call call{__VA_ARGS__};                    \
    return call.until(w, to, PMPI_##name arguments); \
  }
#define SYNCHRONISED(name, parameters, arguments, target)                      \
  int MPI_Win_##name parameters {                                              \
    return synchronised(w, target, [&] { return PMPI_Win_##name arguments; }); \
  }

extern "C" {

SONDE_MESSAGES(BLOCKING)
SONDE_STARTED_MESSAGES(STARTED)
SONDE_PERSISTENT_MESSAGES(PERSISTENT_MESSAGE)
SONDE_PARTITIONED_MESSAGES(PARTITIONED)
SONDE_COLLECTIVES(COLLECTIVE)
SONDE_TRANSFERS(TRANSFER)
SONDE_REQUESTED_TRANSFERS(STARTED)

SYNCHRONISED(fence, (int assertion, MPI_Win w), (assertion, w), all_targets)
SYNCHRONISED(lock, (int kind, int target, int assertion, MPI_Win w), (kind, target, assertion, w), no_target)
SYNCHRONISED(unlock, (int target, MPI_Win w), (target, w), target)
SYNCHRONISED(lock_all, (int assertion, MPI_Win w), (assertion, w), no_target)
SYNCHRONISED(unlock_all, (MPI_Win w), (w), all_targets)
SYNCHRONISED(flush, (int target, MPI_Win w), (target, w), target)
SYNCHRONISED(flush_all, (MPI_Win w), (w), all_targets)
SYNCHRONISED(flush_local, (int target, MPI_Win w), (target, w), target)
SYNCHRONISED(flush_local_all, (MPI_Win w), (w), all_targets)
SYNCHRONISED(post, (MPI_Group group, int assertion, MPI_Win w), (group, assertion, w), no_target)
SYNCHRONISED(start, (MPI_Group group, int assertion, MPI_Win w), (group, assertion, w), no_target)
SYNCHRONISED(complete, (MPI_Win w), (w), all_targets)
SYNCHRONISED(wait, (MPI_Win w), (w), no_target)
SYNCHRONISED(sync, (MPI_Win w), (w), no_target)

int MPI_Barrier(MPI_Comm c) {
  return synchronised(MPI_WIN_NULL, no_target, [c] { return PMPI_Barrier(c); });
}

int MPI_Win_create(void* base, MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm c, MPI_Win* w) {
  const Region region{base, bytes, true};
  region.to_shadow();
  const int code = PMPI_Win_create(region.for_mpi(), bytes, unit, info, c, w);
  if (code == MPI_SUCCESS) opened(*w, region);
  return code;
}

int MPI_Win_attach(MPI_Win w, void* base, MPI_Aint bytes) {
  const Region region{base, bytes, true};
  region.to_shadow();
  const int code = PMPI_Win_attach(w, region.for_mpi(), bytes);
  if (code == MPI_SUCCESS) opened(w, region);
  return code;
}

/// Displacements in a window of attached memory.
int MPI_Get_address(const void* at, MPI_Aint* address) {
  return PMPI_Get_address(Region{at, 0, false}.for_mpi(), address);
}

int MPI_Win_free(MPI_Win* window) {
  const MPI_Win w = *window;
  const int code = synchronised(w, all_targets, [window] { return PMPI_Win_free(window); });
  const std::scoped_lock lock(mutex);
  windows().erase(w);
  return code;
}

int MPI_Start(MPI_Request* request) {
  start(1, request);
  return PMPI_Start(request);
}
int MPI_Startall(int n, MPI_Request all[]) {
  start(n, all);
  return PMPI_Startall(n, all);
}

int MPI_Pready(int part, MPI_Request request);
int MPI_Pready(int part, MPI_Request request) {
  const Started started = starting(request);
  for (const Region& region : started.regions)
    region.to_shadow(static_cast<std::size_t>(part) * started.part_bytes, started.part_bytes);
  return later<int(int, MPI_Request)>("PMPI_Pready")(part, request);
}

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  Awaited awaited(1, request);
  return awaited.end(PMPI_Wait(request, status), true);
}
int MPI_Waitall(int n, MPI_Request all[], MPI_Status statuses[]) {
  Awaited awaited(n, all);
  return awaited.end(PMPI_Waitall(n, all, statuses), true);
}
int MPI_Test(MPI_Request* request, int* done, MPI_Status* status) {
  Awaited awaited(1, request);
  const int code = PMPI_Test(request, done, status);
  return awaited.end(code, *done != 0);
}
int MPI_Testall(int n, MPI_Request all[], int* done, MPI_Status statuses[]) {
  Awaited awaited(n, all);
  const int code = PMPI_Testall(n, all, done, statuses);
  return awaited.end(code, *done != 0);
}
int MPI_Request_free(MPI_Request* request) {
  {
    const std::scoped_lock lock(mutex);
    requests().erase(*request);
  }
  return PMPI_Request_free(request);
}

int MPIX_Query_cuda_support() {
  return 1;
}
int MPIX_GPU_query_support(int, int* yes);
int MPIX_GPU_query_support(int, int* yes) {
  *yes = 1;
  return MPI_SUCCESS;
}
}
