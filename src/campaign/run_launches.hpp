// Runs what is left of a campaign.
#pragma once
#include <functional>
#include <span>

#include "base/result.hpp"
#include "campaign/campaign_plan.hpp"
#include "campaign/journal.hpp"

namespace sonde::campaign {

/// How far a campaign is, told before each launch and at the end.
struct CampaignProgress {
  std::size_t done = 0, failed = 0, total = 0;  ///< failed ones are part of done
  std::string launch;                           ///< what starts now; empty at the end
  double seconds_left = 0;                      ///< estimate from the launches so far; 0 where there are none
};

[[nodiscard]] CampaignProgress progress_of(std::span<const Launch> launches, const Journal& journal);

using Tell = std::function<void(const CampaignProgress&)>;

/// Callbacks between launches; `needless` and `over` may be empty.
struct Watch {
  Tell tell;
  std::function<bool(const Launch&)> needless;  ///< before each launch: it is not started
  std::function<bool()> over;  ///< after one that failed: the allocation has ended, which cut it off
};

/// Runs the launches that have no end yet, in their order; with `retry` also those that failed, or whose
/// record was removed or damaged since. A launch that
/// fails is noted and the next one starts. Returns false when a signal, or the end of the allocation, ended
/// it early: the launch that ran then has no end. Errors: the directory cannot be written, or holds files of
/// something else.
[[nodiscard]] Result<bool> execute(const CampaignPlan& plan, std::span<const Launch> launches,
                                   Journal& journal, bool retry, const Watch& watch);

/// Seconds that the launches without an end will take: each as the mean of its group, or of all where its
/// group has none.
[[nodiscard]] double estimate_left(std::span<const Launch> launches, const Journal& journal);

}  // namespace sonde::campaign
