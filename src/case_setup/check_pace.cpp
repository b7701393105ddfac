#include "case_setup/check_pace.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "host/timeouts.hpp"
#include "mpi/simulated.hpp"
#include "plan/repetitions.hpp"

namespace sonde::case_setup {

namespace {

/// In simulation too, where contents take no time.
constexpr double no_limit = std::numeric_limits<double>::infinity();

/// What a round may take on any rank: ten times of what a loop may, and a second for each megabyte that
/// moves.
double longest_seconds(const Settings& settings, const Case& c, std::int64_t repetitions) {
  const double moved = static_cast<double>(c.bytes) * static_cast<double>(repetitions);
  return 10 * usual_loop_seconds(settings) + 1e-6 * moved;
}

/// However short the loop was, a check may take so long: it needs more time for a repetition than a loop
/// does, and a few repetitions miss what goes wrong in one of many.
constexpr double shortest_seconds = 0.1;

/// Seconds that the check may take.
double time_for(const Settings& settings, const CheckFacts& measured) {
  if (settings.check_repetitions || mpi::simulated) return no_limit;
  return std::max(measured.seconds, shortest_seconds);
}

}  // namespace

CheckPace::CheckPace(const Settings& settings, const CheckFacts& measured, std::int64_t least)
    : active_(measured.c.active),
      wanted_(settings.check_repetitions.value_or(measured.repetitions)),
      least_(least),
      seconds_(time_for(settings, measured)),
      start_(MPI_Wtime()) {
  if (wanted_ == all_repetitions) wanted_ = measured.repetitions;
  if (!settings.check_repetitions) wanted_ = std::max(wanted_, least);
}

std::int64_t CheckPace::next() {
  std::int64_t round = std::min(least_, wanted_);
  if (done_ > 0) {
    // The slowest rank decides; of the time that the loop took, what is left on any rank.
    std::array<double, 2> longest{MPI_Wtime() - start_, seconds_};
    const host::CallGuard guard("agreeing on how long to check");
    mpi::ok(MPI_Allreduce(MPI_IN_PLACE, longest.data(), 2, MPI_DOUBLE, MPI_MAX, active_), "MPI_Allreduce");
    const double each = longest[0] / static_cast<double>(done_), left = longest[1] - longest[0];
    const double fit = each > 0 ? left / each : std::numeric_limits<double>::infinity();
    round = std::min(done_, wanted_ - done_);
    if (fit < static_cast<double>(round)) round = std::max<std::int64_t>(0, static_cast<std::int64_t>(fit));
  }
  done_ += round;
  return round;
}

CheckResult check_in_rounds(const ResourceFacts& facts, const CheckFacts& measured, std::int64_t least,
                            const CheckRound& round) {
  CheckResult result;
  CheckPace pace(facts.settings, measured, least);
  std::optional<Failure> found;
  for (std::int64_t done = 0, repetitions = 0; (repetitions = pace.next()) > 0; done = pace.done()) {
    const double longest = longest_seconds(facts.settings, measured.c, repetitions);
    const host::CallGuard guard("checking data", longest);
    const host::LoopWatch watch(held_in_loops(measured.c), longest + host::patience_seconds);
    const auto broken = attempt([&] {
      const auto defect = round(done, repetitions);
      result.defects += static_cast<double>(defect.wrong);
      if (defect.found() && !found) found = Failure{record::Reason::none, defect.text};
    });
    result.failure = agree(measured.c.active, broken, longest);
    if (result.failure) return result;
  }
  result.repetitions = pace.done();
  if (const auto first = agree(measured.c.active, found)) result.text = first->text;
  return result;
}

void add(check::Defect& all, const check::Defect& one) {
  if (one.found() && !all.found())
    all = one;
  else
    all.wrong += one.wrong;
}

}  // namespace sonde::case_setup
