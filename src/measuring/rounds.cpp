#include "measuring/rounds.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <utility>

#include "host/timeouts.hpp"
#include "measuring/guarded_loop.hpp"
#include "plan/repetitions.hpp"
#include "stats/fixed_count_rule.hpp"
#include "stats/precision_rule.hpp"

namespace sonde::measuring {

namespace {

constexpr double longest_lead = 0.1;  ///< of a common start, in seconds
constexpr int more_attempts = 3;      ///< of a loop of one batch whose start was late
constexpr int late_before_longer_lead =
    4;  ///< rounds of -arrival: fewer are those in which a rank lost its core

double sum(const std::vector<double>& seconds) {
  return std::accumulate(seconds.begin(), seconds.end(), 0.0);
}

void append_calls(Measured& all, const LoopSample& sample) {
  all.calls.merge(sample.first_calls);
  all.calls.merge(sample.further_calls);
}

/// The further threads of this rank, which have as many batches as the first.
void append_threads(Measured& all, const LoopSample& sample) {
  all.others.resize(sample.others.size());
  for (std::size_t i = 0; i < sample.others.size(); ++i) {
    const auto& seconds = sample.others[i].batch_seconds;
    all.others[i].batch_seconds.insert(all.others[i].batch_seconds.end(), seconds.begin(), seconds.end());
    all.others[i].seconds += sum(seconds);
    append_calls(all, sample.others[i]);
    if (all.ended > all.began) {
      all.began = std::min(all.began, sample.others[i].stamps.front());
      all.ended = std::max(all.ended, sample.others[i].stamps.back());
    }
  }
}

/// A sample has as many batches as the loop read the clock for: one where all is completed together.
void append(Measured& all, const LoopSample& sample, const engine::BatchShape& batches) {
  const bool only_loop = all.batch_seconds.empty();
  all.batch_seconds.insert(all.batch_seconds.end(), sample.batch_seconds.begin(), sample.batch_seconds.end());
  all.left_seconds.insert(all.left_seconds.end(), sample.left_seconds.begin(), sample.left_seconds.end());
  for (int batch = 0; batch < batches.count; ++batch) all.batch_repetitions.push_back(batches.length(batch));
  all.seconds += sum(sample.batch_seconds);
  all.pure += sample.pure;
  all.cpu += sample.cpu;
  all.overlapped += sample.overlapped;
  all.tested += sample.tested;
  all.cpu_spread = std::max(all.cpu_spread, sample.cpu_spread);
  all.init = std::max(all.init, sample.init);
  all.began = only_loop ? sample.stamps.front() : 0;
  all.ended = only_loop ? sample.stamps.back() : 0;
  if (sample.memory) all.memory = sample.memory;
  append_calls(all, sample);
  append_threads(all, sample);
}

/// The mean over loops, `before` of which are in already. Where a link is unknown it stays so.
void append_links(Measured& all, const LoopSample& sample, int before) {
  all.links.resize(sample.links.size(), {0, 0});
  const auto loops = static_cast<float>(before + 1);
  for (std::size_t i = 0; i < sample.links.size(); ++i)
    for (float LinkTimes::*time : {&LinkTimes::latency, &LinkTimes::message})
      all.links[i].*time += (sample.links[i].*time - all.links[i].*time) / loops;
}

void drop_first_batch(LoopSample& sample, engine::BatchShape& batches) {
  const double kept = 1 - static_cast<double>(batches.length(0)) / static_cast<double>(batches.repetitions());
  for (double* seconds : {&sample.pure, &sample.cpu, &sample.tested}) *seconds *= kept;
  if (sample.overlapped > 0) sample.overlapped -= sample.batch_seconds.front();
  sample.batch_seconds.erase(sample.batch_seconds.begin());
  sample.stamps.erase(sample.stamps.begin());
  sample.first_calls = {};
  for (LoopSample& other : sample.others) {
    other.batch_seconds.erase(other.batch_seconds.begin());
    other.stamps.erase(other.stamps.begin());
    other.first_calls = {};
  }
  --batches.count;
}

/// How loops line up under these settings.
engine::LineUp line_up_of(const Settings& settings, engine::CommonStart& common_start) {
  switch (settings.start) {
    case Start::dissemination:
      return engine::dissemination_barriers;
    case Start::clock:
      return engine::LineUp::with(common_start);
    case Start::none:
      return engine::no_barrier;
    default:
      return settings.imb_barrier ? engine::dissemination_barriers : engine::barriers;
  }
}

}  // namespace

std::unique_ptr<stats::StopRule> rule_of(const Settings& settings, const Mode& mode, const LoopPlan& plan) {
  if (!settings.precision || mode.batching != Batching::batches)
    return std::make_unique<stats::FixedCountRule>(static_cast<int>(plan.batches.count), plan.reason);
  return std::make_unique<stats::PrecisionRule>(stats::PrecisionLimits{
      .precision = *settings.precision,
      .seconds = plan.loop_seconds,
      .batch_seconds = plan.seconds_per_repetition * static_cast<double>(plan.batches.length)});
}

Rounds::Rounds(const Settings& settings, const PlannedCase& planned, const Case& c, Loop loop,
               const LoopPlan& plan, const StartClock& start, library::VariableWatch* variables)
    : settings_(settings),
      mode_(planned.mode()),
      case_(c),
      loop_(std::move(loop)),
      plan_(plan),
      start_(start),
      variables_(variables),
      began_(MPI_Wtime()) {
  loop_.line_up = line_up_of(settings, common_start_);
}

Measured Rounds::run() {
  const auto rule = rule_of(settings_, mode_, plan_);
  Measured all;
  for (auto next = rule->ask({}); !next.stop; next = decide(*rule, all)) {
    run_round(next.batches - static_cast<int>(all.batch_seconds.size()), all);
    if (all.failure) break;
  }
  return all;
}

double Rounds::elapsed() const {
  double seconds = MPI_Wtime() - began_;
  mpi::ok(MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, case_.active), "MPI_Allreduce");
  return seconds;
}

stats::StopDecision Rounds::decide(const stats::StopRule& rule, Measured& all) const {
  const host::CallGuard guard("agreeing on the end of a measurement");
  const double seconds = elapsed();
  const auto means = slowest_means(all);
  const auto decision = rule.ask({means, seconds});
  std::array<int, 2> facts{decision.stop ? 0 : 1, decision.batches};  // all groups go on while one does
  mpi::ok(MPI_Allreduce(MPI_IN_PLACE, facts.data(), 2, MPI_INT, MPI_MAX, case_.active), "MPI_Allreduce");
  all.stop_reason = decision.reason;
  return {facts[0] == 0, decision.reason, facts[1]};
}

/// Batch means of the slowest thread of the group, on every rank of the group.
std::vector<double> Rounds::slowest_means(const Measured& all) const {
  std::vector<double> means = all.batch_seconds;
  for (const ThreadTimes& other : all.others)
    std::ranges::transform(means, other.batch_seconds, means.begin(),
                           [](double a, double b) { return std::max(a, b); });
  mpi::ok(MPI_Allreduce(MPI_IN_PLACE, means.data(), static_cast<int>(means.size()), MPI_DOUBLE, MPI_MAX,
                        case_.comm),
          "MPI_Allreduce");
  for (std::size_t i = 0; i < means.size(); ++i) means[i] /= static_cast<double>(all.batch_repetitions[i]);
  return means;
}

void Rounds::run_round(int count, Measured& all) {
  const auto& planned = plan_.batches;
  const auto most = std::max<std::int64_t>(1, plan_.most_repetitions / planned.length);
  count = static_cast<int>(std::clamp<std::int64_t>(count, 1, most));
  const bool completes = std::ssize(all.batch_seconds) + count == planned.count;
  const auto missing = planned.repetitions() - all.repetitions() - (count - 1) * planned.length;
  loop_.batches = {count, planned.length, completes ? missing : planned.length};
  run_loops(all);
}

void Rounds::run_loops(Measured& all) {
  for (int more = more_attempts;; --more) {
    LoopSample sample;
    const double late = run_once(sample, all);
    if (all.failure) return;
    auto batches = loop_.batches;
    const bool again = late > start_.tolerance_seconds && drop_late(sample, batches, more > 0, all);
    if (!again) return keep(sample, batches, late, all);
  }
}

/// Of a loop that began late: one batch is measured again where it may be, of several the first goes. Returns
/// whether to measure again.
bool Rounds::drop_late(LoopSample& sample, engine::BatchShape& batches, bool may_repeat, Measured& all) {
  common_start_.lead = std::min(2 * common_start_.lead, longest_lead);
  const bool one = sample.batch_seconds.size() == 1 || !sample.left_seconds.empty();
  if (one && !may_repeat) return false;
  ++all.dropped_batches;
  if (!one) drop_first_batch(sample, batches);
  return one;
}

void Rounds::keep(const LoopSample& sample, const engine::BatchShape& batches, double late, Measured& all) {
  if (variables_ != nullptr) variables_->keep();
  all.start_late = std::max(all.start_late, late);
  append_links(all, sample, loops_++);
  append(all, sample, batches);
}

void Rounds::arrive(const Coming& coming, Measured& into) {
  loop_.batches = {1, 1, 1};
  common_start_.delay = coming.delay;
  largest_delay_ = coming.largest;
  LoopSample sample;
  const double late = run_once(sample, into);
  if (into.failure) return;
  if (late > coming.tolerance) {
    ++into.dropped_batches;
    if (++late_in_a_row_ % late_before_longer_lead == 0)
      common_start_.lead = std::min(2 * common_start_.lead, longest_lead);
    return;
  }
  late_in_a_row_ = 0;
  const bool takes_part = loop_.role != Role::idle;
  const auto common = [&](double local) {
    return takes_part ? common_start_.clock.to_reference(local) : std::numeric_limits<double>::quiet_NaN();
  };
  into.arrivals.arrived.push_back(common(sample.stamps.front()));
  into.arrivals.left.push_back(common(sample.stamps.back()));
  keep(sample, loop_.batches, late, into);
}

/// One loop on all ranks; returns by how much the latest of them started late, in seconds.
double Rounds::run_once(LoopSample& sample, Measured& all) {
  if (start_.relate) common_start_.clock = start_.relate();
  common_start_.late = 0;
  const auto repetitions = loop_.batches.repetitions();
  const double expected = plan_.seconds_per_repetition * static_cast<double>(repetitions);
  const bool files = case_.file_name != nullptr;
  const double longest =
      largest_delay_ +
      longest_seconds(case_, loop_, files ? std::max(expected, usual_loop_seconds(settings_)) : expected);
  if (variables_ != nullptr) variables_->begin();
  const auto failed = run_loop(mode_, case_, loop_, longest, sample);
  if (variables_ != nullptr) variables_->end();
  all.failure = case_setup::agree(case_.active, failed, longest);
  all.longest_loop = std::max(all.longest_loop, repetitions);
  if (!files) loop_.first += repetitions;
  const host::CallGuard guard("agreeing on the start of a loop");
  double late = common_start_.late;
  if (start_.relate && !all.failure)
    mpi::ok(MPI_Allreduce(MPI_IN_PLACE, &late, 1, MPI_DOUBLE, MPI_MAX, case_.active), "MPI_Allreduce");
  return late;
}

}  // namespace sonde::measuring
