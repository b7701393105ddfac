#include "run/pacing.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/units.hpp"
#include "mpi/error.hpp"

namespace sonde::run {

Pacing::Pacing(const mpi::World& world, const Settings& settings, const Plan& plan)
    : first_(world.first()),
      limited_(settings),
      usual_seconds_(settings.seconds_per_sample),
      budget_(settings, plan) {}

void Pacing::begin_case(MPI_Comm active) {
  case_start_ = elapsed();
  loop_seconds_ = per_repetition_ = 0;
  if (!limited_.budget_seconds) return;
  double seconds = std::min(usual_seconds_, budget_.allow(case_start_));
  mpi::ok(MPI_Bcast(&seconds, 1, MPI_DOUBLE, 0, active), "MPI_Bcast");
  limited_.seconds_per_sample = seconds;
}

void Pacing::measured(double loop_seconds, std::int64_t repetitions) {
  loop_seconds_ = loop_seconds;
  per_repetition_ = loop_seconds / static_cast<double>(std::max<std::int64_t>(1, repetitions));
}

void Pacing::end_case() {
  if (first_) budget_.finished(per_repetition_, elapsed() - case_start_ - loop_seconds_);
}

double Pacing::remaining() const {
  const double estimate = budget_.estimate();
  return limited_.budget_seconds ? std::min(estimate, *limited_.budget_seconds - elapsed()) : estimate;
}

std::string Pacing::too_short() const {
  if (budget_.least() <= *limited_.budget_seconds) return {};
  const char* less_burning = limited_.suite == Suite::io ? ", -cpu_secs match" : "";
  return fmt::format(
      "# !! That is too short: one repetition of each row takes about {}. Fewer lengths (-msglog){} or one\n"
      "# number of processes (-npmin) make it less\n",
      human_seconds(budget_.least()), less_burning);
}

std::string Pacing::outlook() const {
  constexpr double worth_a_line = 60;
  const double seconds = budget_.estimate();
  if (limited_.budget_seconds)
    return fmt::format("\n# Time budget of the run: {} (without it about {})\n",
                       human_seconds(*limited_.budget_seconds), human_seconds(seconds)) +
           too_short();
  if (!first_ || seconds < worth_a_line) return {};
  return fmt::format("\n# Estimated time of the run: {}; -budget DURATION bounds it\n",
                     human_seconds(seconds));
}

}  // namespace sonde::run
