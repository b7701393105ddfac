// The allocation of a batch system that this job runs in.
#pragma once
#include <functional>
#include <optional>

#include "base/result.hpp"

namespace sonde::host {

/// The value of a variable of the environment, or nullptr.
using Variable = std::function<const char*(const char*)>;
/// The one of this process.
[[nodiscard]] const char* of_environment(const char* variable);

/// When the allocation ends, in seconds since 1970: SONDE_END_TIME, else SLURM_JOB_END_TIME. Nothing where
/// neither is set; an error where the one that is set is no time.
[[nodiscard]] Result<std::optional<double>> end_of_allocation(const Variable& variable);

/// When the share of the next launch ends, in seconds since 1970: what is left of the allocation, divided by
/// the launches that are to come. Nothing where no end of the allocation is known or it is over.
[[nodiscard]] std::optional<double> end_of_share(const Variable& variable, double now, std::size_t launches);
/// Hands that to the launches of this process, as SONDE_LAUNCH_END_TIME, or takes it out of their
/// environment.
void share_allocation(std::size_t launches);

/// Seconds that a run may take to end before its share or its allocation does, which is at
/// SONDE_LAUNCH_END_TIME (set by sonde run and campaigns), SONDE_END_TIME (set by a job script) or
/// SLURM_JOB_END_TIME (seconds since 1970). A tenth and 5 seconds are kept back, by which a run with a budget
/// may be late. `now`: seconds since 1970. An error where neither variable is a time, and where no time is
/// left.
[[nodiscard]] Result<double> seconds_to_run(const Variable& variable, double now);

/// Seconds after SIGTERM in which a run may finish its case: 8 in jobs of Slurm, PBS and LSF, which kill
/// after 30, 10 and 10 as they come; 0.5 there where mpirun is Open MPI's or PRRTE's, which kill after one.
/// None elsewhere: launchers make SIGTERM of Ctrl-C, and who sits at a terminal wants an end, not the rest of
/// the tables.
[[nodiscard]] double grace_after_sigterm(const Variable& variable);

}  // namespace sonde::host
