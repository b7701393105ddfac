// One loop over a case, which ends in a sample, in a failure, or in the end of the run where it does not end
// at all.
#pragma once
#include <optional>

#include "case_setup/failure.hpp"
#include "engine/case.hpp"

namespace sonde::measuring {

/// How long a loop may take on any rank, in seconds, where `expected` is what it should take: ten times of
/// that, and for files a second for each megabyte that moves.
[[nodiscard]] double longest_seconds(const Case& c, const Loop& loop, double expected);

/// Runs the loop on this rank. Where a thread of several fails, the others have half a minute beyond
/// `longest` seconds to end: they may wait for it, or ranks for them. File transfers are watched: half a
/// minute after `longest` seconds the run ends.
[[nodiscard]] std::optional<case_setup::Failure> run_loop(const Mode& mode, const Case& c, const Loop& loop,
                                                          double longest, LoopSample& sample);

/// Seconds of all that a loop has timed, of the slowest thread.
[[nodiscard]] double timed_seconds(const LoopSample& sample);

}  // namespace sonde::measuring
