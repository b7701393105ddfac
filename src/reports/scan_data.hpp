// What the page's script gets of scans: charts over a setting.
#pragma once
#include <span>
#include <string>

#include "analysis/report.hpp"

namespace sonde::reports {

/// A list of charts as JSON, one for each side, setting of several values, benchmark and number that it is
/// measured by. Lines have a value for each place of the axis, null where there is none; `best` is the place
/// that is proved.
[[nodiscard]] std::string scan_data(std::span<const analysis::ScanOfSide> scans);

}  // namespace sonde::reports
