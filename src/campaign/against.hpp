// The sides of a campaign against each other, by the test of `sonde compare`, and when more launches cannot
// change its answer.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "analysis/comparison.hpp"
#include "campaign/campaign_plan.hpp"
#include "campaign/launch_record.hpp"

namespace sonde::campaign {

/// Each side after the first, as the new one, against the first. `looks`: how often the answer is asked for;
/// p is corrected for them and for all sides together.
[[nodiscard]] std::vector<analysis::Comparison> against_first(const Runs& runs, const CampaignPlan& plan,
                                                              double threshold, std::size_t looks = 1);

/// Launches of each side after which the answer is asked for where it can end a campaign of so many: 4, 6, 9,
/// 13 and so on, and all. Few, since each costs power.
[[nodiscard]] std::vector<int> looks_at(int launches);

/// Whether a case is proved to differ, or the interval of its ratio lies within `precision` (a fraction)
/// about 1. One that cannot be compared is decided, too.
[[nodiscard]] bool decided(const analysis::ComparedCase& compared, double precision);

/// Whether all cases of all comparisons are; not where one has no run on one side.
[[nodiscard]] bool all_decided(std::span<const analysis::Comparison> comparisons, double precision);

}  // namespace sonde::campaign
