// The window of a one-sided benchmark, and the epoch of access that stands open around its loops.
#pragma once
#include "case_setup/passive_epoch.hpp"
#include "case_setup/resource.hpp"
#include "case_setup/window_memory.hpp"

namespace sonde::case_setup {

class WindowResource final : public HeldResource {
 public:
  /// Makes a window of the planned size, displacements in bytes, and begins an access epoch
  /// (guide 5.2.3.1), or takes the locks of a passive one. Collective over the group. Throws mpi::MpiError.
  WindowResource(const ResourceFacts& facts, Case& c, const Loop& loop);

  /// Epochs on known contents: every place of every section, of what was sent and of what was got is
  /// compared, whether it was to change or to stay.
  [[nodiscard]] CheckResult check(const ResourceFacts& facts, const CheckFacts& measured) override;

  /// Gives the locks back; transfers that were completed at their origin only may fail here. Then frees the
  /// window: a rank that cannot does not wait for the others there, who wait for it.
  [[nodiscard]] std::optional<Failure> close() override;
  void abandon() override;

 private:
  WindowMemory memory_;
  mpi::Group partner_;
  PassiveEpoch epoch_;
};

/// Why there can be no such window on these processes; equal on all ranks of the group, over which it is
/// collective.
[[nodiscard]] std::optional<Failure> refused_window(const ResourceFacts& facts, const Case& c);

/// Whether the window resource leaves contents of its own in the buffers: values that swaps go through.
[[nodiscard]] constexpr bool writes_buffers(const Benchmark& benchmark) {
  return benchmark.expect == ExpectedContent::swapped;
}

}  // namespace sonde::case_setup
