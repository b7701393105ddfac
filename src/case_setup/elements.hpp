// The datatypes messages are made of (-data_type, -red_data_type, -contig_type).
#pragma once
#include <mpi.h>

#include "args/settings.hpp"
#include "mpi/handles.hpp"

namespace sonde::case_setup {

/// One datatype per kind of element. Derived ones (-contig_type) belong to it; they have the extent of their
/// base.
class Elements {
 public:
  explicit Elements(const Settings& settings);
  [[nodiscard]] MPI_Datatype of(Element element) const;

 private:
  MPI_Datatype transfer_ = MPI_BYTE;
  MPI_Datatype reduction_ = MPI_FLOAT;
  mpi::Datatype resized_, derived_;
};

}  // namespace sonde::case_setup
