// What the commands that start launches tell about them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "campaign/launch_record.hpp"
#include "campaign/run_launches.hpp"

namespace sonde::app {

/// Of an order that is drawn now.
[[nodiscard]] std::uint64_t fresh_seed();

/// Progress and an estimate on one line of standard error where that is a terminal; nothing elsewhere.
[[nodiscard]] campaign::Tell terminal_progress();

/// What can be known to be wrong before a directory is made: a first word that is no program, an end of the
/// allocation that is no time.
[[nodiscard]] Result<void> can_be_started(const campaign::CampaignPlan& plan);

/// Says what else is to be known about a campaign that begins or goes on.
void tell_about(const campaign::CampaignPlan& plan, const campaign::Journal& journal);

/// Whether the batch system's allocation has ended, or does within 5 s, where clocks of its hosts may differ.
/// False where its end is unknown.
[[nodiscard]] bool allocation_is_over();

/// A signal or the end of the allocation ended the launches early. Returns the exit status.
int tell_interrupted();

/// Names the failed launches on standard error, each with its output; how many there are.
std::size_t tell_failures(std::span<const campaign::Launch> launches, const campaign::Journal& journal);

/// Names the launches whose record was removed or damaged after they had ended well.
void tell_left_out(const campaign::GoodRuns& runs);

/// "8 launches, 0 failed" once all have ended, before that "3 of 8 launches ended, 0 failed".
[[nodiscard]] std::string counts_text(const campaign::CampaignProgress& now);

}  // namespace sonde::app
