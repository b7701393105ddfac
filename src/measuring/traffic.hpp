// What the congestors of -load do, step by step.
#pragma once
#include <mpi.h>

#include <vector>

#include "catalog/load.hpp"
#include "mpi/handles.hpp"

namespace sonde::measuring {

class Traffic {
 public:
  /// Makes its buffers, and a window where the kind needs one. Collective over `comm`, which outlives it.
  Traffic(MPI_Comm comm, const Load& load);
  Traffic(const Traffic&) = delete;
  Traffic& operator=(const Traffic&) = delete;
  ~Traffic();

  /// One step; returns the bytes that it has brought to this rank, or into the window of the first one, or that it moved in memory.
  /// Collective over the communicator.
  double step();

 private:
  double all_to_all();
  double incast();
  double one_sided();
  double shift();
  double add_vectors();
  [[nodiscard]] int slots() const;

  MPI_Comm comm_;
  Load load_;
  int rank_, size_, count_;
  std::vector<char> out_, in_;
  std::vector<double> sum_, first_, second_;
  mpi::Window window_;
};

}  // namespace sonde::measuring
