// One command line that is launched several times: a campaign without a plan file.
#pragma once
#include <span>
#include <string>

#include "base/result.hpp"
#include "campaign/journal.hpp"
#include "campaign/plan.hpp"
#include "campaign/spread_table.hpp"

namespace sonde::campaign {

struct Repeated {
  /// As the user typed it; {record} stands for the path of the record, no other brace for anything.
  Words command;
  int launches = 10;            ///< at most
  double limit_seconds = 3600;  ///< of one launch
};

/// The plan of these launches, named run-1, run-2, ..., which go to `directory`. Its text holds the command without secrets and
/// nothing else, so that launches can be added later. An error where the command is empty or names its own record (-json).
[[nodiscard]] Result<Plan> plan_of(const Repeated& repeated, const std::string& directory);

/// Launches that have their directory and their journal.
struct Begun {
  Plan plan;
  Journal journal;
};

/// In `directory`, whether it is there or not. An error where the command is no good, the directory is of something else or the
/// same runs there.
[[nodiscard]] Result<Begun> begin_in(const std::string& directory, const Repeated& repeated);

/// In `stem`, or with a number behind it: the first directory that is made here, or that holds the same command with a
/// launch that was cut off and runs at this moment nowhere. An error where there are 1000 of them.
[[nodiscard]] Result<Begun> begin_beside(const std::string& stem, const Repeated& repeated);

/// Whether the next launch is known well enough: in each case the interval that it lies in reaches at most `precision`
/// (a fraction) of the median to either side. Not before three launches.
[[nodiscard]] bool narrow_enough(std::span<const CaseSpread> cases, double precision);

/// How far that interval reaches, as a fraction of the median; infinite before three launches.
[[nodiscard]] double reach(const CaseSpread& found);

}  // namespace sonde::campaign
