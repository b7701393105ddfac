// Memory of the processes along their start: read before and after MPI_Init and calls that make a library
// grow, and gathered.
#pragma once
#include <mpi.h>

#include <optional>
#include <span>
#include <string>

#include "base/boxed.hpp"
#include "base/memory_use.hpp"
#include "record/record.hpp"

namespace sonde::run {

/// Whether the command line names the benchmark of memory, in any case. It is asked before MPI_Init, when no
/// code has read options yet.
[[nodiscard]] bool names_memory(std::span<const std::string> arguments);

/// The readings of this process; made before MPI_Init, which reads the first.
class MemoryReadings {
 public:
  MemoryReadings();
  /// Right after MPI_Init.
  void after_init();
  /// MPI_Barrier, MPI_Alltoall of 8 bytes, four MPI_Comm_dup, with a reading after each point; leaves them in
  /// engine::own_start(). Collective over all processes; nothing where one does not take part.
  void after_calls();

 private:
  MemoryAtPoints at_;
};

/// Over the ranks of `comm`, on its first rank, where all have readings; by reductions alone. Collective
/// where there are some.
[[nodiscard]] Boxed<record::MemoryGrowth> gather_memory(MPI_Comm comm,
                                                        const std::optional<MemoryAtPoints>& readings);

}  // namespace sonde::run
