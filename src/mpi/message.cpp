#include "mpi/message.hpp"

#include <array>
#include <limits>

namespace sonde::mpi {

namespace {

Datatype committed(Datatype type) {
  MPI_Datatype raw = type.get();
  ok(MPI_Type_commit(&raw), "MPI_Type_commit");
  return type;
}

Datatype small_contiguous(int elements, MPI_Datatype element) {
  MPI_Datatype made = MPI_DATATYPE_NULL;
  ok(MPI_Type_contiguous(elements, element, &made), "MPI_Type_contiguous");
  return Datatype(made);
}

}  // namespace

Datatype contiguous(std::int64_t elements, MPI_Datatype element) {
  constexpr std::int64_t chunk = std::int64_t{1} << 30;
  if (elements <= std::numeric_limits<int>::max())
    return committed(small_contiguous(static_cast<int>(elements), element));
  MPI_Aint lower = 0, extent = 0;
  ok(MPI_Type_get_extent(element, &lower, &extent), "MPI_Type_get_extent");
  const Datatype block = small_contiguous(static_cast<int>(chunk), element);
  const Datatype whole = small_contiguous(static_cast<int>(elements / chunk), block.get());
  const Datatype rest = small_contiguous(static_cast<int>(elements % chunk), element);
  const std::array<int, 2> lengths{1, 1};
  const std::array<MPI_Aint, 2> places{0, static_cast<MPI_Aint>(elements / chunk * chunk) * extent};
  const std::array<MPI_Datatype, 2> types{whole.get(), rest.get()};
  MPI_Datatype made = MPI_DATATYPE_NULL;
  ok(MPI_Type_create_struct(2, lengths.data(), places.data(), types.data(), &made), "MPI_Type_create_struct");
  return committed(Datatype(made));
}

Datatype resized(MPI_Datatype base, MPI_Aint lower, MPI_Aint extent) {
  MPI_Datatype made = MPI_DATATYPE_NULL;
  ok(MPI_Type_create_resized(base, lower, extent, &made), "MPI_Type_create_resized");
  return committed(Datatype(made));
}

TypedCount make_message(std::int64_t elements, MPI_Datatype element, Datatype& keeper) {
  if (elements <= std::numeric_limits<int>::max()) return {static_cast<int>(elements), element};
  keeper = contiguous(elements, element);
  return {1, keeper.get()};
}

}  // namespace sonde::mpi
