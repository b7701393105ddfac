// Memory of a process at the points of its start, as numbers.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

namespace sonde {

/// Bytes that a process has in memory.
struct MemoryUse {
  std::int64_t pss = 0;     ///< its own and its part of what it shares (proportional set size)
  std::int64_t own = 0;     ///< private to it: neither files nor shared memory back it
  std::int64_t shared = 0;  ///< of files and shared memory: others have it as well, or may
  bool resident = false;    ///< the kernel has no proportional sizes: `pss` is all that is resident
};

/// When memory is read: before MPI_Init, and after each of these.
inline constexpr std::array<std::string_view, 7> memory_points{
    "before_init", "init", "barrier", "alltoall", "comm_dup_1", "comm_dup_2", "comm_dup_4"};
using MemoryAtPoints = std::array<MemoryUse, memory_points.size()>;

}  // namespace sonde
