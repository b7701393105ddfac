// Which fault a preloaded library is to plant: the one that SONDE_FAULT names.
#pragma once
#include <mpi.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <string_view>

inline bool planted(std::string_view fault) {
  const char* name = std::getenv("SONDE_FAULT");
  return name != nullptr && fault == name;
}

/// Whether this call is one to spoil: each one, or under SONDE_FAULT_EVERY=N every N-th of a rank.
inline bool due() {
  static std::atomic<long> calls = 0;
  const char* every = std::getenv("SONDE_FAULT_EVERY");
  return every == nullptr || ++calls % std::atol(every) == 0;
}

/// After persistent requests have been waited for.
void persistent_completed(int n, const MPI_Request* requests);

inline std::size_t bytes_of(long count, MPI_Datatype type) {
  int size = 0;
  PMPI_Type_size(type, &size);
  return static_cast<std::size_t>(count) * static_cast<std::size_t>(size);
}
