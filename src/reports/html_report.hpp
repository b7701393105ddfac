// One self-contained page about one or several runs. It opens offline and loads nothing.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/comparison.hpp"
#include "analysis/fitted_models.hpp"
#include "analysis/guidelines.hpp"
#include "analysis/scan.hpp"
#include "record/record.hpp"

namespace sonde::reports {

/// That a report is about two sides: the first `base_runs` runs and the others.
struct TwoSides {
  std::size_t base_runs = 0;
  analysis::Comparison comparison{};
};

/// The settings of a scan that the runs of a side are of.
struct ScanOfSide {
  std::string side;  ///< "" where there are no two
  analysis::Scan scan;
};

/// How far a side keeps its guidelines.
struct GuidelinesOfSide {
  std::string side;  ///< "" where there are no two
  analysis::GuidelineCheck check;
};

struct ReportOptions {
  std::string title = "MPI benchmark report";
  std::string made{};  ///< when, as the reader shall see it; empty: not said
  analysis::FittedModels models{};
  double peak = 0;  ///< bytes per second of a link, of which rates are shown in percent; 0: not known
  std::vector<record::Run>
      reference{};  ///< of whose speed cases are shown in percent; none where there are sides
  std::vector<ScanOfSide> scans{};
  std::vector<GuidelinesOfSide> guidelines{};  ///< of sides that measured compositions
  std::optional<TwoSides> sides{};             ///< none: runs are drawn over each other
};

/// The page, UTF-8. Everything from the runs is data, never markup; the scripts it may run are named by their
/// hashes.
[[nodiscard]] std::string html_report(std::span<const record::Run> runs, const ReportOptions& options);

/// Whether this program was built with the chart library. Without it pages have tables but no charts.
[[nodiscard]] bool report_has_charts();

}  // namespace sonde::reports
