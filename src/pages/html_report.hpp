// One self-contained page about one or several runs. It opens offline and loads nothing.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "analysis/fitted_models.hpp"
#include "record/record.hpp"

namespace sonde::pages {

struct ReportOptions {
  std::string title = "MPI benchmark report";
  std::string made{};  ///< when, as the reader shall see it; empty: not said
  analysis::FittedModels models{};
  double peak = 0;  ///< bytes per second of a link, of which rates are shown in percent; 0: not known
};

/// The page, UTF-8. Everything from the runs is data, never markup; the scripts it may run are named by their
/// hashes.
[[nodiscard]] std::string html_report(std::span<const record::Run> runs, const ReportOptions& options);

/// Whether this program was built with the chart library. Without it pages have tables but no charts.
[[nodiscard]] bool report_has_charts();

}  // namespace sonde::pages
