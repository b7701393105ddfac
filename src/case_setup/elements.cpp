#include "case_setup/elements.hpp"

#include "mpi/message.hpp"

namespace sonde::case_setup {

namespace {

MPI_Datatype basic(TransferType type) {
  switch (type) {
    case TransferType::char_type:
      return MPI_CHAR;
    case TransferType::int_type:
      return MPI_INT;
    case TransferType::float_type:
      return MPI_FLOAT;
    case TransferType::double_type:
      return MPI_DOUBLE;
    case TransferType::byte_type:
      break;
  }
  return MPI_BYTE;
}

/// MPI defines no arithmetic on MPI_CHAR: sums of characters are sums of signed ones.
MPI_Datatype arithmetic(TransferType type) {
  return type == TransferType::char_type ? MPI_SIGNED_CHAR : basic(type);
}

mpi::Datatype resized_of(MPI_Datatype base) {
  MPI_Aint lower = 0, extent = 0;
  mpi::ok(MPI_Type_get_extent(base, &lower, &extent), "MPI_Type_get_extent");
  return mpi::resized(base, lower, extent);
}

mpi::Datatype vector_of(MPI_Datatype base) {
  MPI_Datatype made = MPI_DATATYPE_NULL;
  mpi::ok(MPI_Type_vector(1, 1, 1, base, &made), "MPI_Type_vector");
  mpi::ok(MPI_Type_commit(&made), "MPI_Type_commit");
  return mpi::Datatype(made);
}

}  // namespace

Elements::Elements(const Settings& settings)
    : transfer_(basic(settings.data_type)), reduction_(arithmetic(settings.red_data_type)) {
  const ContigType kind = settings.contig_type;
  if (kind == ContigType::resize || kind == ContigType::resize_vec) {
    resized_ = resized_of(transfer_);
    transfer_ = resized_.get();
  }
  if (kind == ContigType::base_vec || kind == ContigType::resize_vec) {
    derived_ = vector_of(transfer_);
    transfer_ = derived_.get();
  }
}

MPI_Datatype Elements::of(Element element) const {
  switch (element) {
    case Element::reduction:
      return reduction_;
    case Element::real32:
      return MPI_FLOAT;
    case Element::whole32:
      return MPI_INT;
    case Element::transfer:
      break;
  }
  return transfer_;
}

}  // namespace sonde::case_setup
