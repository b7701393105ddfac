#include "measuring/measure.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>

#include "engine/line_up.hpp"
#include "host/timeouts.hpp"
#include "measuring/guarded_loop.hpp"
#include "stats/fixed_count_rule.hpp"
#include "stats/precision_rule.hpp"

namespace sonde::measuring {

namespace {

constexpr double longest_lead = 0.1;  ///< of a common start, in seconds
constexpr int more_attempts = 3;      ///< of a loop of one batch whose start was late

std::unique_ptr<stats::StopRule> rule_of(const Settings& settings, const Mode& mode, const LoopPlan& plan) {
  if (!settings.precision || mode.batching != Batching::batches)
    return std::make_unique<stats::FixedCountRule>(static_cast<int>(plan.batches.count), plan.reason);
  return std::make_unique<stats::PrecisionRule>(stats::PrecisionLimits{
      .precision = *settings.precision,
      .seconds = plan.loop_seconds,
      .batch_seconds = plan.seconds_per_repetition * static_cast<double>(plan.batches.length)});
}

double sum(const std::vector<double>& seconds) {
  return std::accumulate(seconds.begin(), seconds.end(), 0.0);
}

void append_calls(Measured& all, const Sample& sample) {
  all.calls.merge(sample.first_calls);
  all.calls.merge(sample.further_calls);
}

/// The further threads of this rank, which have as many batches as the first.
void append_threads(Measured& all, const Sample& sample) {
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
void append(Measured& all, const Sample& sample, const engine::BatchShape& batches) {
  const bool only_loop = all.batch_seconds.empty();
  all.batch_seconds.insert(all.batch_seconds.end(), sample.batch_seconds.begin(), sample.batch_seconds.end());
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
void append_links(Measured& all, const Sample& sample, int before) {
  all.links.resize(sample.links.size(), {0, 0});
  const auto loops = static_cast<float>(before + 1);
  for (std::size_t i = 0; i < sample.links.size(); ++i)
    for (float LinkTimes::*time : {&LinkTimes::latency, &LinkTimes::message})
      all.links[i].*time += (sample.links[i].*time - all.links[i].*time) / loops;
}

void drop_first_batch(Sample& sample, engine::BatchShape& batches) {
  const double kept = 1 - static_cast<double>(batches.length(0)) / static_cast<double>(batches.repetitions());
  for (double* seconds : {&sample.pure, &sample.cpu, &sample.tested}) *seconds *= kept;
  if (sample.overlapped > 0) sample.overlapped -= sample.batch_seconds.front();
  sample.batch_seconds.erase(sample.batch_seconds.begin());
  sample.stamps.erase(sample.stamps.begin());
  sample.first_calls = {};
  for (Sample& other : sample.others) {
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

/// Measures a case in loops, one for each round.
class Rounds {
 public:
  Rounds(const Settings& settings, const PlannedCase& planned, const Case& c, Loop loop, const LoopPlan& plan,
         const StartClock& start, library::VariableWatch* variables)
      : settings_(settings),
        benchmark_(planned.benchmark()),
        mode_(planned.mode()),
        case_(c),
        loop_(std::move(loop)),
        plan_(plan),
        start_(start),
        variables_(variables),
        rule_(rule_of(settings, mode_, plan)) {
    loop_.line_up = line_up_of(settings, common_start_);
  }

  Measured run() {
    began_ = MPI_Wtime();
    for (auto next = rule_->ask({}); !next.stop; next = decide()) {
      run_round(next.batches - static_cast<int>(all_.batch_seconds.size()));
      if (all_.failure) break;
    }
    return std::move(all_);
  }

 private:
  /// The decision of the slowest group: everybody goes on until every group may stop.
  stats::StopDecision decide() {
    const host::CallGuard guard("agreeing on the end of a measurement");
    double elapsed = MPI_Wtime() - began_;
    mpi::ok(MPI_Allreduce(MPI_IN_PLACE, &elapsed, 1, MPI_DOUBLE, MPI_MAX, case_.active), "MPI_Allreduce");
    const auto means = slowest_means();
    auto decision = rule_->ask({means, elapsed});
    std::array<int, 3> facts{decision.stop ? 0 : 1, static_cast<int>(decision.reason), decision.batches};
    mpi::ok(MPI_Allreduce(MPI_IN_PLACE, facts.data(), 3, MPI_INT, MPI_MAX, case_.active), "MPI_Allreduce");
    all_.stop_reason = static_cast<stats::StopReason>(facts[1]);
    return {facts[0] == 0, all_.stop_reason, facts[2]};
  }

  /// Batch means of the slowest thread of the group, on every rank of the group.
  [[nodiscard]] std::vector<double> slowest_means() const {
    std::vector<double> means = all_.batch_seconds;
    for (const ThreadTimes& other : all_.others)
      std::ranges::transform(means, other.batch_seconds, means.begin(),
                             [](double a, double b) { return std::max(a, b); });
    mpi::ok(MPI_Allreduce(MPI_IN_PLACE, means.data(), static_cast<int>(means.size()), MPI_DOUBLE, MPI_MAX,
                          case_.comm),
            "MPI_Allreduce");
    for (std::size_t i = 0; i < means.size(); ++i) means[i] /= static_cast<double>(all_.batch_repetitions[i]);
    return means;
  }

  void run_round(int count) {
    const auto& planned = plan_.batches;
    const auto most = std::max<std::int64_t>(1, plan_.most_repetitions / planned.length);
    count = static_cast<int>(std::clamp<std::int64_t>(count, 1, most));
    loop_.batches = {count, planned.length, count == planned.count ? planned.last : planned.length};
    run_loops();
  }

  void run_loops() {
    for (int attempt = 0;; ++attempt) {
      Sample sample;
      const double late = run_once(sample);
      if (all_.failure) return;
      auto batches = loop_.batches;
      if (late > start_.tolerance_seconds) {
        common_start_.lead = std::min(2 * common_start_.lead, longest_lead);
        const bool one = sample.batch_seconds.size() == 1;
        if (!one || attempt < more_attempts) ++all_.dropped_batches;
        if (one && attempt < more_attempts) continue;
        if (!one) drop_first_batch(sample, batches);
      }
      if (variables_ != nullptr) variables_->keep();
      all_.start_late = std::max(all_.start_late, late);
      append_links(all_, sample, loops_++);
      return append(all_, sample, batches);
    }
  }

  /// One loop on all ranks; returns by how much the latest of them started late, in seconds.
  double run_once(Sample& sample) {
    if (start_.relate) common_start_.clock = start_.relate();
    common_start_.late = 0;
    const auto repetitions = loop_.batches.repetitions();
    const double expected = plan_.seconds_per_repetition * static_cast<double>(repetitions);
    const bool files = case_.file_name != nullptr;
    const double longest =
        longest_seconds(case_, loop_, files ? std::max(expected, settings_.seconds_per_sample) : expected);
    if (variables_ != nullptr) variables_->begin();
    const auto failed = run_loop(mode_, case_, loop_, longest, sample);
    if (variables_ != nullptr) variables_->end();
    all_.failure = case_setup::agree(case_.active, failed, longest);
    all_.longest_loop = std::max(all_.longest_loop, repetitions);
    if (!files) loop_.first += repetitions;
    const host::CallGuard guard("agreeing on the start of a loop");
    double late = common_start_.late;
    if (start_.relate && !all_.failure)
      mpi::ok(MPI_Allreduce(MPI_IN_PLACE, &late, 1, MPI_DOUBLE, MPI_MAX, case_.active), "MPI_Allreduce");
    return late;
  }

  const Settings& settings_;
  const Benchmark& benchmark_;
  const Mode& mode_;
  const Case& case_;
  Loop loop_;
  engine::CommonStart common_start_;
  const LoopPlan& plan_;
  const StartClock& start_;
  library::VariableWatch* variables_;
  std::unique_ptr<stats::StopRule> rule_;
  double began_ = 0;  ///< reading of the clock before the first round
  int loops_ = 0;     ///< whose samples are kept
  Measured all_;
};

}  // namespace

std::int64_t Measured::repetitions() const {
  return std::accumulate(batch_repetitions.begin(), batch_repetitions.end(), std::int64_t{0});
}

Measured measure_case(const Settings& settings, const PlannedCase& planned, const Case& c, Loop loop,
                      const LoopPlan& plan, const StartClock& start, library::VariableWatch* variables) {
  return Rounds(settings, planned, c, std::move(loop), plan, start, variables).run();
}

ClockFacts time_the_clock(MPI_Comm comm) {
  constexpr int reads = 1000;
  std::array<double, reads> readings{};
  for (double& reading : readings) reading = MPI_Wtime();
  ClockFacts facts{(readings.back() - readings.front()) / (reads - 1), 0};
  for (std::size_t i = 1; i < readings.size(); ++i) {
    const double step = readings[i] - readings[i - 1];
    if (step > 0 && (facts.resolution_seconds <= 0 || step < facts.resolution_seconds))
      facts.resolution_seconds = step;
  }
  std::array<double, 2> worst{facts.cost_seconds, facts.resolution_seconds};
  const host::CallGuard guard("comparing clocks");
  mpi::ok(MPI_Allreduce(MPI_IN_PLACE, worst.data(), 2, MPI_DOUBLE, MPI_MAX, comm), "MPI_Allreduce");
  return {worst[0], worst[1]};
}

}  // namespace sonde::measuring
