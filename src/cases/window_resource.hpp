// The window of a one-sided benchmark.
#pragma once
#include "cases/resource.hpp"

namespace sonde::cases {

class WindowResource final : public HeldResource {
 public:
  /// Creates a window of the planned size, displacements in bytes, and begins an access epoch
  /// (guide 5.2.3.1). Collective over the group. Throws mpi::MpiError.
  WindowResource(const ResourceFacts& facts, Case& c);

  /// Epochs on known contents: after Put the target's window is compared, after Get the origin's buffer, after
  /// Accumulate the window of rank 0, every disjoint section of it.
  [[nodiscard]] CheckResult check(const ResourceFacts& facts, const CheckFacts& measured) override;

 private:
  mpi::Window window_;
};

}  // namespace sonde::cases
