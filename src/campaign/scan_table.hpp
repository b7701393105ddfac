// What a scan found out: for each case the times of its settings, and which is proved best.
#pragma once
#include <span>
#include <string>

#include "campaign/launch_record.hpp"
#include "campaign/repeated.hpp"

namespace sonde::campaign {

struct ScanText {
  std::string sentence;  ///< comment lines
  std::string tables;    ///< of all cases
  bool named = false;    ///< whether the records say which setting they are of
};

/// A sentence, and for each case a table of settings: median over launches, its interval, and which is proved
/// best (analysis/scan.hpp). `runs`: by the names of settings.
[[nodiscard]] ScanText scan_text(std::span<const Variant> settings, Runs runs, double threshold);

}  // namespace sonde::campaign
