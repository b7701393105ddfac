// A window and the memory that it shows to others: the message buffers', or the library's own.
#pragma once
#include "case_setup/resource.hpp"
#include "mpi/handles.hpp"

namespace sonde::case_setup {

class WindowMemory {
 public:
  /// Makes a window of the planned size, displacements in bytes, over the planned memory, or as -rma_window
  /// has it; where that is the library's own memory the sections of the case are moved there. Collective over
  /// the group. Throws mpi::MpiError.
  WindowMemory(const ResourceFacts& facts, Case& c);

  [[nodiscard]] MPI_Win window() const { return window_.get(); }
  /// Frees it. Collective; throws mpi::MpiError.
  void close() { window_.close("MPI_Win_free"); }
  /// It is never freed: a rank without it would be missed there.
  void abandon() { static_cast<void>(window_.release()); }

 private:
  void attach(const ResourceFacts& facts, Case& c);

  mpi::Window window_;
};

/// What -rma_window asks for where the benchmark follows it; MPI_Win_create otherwise.
[[nodiscard]] RmaWindow kind_of_window(const Settings& settings, const Benchmark& benchmark);

/// Whether the library provides the memory of the benchmark's windows.
[[nodiscard]] bool library_has_memory(const Settings& settings, const Benchmark& benchmark);

}  // namespace sonde::case_setup
