#include "survey/link_survey.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <type_traits>

#include "args/switches.hpp"
#include "host/timeouts.hpp"
#include "links/blocks.hpp"
#include "links/investigate.hpp"
#include "mpi/error.hpp"
#include "mpi/gather_lists.hpp"
#include "patterns/links.hpp"
#include "record/warnings.hpp"
#include "start_up/places.hpp"

namespace sonde::survey {

namespace {

constexpr int kept_players = 256;  ///< whose map goes into the record unasked
constexpr engine::BatchShape trial_batches{3, 1, 1};

/// One quantity of all links, row by row, on the first rank. Collective over the group.
links::Matrix gather_matrix(const case_setup::Team& team, const std::vector<LinkTimes>& mine,
                            float LinkTimes::*quantity) {
  std::vector<float> row;
  row.reserve(mine.size());
  for (const LinkTimes& link : mine) row.push_back(link.*quantity);
  links::Matrix matrix{team.processes, {}};
  if (team.leads()) matrix.seconds.resize(row.size() * row.size());
  const int players = static_cast<int>(row.size());
  mpi::ok(MPI_Gather(row.data(), players, MPI_FLOAT, matrix.seconds.data(), players, MPI_FLOAT, 0,
                     team.group.get()),
          "MPI_Gather");
  return matrix;
}

std::int64_t pairs_met(const links::Matrix& matrix) {
  return std::ranges::count_if(matrix.seconds, [](float seconds) { return !std::isnan(seconds); });
}

/// Places of the players, and whether they suffice for a verdict. Collective over the group.
void gather_standing(const Settings& settings, const case_setup::Team& team, links::Survey& survey) {
  const char* address = std::getenv("SLURM_TOPOLOGY_ADDR");
  const auto places = start_up::gather_places(team.group.get(), team.group_rank, team.processes);
  const auto addresses =
      mpi::gather_texts(team.group.get(), address == nullptr ? "" : address, team.leads(), team.processes);
  std::vector<links::PlayerPlace> known;
  for (std::size_t i = 0; i < places.size(); ++i) known.push_back({places[i].host, addresses[i]});
  survey.blocks = links::blocks_of(known, host_switches(settings.switches));
  survey.shares_cores = record::may_share_cores(places);
}

/// From the first rank to all others.
void share_steps(const case_setup::Team& team, std::vector<links::LonePair>& steps) {
  static_assert(std::is_trivially_copyable_v<links::LonePair>);
  int count = static_cast<int>(steps.size());
  mpi::ok(MPI_Bcast(&count, 1, MPI_INT, 0, team.group.get()), "MPI_Bcast");
  steps.resize(static_cast<std::size_t>(count));
  mpi::ok(MPI_Bcast(steps.data(), count * static_cast<int>(sizeof(links::LonePair)), MPI_BYTE, 0,
                    team.group.get()),
          "MPI_Bcast");
}

/// Steps take as long as the measurement did, at most.
host::CallGuard guard_trials(double measured_seconds) {
  return host::CallGuard("trying links one at a time", 10 * measured_seconds);
}

/// The seconds of every step, on the first rank. One pair at a time, the others wait. Collective over the
/// group.
std::vector<double> try_alone(const LinkRun& run, const std::vector<links::LonePair>& steps) {
  const Case& c = run.prepared;
  Loop loop = run.loop;
  loop.batches = trial_batches;
  LoopSample sample;
  sample.prepare(loop.batches.count);
  patterns::LinkMeter meter(c, loop, sample);
  std::vector<double> mine(steps.size());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const links::LonePair& step = steps[i];
    mpi::ok(MPI_Barrier(c.comm), "MPI_Barrier");
    if (c.rank != step.from && c.rank != step.to) continue;
    const bool begins = c.rank == step.from;
    const int partner = begins ? step.to : step.from;
    if (step.quantity == links::LinkQuantity::latency) {
      const double seconds = meter.latency(partner, begins);
      if (begins) mine[i] = seconds;
    } else if (begins) {
      mine[i] = meter.send_to(partner);
    } else {
      meter.receive_from(partner);
    }
  }
  return mpi::reduced(c.comm, mine, MPI_SUM);
}

/// The part of all ranks but the first in trials: until there are none left.
void join_trials(const LinkRun& run) {
  for (std::vector<links::LonePair> steps;;) {
    const auto guard = guard_trials(run.measured.seconds);
    share_steps(run.team, steps);
    if (steps.empty()) return;
    static_cast<void>(try_alone(run, steps));
  }
}

/// Trials on the first rank, in portions where there is a budget: no portion begins that would take longer,
/// by the one before it, than what is left.
class Trials {
 public:
  explicit Trials(const LinkRun& run) : run_(run) {}

  std::vector<double> measure(std::span<const links::LonePair> asked) {
    std::vector<double> all;
    while (!asked.empty()) {
      const double left = run_.spare();
      if (left <= portion_seconds_) return out_of_time_ = true, all;
      const auto portion = std::isinf(left) ? asked.size() : std::min(asked.size(), portion_steps);
      append_portion(asked.first(portion), all);
      asked = asked.subspan(portion);
    }
    return all;
  }

  [[nodiscard]] bool out_of_time() const { return out_of_time_; }

 private:
  static constexpr std::size_t portion_steps = 16;

  void append_portion(std::span<const links::LonePair> asked, std::vector<double>& all) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    std::vector<links::LonePair> steps(asked.begin(), asked.end());
    const auto guard = guard_trials(run_.measured.seconds);
    share_steps(run_.team, steps);
    const auto measured = try_alone(run_, steps);
    all.insert(all.end(), measured.begin(), measured.end());
    portion_seconds_ = std::chrono::duration<double>(Clock::now() - start).count();
  }

  const LinkRun& run_;
  double portion_seconds_ = 0;  ///< of the portion before
  bool out_of_time_ = false;
};

/// Half a step for each batch of a trial.
links::TimerOpen open_by_step(double timer_step, int in_flight) {
  return {timer_step / 2 / (2 * static_cast<double>(patterns::short_batches.each)),
          timer_step / 2 / (static_cast<double>(trial_batches.each) * in_flight)};
}

/// On the first rank.
std::vector<links::TrialFinding> findings_of(const links::Survey& survey, const LinkRun& run,
                                             bool& out_of_time) {
  std::vector<links::TrialFinding> findings;
  Trials trials(run);
  if (!survey.shares_cores)
    findings = links::investigate(
        survey.map, survey.blocks, survey.threshold,
        [&](std::span<const links::LonePair> asked) { return trials.measure(asked); },
        open_by_step(run.timer_step, run.prepared.in_flight));
  out_of_time = trials.out_of_time();
  const auto guard = guard_trials(run.measured.seconds);
  std::vector<links::LonePair> no_more;
  share_steps(run.team, no_more);
  return findings;
}

Boxed<links::Survey> survey(const Settings& settings, const Plan& plan, const PlannedCase& planned,
                            const LinkRun& run, bool& out_of_time) {
  const case_setup::Team& team = run.team;
  links::Survey made;
  std::optional<host::CallGuard> gathering(std::in_place, "gathering the map of links");
  made.map.latency = gather_matrix(team, run.measured.links, &LinkTimes::latency);
  made.map.message = gather_matrix(team, run.measured.links, &LinkTimes::message);
  made.map.every_pair = !settings.quick;
  gather_standing(settings, team, made);
  gathering.reset();
  made.threshold = settings.threshold;
  if (!team.leads()) return join_trials(run), Boxed<links::Survey>{};
  made.findings = findings_of(made, run, out_of_time);
  const auto players = members(plan, *planned.section, 0);
  made.ranks.assign(players.begin(), players.end());
  made.pairs = pairs_met(made.map.message);
  made.latency = links::range_of(made.map.latency);
  made.message = links::range_of(made.map.message);
  if (team.processes > kept_players && !settings.all_samples)
    made.map.latency.seconds = made.map.message.seconds = {};
  return made;
}

}  // namespace

LinkSurvey survey_links(const Settings& settings, const Plan& plan, const PlannedCase& planned,
                        const LinkRun& run) {
  LinkSurvey out;
  const auto mine =
      case_setup::attempt([&] { out.survey = survey(settings, plan, planned, run, out.out_of_time); });
  out.failure = case_setup::agree(run.prepared.active, mine, run.measured.seconds);
  return out;
}

}  // namespace sonde::survey
