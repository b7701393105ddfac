// The record that a launch has left.
#pragma once
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "campaign/campaign_plan.hpp"
#include "campaign/journal.hpp"
#include "record/record.hpp"

namespace sonde::campaign {

/// A launch that ends well without a record has measured nothing; a link to one is none.
[[nodiscard]] bool is_record_there(const std::string& path);

/// Reads it, whatever program wrote it. An error where it cannot be read, or where no case stands in it.
[[nodiscard]] Result<record::Run> record_of_launch(const std::string& path);

/// What launches recorded, by their groups.
using Runs = std::map<std::string, std::vector<record::Run>>;

/// Of the launches that ended well.
struct GoodRuns {
  Runs by_group;
  /// Launches whose record was removed or damaged since, with the reason: they are left out.
  std::vector<std::string> left_out{};
};

/// Reads the records of the launches that ended well. One that is no more to be read costs itself alone.
[[nodiscard]] GoodRuns good_runs(std::span<const Launch> launches, const Journal& journal);

}  // namespace sonde::campaign
