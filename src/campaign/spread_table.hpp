// What a campaign found out: for each case the spread within and between runs, and where the next run will
// lie.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "campaign/launch_record.hpp"
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

/// The spread of every case that the runs measured, in the order of their groups. Cases without a summary
/// (foreign programs) have their time as median and no spread within.
[[nodiscard]] std::vector<CaseSpread> spreads(const Runs& runs);

/// As a table for a person.
[[nodiscard]] std::string spread_table(std::span<const CaseSpread> cases);

}  // namespace sonde::campaign
