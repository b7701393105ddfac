// A message of any length as a count and a datatype that fit MPI's 32-bit counts.
#pragma once
#include <mpi.h>

#include <cstdint>

#include "mpi/handles.hpp"

namespace sonde::mpi {

struct TypedCount {
  int count = 0;
  MPI_Datatype type = MPI_BYTE;
};

/// A message of `elements` elements of `element`. Up to 2^31 - 1 elements are sent as they are; a longer
/// message is one element of a contiguous datatype that `keeper` owns. Not for reductions, whose operations
/// know no such type.
[[nodiscard]] TypedCount make_message(std::int64_t elements, MPI_Datatype element, Datatype& keeper);

/// A committed contiguous datatype of `elements` elements, of any 64-bit number.
[[nodiscard]] Datatype contiguous(std::int64_t elements, MPI_Datatype element);

/// A committed datatype that is `base` from `lower` on with another extent, both in bytes.
[[nodiscard]] Datatype resized(MPI_Datatype base, MPI_Aint lower, MPI_Aint extent);

}  // namespace sonde::mpi
