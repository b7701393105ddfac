// All that is said of runs which are shown together. A page shows it and decides nothing.
#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/comparison.hpp"
#include "analysis/fitted_models.hpp"
#include "analysis/guidelines.hpp"
#include "analysis/judgement.hpp"
#include "analysis/scan.hpp"
#include "analysis/slow_hosts.hpp"
#include "analysis/slow_ranks.hpp"
#include "record/record.hpp"

namespace sonde::analysis {

/// That runs are of two sides: the first `base_runs` and the others.
struct TwoSides {
  std::size_t base_runs = 0;
  Comparison comparison{};
};

/// Who holds the others up in a run, or in the runs of a side.
struct SlowPlaces {
  std::string source;
  SlowRankMap ranks;
  std::vector<HostShare> hosts;  ///< their shares by benchmark: of those of `ranks`
};

/// The settings of a scan that the runs of a side are of.
struct ScanOfSide {
  std::string side;  ///< "base" or "new"; "" where there are no two
  Scan scan;
};

/// How far a side keeps its guidelines.
struct GuidelinesOfSide {
  std::string side;  ///< "base" or "new"; "" where there are no two
  GuidelineCheck check;
};

struct Report {
  std::vector<record::Run> runs;
  std::optional<TwoSides> sides{};  ///< none: runs are drawn over each other
  Judgement judgement{};
  std::vector<SlowPlaces> slow{};
  std::vector<ScanOfSide> scans{};             ///< of sides whose runs have several settings
  std::vector<GuidelinesOfSide> guidelines{};  ///< of sides that measured a call beside a composition
  FittedModels models{};                       ///< where there are no two sides
};

/// `threshold`: by how much a setting must be faster to be told, as a part of one. `left_out`: sentences on
/// what belongs to the runs and is not among them.
[[nodiscard]] Report report_of(std::vector<record::Run> all, std::optional<TwoSides> sides = {},
                               double threshold = 0.03, std::span<const std::string> left_out = {});

}  // namespace sonde::analysis
