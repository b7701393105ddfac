// What a campaign found out: for each case the spread within and between runs, and where the next run will
// lie.
#pragma once
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "campaign/campaign_plan.hpp"
#include "campaign/journal.hpp"
#include "record/record.hpp"
#include "stats/spread.hpp"

namespace sonde::campaign {

struct CaseSpread {
  std::string group;  ///< command, processes and placement
  record::CaseId id;
  std::size_t runs = 0;
  stats::RunSpread spread;
  bool within_known = true;  ///< some run has more than two batches
};

/// What the launches that ended well recorded, by the group of launches. An unreadable record is an error.
using Runs = std::map<std::string, std::vector<record::Run>>;
[[nodiscard]] Result<Runs> good_runs(std::span<const Launch> launches, const Journal& journal);

/// The spread of every case that the good launches measured, in the order of the plan's groups. Cases without
/// a summary (foreign programs) have their time as median and no spread within. An unreadable record is an
/// error.
[[nodiscard]] Result<std::vector<CaseSpread>> spreads(std::span<const Launch> launches,
                                                      const Journal& journal);

/// As a table for a person.
[[nodiscard]] std::string spread_table(std::span<const CaseSpread> cases);

}  // namespace sonde::campaign
