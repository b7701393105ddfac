// What the page's script gets: the runs as one JSON value.
#pragma once
#include <span>
#include <string>

#include "reports/html_report.hpp"

namespace sonde::reports {

/// JSON, UTF-8, not yet escaped for HTML. Cases are columns of equal length (null where a case lacks the
/// figure); names that repeat are numbers into a list. Times are seconds, rates bytes per second, lengths
/// bytes.
[[nodiscard]] std::string page_data(const analysis::Report& report, const ReportOptions& options);

}  // namespace sonde::reports
