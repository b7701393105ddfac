#include "run/run_clock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "base/units.hpp"
#include "host/signals.hpp"
#include "mpi/error.hpp"
#include "mpi/simulated.hpp"

namespace sonde::run {

namespace {

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

RunClock::RunClock(const mpi::World& world, const Settings& settings, const Plan& plan, Elapsed clock,
                   Asked asked)
    : first_(world.first()),
      settings_(settings),
      budget_(settings, plan),
      clock_(clock ? std::move(clock) : steady_seconds),
      asked_(asked != nullptr ? asked : host::asked_to_end_by),
      start_(clock_()) {}

CaseBudget RunClock::begin_case(MPI_Comm active) {
  case_start_ = elapsed();
  loop_seconds_ = per_repetition_ = 0;
  CaseBudget allowance = budget_.allow(case_start_);
  if (mpi::simulated && !settings_.budget_seconds) return allowance;
  if (first_) allowance.ended_by = asked_();
  if (allowance.ended_by != nullptr) allowance.fits = false;
  std::array<double, 2> decided{allowance.loop_seconds, allowance.fits ? 1.0 : 0.0};
  mpi::ok(MPI_Bcast(decided.data(), 2, MPI_DOUBLE, 0, active), "MPI_Bcast");
  allowance.loop_seconds = decided[0];
  allowance.fits = decided[1] > 0;
  return allowance;
}

void RunClock::measured(double loop_seconds, std::int64_t repetitions) {
  loop_seconds_ = loop_seconds;
  per_repetition_ = loop_seconds / static_cast<double>(std::max<std::int64_t>(1, repetitions));
}

void RunClock::end_case() {
  const double now = elapsed();
  if (first_) budget_.finished(per_repetition_, std::max(0.0, now - last_end_ - loop_seconds_));
  last_end_ = now;
}

void RunClock::pass_over() {
  if (first_) budget_.passed_over();
  last_end_ = elapsed();
}

std::string RunClock::too_short() const {
  if (budget_.least() <= *settings_.budget_seconds) return {};
  const char* less_burning = facts_of(settings_.suite).files ? ", -cpu_secs match" : "";
  return fmt::format(
      "# !! That is too short: one repetition of each row takes about {}, so rows will be\n"
      "# skipped. Fewer lengths (-msglog){} or one number of processes (-npmin) make it less\n",
      human_seconds(budget_.least()), less_burning);
}

std::string RunClock::outlook() const {
  constexpr double worth_a_line = 60;
  const double seconds = budget_.estimate();
  if (settings_.budget_seconds)
    return fmt::format("\n# Time budget of the run: {} (without it about {})\n",
                       human_seconds(*settings_.budget_seconds), human_seconds(seconds)) +
           too_short();
  if (!first_ || seconds < worth_a_line) return {};
  return fmt::format("\n# Estimated time of the run: {}; -budget DURATION bounds it\n",
                     human_seconds(seconds));
}

std::string RunClock::lateness() const {
  if (!settings_.budget_seconds) return {};
  const double late = elapsed() - *settings_.budget_seconds;
  if (late <= 0) return {};
  return fmt::format("\n# !! The time budget of {} was exceeded by {}\n",
                     human_seconds(*settings_.budget_seconds), human_seconds(late));
}

std::string skip_reason(const CaseBudget& allowance) {
  if (allowance.ended_by != nullptr) return fmt::format("the run was asked to end ({})", allowance.ended_by);
  if (allowance.left_seconds <= 0) return "the time of -budget is over";
  const auto* const but = allowance.left_seconds < allowance.needed_seconds ? "" : " for cheaper rows";
  return fmt::format("-budget has {} left{}, this row needs about {}", human_seconds(allowance.left_seconds),
                     but, human_seconds(allowance.needed_seconds));
}

}  // namespace sonde::run
