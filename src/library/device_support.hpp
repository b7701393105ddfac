// Whether the MPI library takes pointers to device memory.
#pragma once
#include <string>

#include "args/settings.hpp"
#include "base/result.hpp"
#include "catalog/memory_kind.hpp"
#include "mpi/world.hpp"

namespace sonde::library {

enum class Support { no, yes, unknown };

/// What the library says: MPIX_Query_cuda_support and its like of Open MPI, MPIX_GPU_query_support of MPICH,
/// and the variables by which users switch it. MPI must be initialised.
[[nodiscard]] Support device_support(GpuDriver driver);

/// As records have it: whether the library takes the memory of `settings`: "yes", "no" or "unknown"
/// (-memory_unchecked); empty where it lies where every library can reach it. An error where device memory
/// would crash the library: it says so, or a trial message of 8 bytes, in a process of its own, does not come
/// back. Collective over the world.
[[nodiscard]] Result<std::string> check_device_support(const mpi::World& world, const Settings& settings);

/// Whether this process is that trial, and the trial itself; its exit status.
[[nodiscard]] bool asked_for_trial(int argc, char** argv);
[[nodiscard]] int run_trial(char** argv);

}  // namespace sonde::library
