// The window of a one-sided benchmark.
#pragma once
#include "cases/resource.hpp"

namespace sonde::cases {

class WindowResource final : public HeldResource {
 public:
  /// Creates a window of the planned size, displacements in bytes, and begins an access epoch
  /// (guide 5.2.3.1). Collective over the group. Throws mpi::MpiError.
  WindowResource(const ResourceFacts& facts, Case& c);

 private:
  mpi::Info info_;
  mpi::Window window_;
};

}  // namespace sonde::cases
