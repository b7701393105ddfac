#include "host/job_allocation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <string_view>

#include "base/text.hpp"
#include "base/units.hpp"

namespace sonde::host {

namespace {

constexpr std::array names{"SONDE_END_TIME", "SLURM_JOB_END_TIME"};
constexpr const char* of_launch = "SONDE_LAUNCH_END_TIME";
constexpr double late_seconds = 5, late_share = 0.1;

/// The variable that says when the allocation ends.
struct EndVariable {
  const char* name;
  std::string_view text;
};

/// The first that is set; nothing where none is.
std::optional<EndVariable> end_variable(const Variable& variable) {
  for (const char* name : names)
    if (const char* text = variable(name)) return EndVariable{name, text};
  return std::nullopt;
}

Result<double> time_of(const EndVariable& told) {
  constexpr double latest = 1e11;  // some 3000 years
  const auto time = number_of<double>(told.text);
  if (time && *time > 0 && *time < latest) return *time;
  return failure(fmt::format("{} is {}; expected seconds since 1970, as date +%s prints them", told.name,
                             quoted(told.text)));
}

/// How a job script says when its job ends.
const char* advice(const Variable& variable) {
  if (variable("SLURM_JOB_ID") == nullptr)
    return "give a duration such as 10m, or export SONDE_END_TIME, seconds since 1970, in the job script";
  return "this Slurm is older than 23.02: give a duration such as 10m, or in the job script export "
         "SONDE_END_TIME=$(date -d \"$(squeue -h -j $SLURM_JOB_ID -o %e)\" +%s)";
}

}  // namespace

const char* of_environment(const char* variable) {
  return std::getenv(variable);
}

Result<std::optional<double>> end_of_allocation(const Variable& variable) {
  const auto told = end_variable(variable);
  if (!told) return std::nullopt;
  const auto end = time_of(*told);
  if (!end) return tl::unexpected(end.error());
  return std::optional(*end);
}

std::optional<double> end_of_share(const Variable& variable, double now, std::size_t launches) {
  const auto end = end_of_allocation(variable);
  if (!end || !*end || **end <= now || launches == 0) return std::nullopt;
  return now + (**end - now) / static_cast<double>(launches);
}

void share_allocation(std::size_t launches) {
  const std::chrono::duration<double> now = std::chrono::system_clock::now().time_since_epoch();
  const auto end = end_of_share(of_environment, now.count(), launches);
  if (end)
    setenv(of_launch, fmt::format("{:.3f}", *end).c_str(), 1);
  else
    unsetenv(of_launch);
}

Result<double> seconds_to_run(const Variable& variable, double now) {
  const char* share = variable(of_launch);
  const auto told = share != nullptr ? EndVariable{of_launch, share} : end_variable(variable);
  if (!told)
    return failure(
        fmt::format("-budget auto: the end of the allocation is unknown (neither SONDE_END_TIME nor "
                    "SLURM_JOB_END_TIME is set); {}",
                    advice(variable)));
  const auto end = time_of(*told);
  if (!end) return failure("-budget auto: " + end.error().message);
  const double left = *end - now, run = left / (1 + late_share) - late_seconds;
  if (run > 0) return run;
  return failure(fmt::format("-budget auto: by {} {} of the allocation is {}, too little to measure",
                             told->name, left > 0 ? human_seconds(left) : "nothing",
                             share != nullptr ? "left for this launch" : "left"));
}

double grace_after_sigterm(const Variable& variable) {
  const auto is_set = [&](const char* name) { return variable(name) != nullptr; };
  constexpr std::array jobs{"SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID"};
  constexpr std::array hasty{"OMPI_COMMAND", "PRTE_LAUNCHED"};  // set by launchers that kill a second later
  if (std::ranges::none_of(jobs, is_set)) return 0;
  return std::ranges::any_of(hasty, is_set) ? 0.5 : 8;
}

}  // namespace sonde::host
