// An MPI library that takes memory of the drivers that stand in (stand_in_memory.hpp), made of one that does
// not: preloaded, it hands every message buffer on by its second address. SONDE_STAND_IN_AWARE says how aware
// it is:
//   yes            (also where it is not set) takes device memory and says so
//   no             says that it does not take it, and does not
//   unknown        does not say, and does not take it
//   unknown_aware  does not say, and takes it
//   stale          as yes, but the end of some blocking messages is stale when the call returns
#include <dlfcn.h>
#include <mpi.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "calls_with_buffers.hpp"

namespace {

using namespace buffers;

bool is_said(std::string_view word) {
  const char* text = std::getenv("SONDE_STAND_IN_AWARE");
  return (text == nullptr ? "yes" : std::string_view(text)) == word;
}

/// Of the driver that the program has loaded; null before it has.
using Alias = void* (*)(const void*);
Alias find_alias() {
  for (const char* driver : {"libcuda.so.1", "libamdhip64.so.6", "libze_loader.so.1"})
    if (void* library = dlopen(driver, RTLD_NOLOAD | RTLD_LAZY))
      if (auto* found = reinterpret_cast<Alias>(dlsym(library, "sonde_stand_in_alias"))) return found;
  return nullptr;
}

void* moved(const void* at) {
  static const bool aware = !is_said("no") && !is_said("unknown");
  static std::atomic<Alias> known = nullptr;
  if (!aware) return const_cast<void*>(at);
  if (known == nullptr) known = find_alias();
  return known == nullptr ? const_cast<void*>(at) : known.load()(at);
}

struct Region {
  const void* at;
  long bytes;
  bool written;
};

/// Remembers the last byte of what each third call in device memory writes, and puts it back.
class Stale {
 public:
  Stale(std::initializer_list<Region> regions) {
    static const bool wanted = is_said("stale");
    static std::atomic<int> calls = 0;
    if (!wanted) return;
    for (const Region& region : regions) {
      auto* const seen = static_cast<std::byte*>(moved(region.at));
      if (!region.written || region.bytes == 0 || seen == region.at || ++calls % 3 != 0) continue;
      last_ = seen + region.bytes - 1;
      before_ = *last_;
    }
  }
  ~Stale() {
    if (last_ != nullptr) *last_ = before_;
  }
  Stale(const Stale&) = delete;
  Stale& operator=(const Stale&) = delete;

 private:
  std::byte* last_ = nullptr;
  std::byte before_{};
};

/// What libraries before MPI 4.0 lack is looked up when it is called.
template <class Function>
Function* later(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

/// Negative: the library does not say.
int answer() {
  if (is_said("unknown") || is_said("unknown_aware")) return -1;
  return is_said("no") ? 0 : 1;
}

}  // namespace

#define AT(buffer) moved(buffer)
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
    const Stale stale{__VA_ARGS__};                \
    return PMPI_##name arguments;                  \
  }
#define PLAIN_(name, parameters, arguments) \
  int name parameters {                     \
    return SONDE_PROFILED(name) arguments;  \
  }
#define PLAIN(name, parameters, arguments, ...) PLAIN_(MPI_##name, parameters, arguments)
#define PARTITIONED(name, parameters, arguments, ...)      \
  int MPI_##name parameters;                               \
  int MPI_##name parameters {                              \
    return later<int parameters>("PMPI_" #name) arguments; \
  }
#define COLLECTIVE(name, started, parameters, arguments, ...)                                     \
  BLOCKING(name, parameters, arguments, __VA_ARGS__)                                              \
  PLAIN(started, (SONDE_MORE parameters, MPI_Request * request), (SONDE_MORE arguments, request)) \
  PLAIN_(SONDE_PERSISTENT(name), (SONDE_MORE parameters, MPI_Info info, MPI_Request * request),   \
         (SONDE_MORE arguments, info, request))

extern "C" {

SONDE_MESSAGES(BLOCKING)
SONDE_STARTED_MESSAGES(PLAIN)
SONDE_PERSISTENT_MESSAGES(PLAIN)
SONDE_PARTITIONED_MESSAGES(PARTITIONED)
SONDE_COLLECTIVES(COLLECTIVE)
SONDE_TRANSFERS(PLAIN)
SONDE_REQUESTED_TRANSFERS(PLAIN)

int MPI_Win_create(void* base, MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm c, MPI_Win* w) {
  return PMPI_Win_create(moved(base), bytes, unit, info, c, w);
}
int MPI_Win_attach(MPI_Win w, void* base, MPI_Aint bytes) {
  return PMPI_Win_attach(w, moved(base), bytes);
}
int MPI_Win_detach(MPI_Win w, const void* base) {
  return PMPI_Win_detach(w, moved(base));
}
int MPI_Get_address(const void* at, MPI_Aint* address) {
  return PMPI_Get_address(moved(at), address);
}

#define SAYS(name)   \
  int name();        \
  int name() {       \
    return answer(); \
  }
SAYS(MPIX_Query_cuda_support)
SAYS(MPIX_Query_rocm_support)
SAYS(MPIX_Query_ze_support)

int MPIX_GPU_query_support(int, int* yes);
int MPIX_GPU_query_support(int, int* yes) {
  *yes = answer();
  return MPI_SUCCESS;
}
}
