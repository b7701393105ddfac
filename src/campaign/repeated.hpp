// Command lines that are launched several times: a campaign without a plan file.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "campaign/campaign_plan.hpp"
#include "campaign/journal.hpp"
#include "campaign/spread_table.hpp"

namespace sonde::campaign {

/// A side of a comparison, a setting of a scan, or the only command.
struct Variant {
  std::string name;  ///< "A", "B", ...; "eager-4096"; "run" alone
  /// As the user typed it; {record} stands for the path of the record, no other brace for anything.
  Words command;
  std::string label{};                      ///< of a setting: "eager=4096"
  std::vector<record::ScanSetting> scan{};  ///< the same as its records say it
};

struct Repeated {
  std::vector<Variant> variants;
  int launches = 10;            ///< of each, at most
  double limit_seconds = 3600;  ///< of one launch
  std::uint64_t seed = 0;       ///< of the order of several, where the directory has none yet
};

/// The sides of "A --against B --against C". An error where one has no words, or there are more than 26.
[[nodiscard]] Result<std::vector<Variant>> sides_of(const Words& words);

/// The plan of these launches, named run-1, run-2, ..., which go to `directory`. Its text holds the commands
/// without secrets and nothing else, so that launches can be added later. An error where a command is empty
/// or names its own record (-json).
[[nodiscard]] Result<CampaignPlan> plan_of(const Repeated& repeated, const std::string& directory);

/// Launches that have their directory and their journal.
struct Begun {
  CampaignPlan plan;
  Journal journal;
};

/// In `directory`, whether it is there or not. An error where a command is no good, the directory is of
/// something else or the same runs there.
[[nodiscard]] Result<Begun> begin_in(const std::string& directory, const Repeated& repeated);

/// In `stem`, or with a number behind it: the first directory that is made here, or that holds the same
/// commands with a launch that was cut off and runs at this moment nowhere. An error where there are 1000 of
/// them.
[[nodiscard]] Result<Begun> begin_beside(const std::string& stem, const Repeated& repeated);

/// Whether the next launch is known well enough: in each case the interval that it lies in reaches at most
/// `precision` (a fraction) of the median to either side. Not before three launches.
[[nodiscard]] bool narrow_enough(std::span<const CaseSpread> cases, double precision);

/// How far that interval reaches, as a fraction of the median; infinite before three launches.
[[nodiscard]] double reach(const CaseSpread& found);

}  // namespace sonde::campaign
