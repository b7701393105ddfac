// Whether the directory of a campaign is what the campaign left: nothing changed, added or left out, and
// records, tables and journal agree.
#pragma once
#include <string>
#include <vector>

#include "base/result.hpp"

namespace sonde::campaign {

struct VerifiedCampaign {
  std::vector<std::string> findings;              ///< a sentence each; none: all is well
  std::vector<std::string> notes;                 ///< what could not be checked here
  std::size_t files = 0, launches = 0, rows = 0;  ///< looked at; rows of tables found in their records
  std::string sums_sha256;                        ///< of SHA256SUMS: to be published elsewhere
};

/// Reads the whole directory. An error where it is none of a campaign.
[[nodiscard]] Result<VerifiedCampaign> verify(const std::string& directory);

}  // namespace sonde::campaign
