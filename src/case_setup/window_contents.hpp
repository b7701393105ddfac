// What the sections of a window, and the buffers that belong to them, hold before and after a checked epoch.
#pragma once
#include <vector>

#include "case_setup/resource.hpp"
#include "check/window_content.hpp"

namespace sonde::case_setup {

class WindowContents {
 public:
  /// `space`: where buffers and window lie.
  WindowContents(const Settings& settings, const Benchmark& benchmark, const Case& c, host::Space& space);

  /// Facts of this rank; what changes from epoch to epoch is left to the caller.
  [[nodiscard]] check::EpochFacts facts() const;
  /// How many repetitions have sections and buffers of their own.
  [[nodiscard]] std::int64_t slots() const;

  /// Writes what the first `slots` slots hold before an epoch.
  void write(check::EpochFacts facts, std::int64_t slots) const;
  /// What came back to this rank in the first `slots` slots.
  [[nodiscard]] std::vector<std::byte> received(std::int64_t slots) const;
  /// What of it is not as it must be after the epoch.
  [[nodiscard]] check::Defect compare(check::EpochFacts facts, std::int64_t slots) const;

 private:
  [[nodiscard]] std::byte* place_of(const check::Place& place, std::int64_t slot) const;

  const Settings& settings_;
  const Benchmark& benchmark_;
  const Case& case_;
  host::Space& space_;
};

}  // namespace sonde::case_setup
