// What a scan found out: for each case the times of its settings, and which is proved best.
#pragma once
#include <span>
#include <string>

#include "base/result.hpp"
#include "campaign/campaign_plan.hpp"
#include "campaign/journal.hpp"
#include "campaign/repeated.hpp"
#include "campaign/spread_table.hpp"

namespace sonde::campaign {

struct ScanText {
  std::string sentence;  ///< comment lines
  std::string tables;    ///< of all cases
  bool named = false;    ///< whether the records say which setting they are of
};

/// A sentence, and for each case a table of settings: median over launches, its interval, and which is proved
/// best (analysis/scan.hpp). `runs`: by the names of settings.
[[nodiscard]] ScanText scan_text(std::span<const Variant> settings, Runs runs, double threshold);

/// The same of launches that ended well. An unreadable record is an error.
[[nodiscard]] Result<ScanText> scan_table(std::span<const Variant> settings, std::span<const Launch> launches,
                                          const Journal& journal, double threshold);

}  // namespace sonde::campaign
