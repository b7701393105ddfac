// What the congestors of -load do, step by step.
#pragma once
#include <mpi.h>

#include <optional>
#include <vector>

#include "args/settings.hpp"
#include "host/disk_file.hpp"
#include "mpi/handles.hpp"

namespace sonde::measuring {

class Congestor {
 public:
  /// Makes its buffers, and a window or a file of each rank where the kind needs one. Collective over `comm`,
  /// which outlives it.
  Congestor(MPI_Comm comm, const Settings& settings);
  Congestor(const Congestor&) = delete;
  Congestor& operator=(const Congestor&) = delete;
  ~Congestor();

  /// One step; returns the bytes that it has brought to this rank, into the window of the first one or into a
  /// file, or that it moved in memory. Collective over the communicator.
  double step();

 private:
  double all_to_all();
  double incast();
  double one_sided();
  double shift();
  double add_vectors();
  double write_block();
  void open_file(const Settings& settings);
  [[nodiscard]] int slots() const;

  MPI_Comm comm_;
  Load load_;
  int rank_, size_, count_;
  std::vector<char> out_, in_;
  std::vector<double> sum_, first_, second_;
  mpi::Window window_;
  std::optional<host::DiskFile> disk_;
  mpi::File file_;
  int block_ = 0;  ///< of the file, which is next
};

}  // namespace sonde::measuring
