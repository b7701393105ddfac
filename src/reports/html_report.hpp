// One self-contained page about one or several runs. It opens offline and loads nothing.
#pragma once
#include <string>
#include <vector>

#include "analysis/report.hpp"
#include "record/record.hpp"

namespace sonde::reports {

struct ReportOptions {
  std::string title = "MPI benchmark report";
  std::string made{};  ///< when, as the reader shall see it; empty: not said
  double peak = 0;     ///< bytes per second of a link, of which rates are shown in percent; 0: not known
  std::vector<record::Run>
      reference{};  ///< of whose speed cases are shown in percent; none where there are sides
};

/// The page, UTF-8. Everything from the runs is data, never markup; the scripts it may run are named by their
/// hashes.
[[nodiscard]] std::string html_report(const analysis::Report& report, const ReportOptions& options);

/// Whether this program was built with the chart library. Without it pages have tables but no charts.
[[nodiscard]] bool report_has_charts();

}  // namespace sonde::reports
