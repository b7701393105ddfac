#include "survey/contention_survey.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "engine/line_up.hpp"
#include "host/timeouts.hpp"
#include "measuring/guarded_loop.hpp"
#include "mpi/error.hpp"
#include "stats/order.hpp"

namespace sonde::survey {

namespace {

constexpr std::int64_t fewer_to_warm_up = 4;                ///< repetitions
constexpr std::int64_t most_draws = std::int64_t{1} << 22;  ///< that are looked at again
constexpr double no_part = -1;
constexpr double loops_of_survey = 1.25;  ///< a quarter to warm up

struct Slowest {
  double seconds = no_part;
  int rank = 0;
};

/// Whether all others meet the first rank, not each other.
bool is_star(const Benchmark& row) {
  return row.needs.processes.roles == Roles::first_and_others;
}

/// Seconds of a repetition on this rank; of one who is in no pair: no_part. What is drawn may leave a rank
/// out once.
double own_seconds(const Benchmark& row, const Case& c, const measuring::Measured& measured) {
  const bool out = is_star(row) ? c.rank == 0 : !c.flows.drawn() && c.flows.ends_of(c.rank, 0).from < 0;
  return out ? no_part : measured.seconds / static_cast<double>(measured.repetitions());
}

Slowest slowest_of(const Case& c, double mine) {
  Slowest own{mine, c.rank}, found;
  const host::CallGuard guard("finding the slowest rank");
  mpi::ok(MPI_Allreduce(&own, &found, 1, MPI_DOUBLE_INT, MPI_MAXLOC, c.comm), "MPI_Allreduce");
  return found;
}

/// The case and the loop of one pair: the others call without a partner, or idle, and wait behind the loop.
struct OnePair {
  Case pair;
  Loop loop;

  OnePair(const Benchmark& row, const Case& c, Loop measured, int slowest, std::int64_t repetitions)
      : pair(c), loop(std::move(measured)) {
    pair.only_pair_of = slowest;
    loop.batches = {1, repetitions, repetitions};
    loop.line_up = engine::barriers;
    if (is_star(row) && c.rank != 0 && c.rank != slowest) loop.role = Role::idle;
  }
};

/// Fraction of repetitions in which rank `only_pair_of` has a partner. Below 1 only for Flows::paired and odd
/// P:
/// the unpaired rank skips the repetition here, but waits in the full run.
double share_with_partner(const OnePair& one) {
  const Case& c = one.pair;
  if (c.flows.kind != Flows::paired || c.size % 2 == 0) return 1;
  const auto looked_at = std::min(one.loop.batches.repetitions(), most_draws / c.size + 1);
  std::int64_t met = 0;
  for (std::int64_t i = 0; i < looked_at; ++i)
    met += c.flows.ends_of(c.only_pair_of, one.loop.first + i).from < 0 ? 0 : 1;
  return static_cast<double>(std::max<std::int64_t>(1, met)) / static_cast<double>(looked_at);
}

/// Seconds of a repetition on the slowest rank, told to all.
double told_seconds(const OnePair& one, const LoopSample& sample) {
  double seconds = 0;
  if (one.pair.rank == one.pair.only_pair_of)
    seconds = measuring::timed_seconds(sample) / share_with_partner(one) /
              static_cast<double>(one.loop.batches.repetitions());
  const host::CallGuard guard("telling times");
  mpi::ok(MPI_Bcast(&seconds, 1, MPI_DOUBLE, one.pair.only_pair_of, one.pair.comm), "MPI_Bcast");
  return seconds;
}

/// The seconds of all who take part, in ascending order, on the first rank.
std::vector<double> gather_seconds(const Case& c, double mine) {
  std::vector<double> all(static_cast<std::size_t>(c.rank == 0 ? c.size : 0));
  const host::CallGuard guard("gathering times");
  mpi::ok(MPI_Gather(&mine, 1, MPI_DOUBLE, all.data(), 1, MPI_DOUBLE, 0, c.comm), "MPI_Gather");
  std::erase(all, no_part);
  return stats::sorted(all);
}

/// Whether -budget leaves time to measure the pair alone, as the first rank knows it. Collective.
bool fits(const Case& c, const measuring::Measured& measured, double spare) {
  if (std::isinf(spare)) return true;  // on all ranks
  const double longest = measured.seconds + measured.pure;
  int yes = spare > loops_of_survey * longest ? 1 : 0;
  const host::CallGuard guard("sharing what -budget leaves");
  mpi::ok(MPI_Bcast(&yes, 1, MPI_INT, 0, c.comm), "MPI_Bcast");
  return yes != 0;
}

int partner_of_slowest(const Benchmark& row, const Case& c, int slowest) {
  if (is_star(row)) return 0;
  return c.flows.drawn() ? -1 : c.flows.ends_of(slowest, 0).from;
}

}  // namespace

bool tells_contention(const Settings& settings, const PlannedCase& planned) {
  const bool shown = settings.extra_columns || !settings.json_path.empty();
  return shown && !settings.arrival && planned.benchmark().klass == TransferClass::contention &&
         planned.section->lanes.size() == 1;
}

ContentionSurvey survey_contention(const Plan& plan, const PlannedCase& planned, const case_setup::Team& team,
                                   const Case& c, const Loop& loop, const measuring::Measured& measured,
                                   double spare) {
  const Benchmark& row = planned.benchmark();
  const double mine = own_seconds(row, c, measured);
  const Slowest slowest = slowest_of(c, mine);
  ContentionSurvey out;
  out.out_of_time = !fits(c, measured, spare);
  if (out.out_of_time) return out;
  record::Contention found;
  // As many as a loop among all had: what its ranks were late at the start counts once a loop, here as there.
  const std::int64_t repetitions = measured.longest_loop;
  for (const std::int64_t count : {std::max<std::int64_t>(1, repetitions / fewer_to_warm_up), repetitions}) {
    const OnePair one(row, c, loop, slowest.rank, count);
    LoopSample sample;
    const auto failure = measuring::run_loop(planned.mode(), one.pair, one.loop, measured.seconds, sample);
    out.failure = case_setup::agree(c.active, failure, measured.seconds);
    if (out.failure) return out;
    found.alone = told_seconds(one, sample);
  }
  const auto all = gather_seconds(c, mine);
  if (!team.leads()) return out;
  const auto ranks = members(plan, *planned.section, 0);
  const int partner = partner_of_slowest(row, c, slowest.rank);
  found.rank = ranks[static_cast<std::size_t>(slowest.rank)];
  if (partner >= 0) found.partner = ranks[static_cast<std::size_t>(partner)];
  found.quickest = all.front();
  found.middle = stats::quantile(all, stats::median_level);
  found.slowest = all.back();
  // A repetition without a partner was counted as long as one with: among all the others may end it sooner.
  if (c.flows.kind == Flows::paired) found.alone = std::min(found.alone, found.slowest);
  out.survey = found;
  return out;
}

}  // namespace sonde::survey
