#include "host/allocation.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

#include "base/text.hpp"
#include "base/units.hpp"

namespace sonde::host {

namespace {

constexpr std::array names{"SONDE_END_TIME", "SLURM_JOB_END_TIME"};
constexpr double late_seconds = 5, late_share = 0.1;

Result<double> time_of(const char* name, std::string_view text) {
  double time = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), time);
  if (error == std::errc{} && end == text.data() + text.size() && std::isfinite(time) && time > 0)
    return time;
  return failure(fmt::format("-budget auto: {} is {}; expected seconds since 1970, as date +%s prints them",
                             name, quoted(text)));
}

/// How a job script says when its job ends.
const char* advice(const Variable& variable) {
  if (variable("SLURM_JOB_ID") == nullptr)
    return "give a duration such as 10m, or export SONDE_END_TIME, seconds since 1970, in the job script";
  return "this Slurm is older than 23.02: give a duration such as 10m, or in the job script export "
         "SONDE_END_TIME=$(date -d \"$(squeue -h -j $SLURM_JOB_ID -o %e)\" +%s)";
}

}  // namespace

std::optional<double> end_of_allocation(const Variable& variable) {
  for (const char* name : names) {
    const char* text = variable(name);
    if (text == nullptr) continue;
    const auto end = time_of(name, text);
    return end ? std::optional(*end) : std::nullopt;
  }
  return std::nullopt;
}

Result<double> seconds_to_run(const Variable& variable, double now) {
  for (const char* name : names) {
    const char* text = variable(name);
    if (text == nullptr) continue;
    const auto end = time_of(name, text);
    if (!end) return tl::unexpected(end.error());
    const double left = *end - now, run = left / (1 + late_share) - late_seconds;
    if (run > 0) return run;
    return failure(fmt::format("-budget auto: by {} {} of the allocation is left, too little to measure",
                               name, left > 0 ? human_seconds(left) : "nothing"));
  }
  return failure(
      fmt::format("-budget auto: nobody says when the allocation ends (neither SONDE_END_TIME nor "
                  "SLURM_JOB_END_TIME is set); {}",
                  advice(variable)));
}

}  // namespace sonde::host
