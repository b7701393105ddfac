// Runs of a scan as lines over one of its settings.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/scan.hpp"
#include "base/result.hpp"

namespace sonde::reports {

/// All runs, without labels of their settings, and where they belong.
struct Across {
  analysis::Scan scan;
  analysis::ScanAxis axis;
  std::vector<record::Run> runs;
  std::vector<double> places;       ///< of each run on the axis; NaN: it has no such setting
  std::vector<std::size_t> others;  ///< of each run: which values the other settings have
  std::vector<std::string> names;   ///< of these, "map=core"; "" where there is no other setting

  /// The first run of a setting of the scan.
  [[nodiscard]] std::size_t run_of(std::size_t setting) const;
};

/// An error where no setting of this name has several values; it says which have.
[[nodiscard]] Result<Across> across(std::span<const record::Run> runs, const std::string& setting);

}  // namespace sonde::reports
