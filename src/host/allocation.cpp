#include "host/allocation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include "base/text.hpp"
#include "base/units.hpp"

namespace sonde::host {

namespace {

constexpr std::array names{"SONDE_END_TIME", "SLURM_JOB_END_TIME"};
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

Result<double> seconds_to_run(const Variable& variable, double now) {
  const auto told = end_variable(variable);
  if (!told)
    return failure(
        fmt::format("-budget auto: nobody says when the allocation ends (neither SONDE_END_TIME nor "
                    "SLURM_JOB_END_TIME is set); {}",
                    advice(variable)));
  const auto end = time_of(*told);
  if (!end) return failure("-budget auto: " + end.error().message);
  const double left = *end - now, run = left / (1 + late_share) - late_seconds;
  if (run > 0) return run;
  return failure(fmt::format("-budget auto: by {} {} of the allocation is left, too little to measure",
                             told->name, left > 0 ? human_seconds(left) : "nothing"));
}

double grace_after_sigterm(const Variable& variable) {
  const auto is_set = [&](const char* name) { return variable(name) != nullptr; };
  constexpr std::array jobs{"SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID"};
  constexpr std::array hasty{"OMPI_COMMAND", "PRTE_LAUNCHED"};  // set by launchers that kill a second later
  if (std::ranges::none_of(jobs, is_set)) return 0;
  return std::ranges::any_of(hasty, is_set) ? 0.5 : 8;
}

}  // namespace sonde::host
