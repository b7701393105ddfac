#include "run/measure.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "engine/line_up.hpp"
#include "host/signals.hpp"
#include "stats/stopping.hpp"

namespace sonde::run {

namespace {

engine::BatchShape shape(const Batches& batches) {
  return {static_cast<int>(batches.count), batches.length, batches.last};
}

double sum(const std::vector<double>& seconds) {
  return std::accumulate(seconds.begin(), seconds.end(), 0.0);
}

/// One loop. Files are watched: ten times -time and half a minute, and a second for each megabyte that moves.
std::optional<cases::Failure> run_loop(const Settings& settings, const Mode& mode, const Case& c,
                                       const Loop& loop, Sample& sample) {
  const double moved = static_cast<double>(c.bytes) * static_cast<double>(loop.batches.repetitions());
  const host::TransferWatch watch(c.file_name != nullptr,
                                  30 + 10 * settings.seconds_per_sample + 1e-6 * moved);
  return cases::attempt([&] { mode.measure(c, loop, sample); });
}

/// One round of the warm-up: seconds per repetition of the slowest rank; negative when a rank failed.
double warm_up_round(const Settings& settings, const Mode& mode, const Case& c, Loop& loop,
                     std::int64_t repetitions, std::optional<cases::Failure>& mine) {
  loop.batches = {1, repetitions, repetitions};
  Sample sample;
  mine = run_loop(settings, mode, c, loop, sample);
  std::array<double, 2> local{sum(sample.batch_seconds) + sample.pure, mine.has_value() ? 1.0 : 0.0};
  std::array<double, 2> worst{};
  const host::StuckGuard guard(mine.has_value() ? mine->text.c_str() : nullptr);
  mpi::ok(MPI_Allreduce(local.data(), worst.data(), 2, MPI_DOUBLE, MPI_MAX, c.active), "MPI_Allreduce");
  return worst[1] > 0 ? -1.0 : worst[0] / static_cast<double>(repetitions);
}

/// A sample has as many batches as the loop read the clock for: one where all is completed together.
void append(Measured& all, const Sample& sample, const engine::BatchShape& batches) {
  all.batch_seconds.insert(all.batch_seconds.end(), sample.batch_seconds.begin(), sample.batch_seconds.end());
  for (int batch = 0; batch < batches.count; ++batch) all.batch_repetitions.push_back(batches.length(batch));
  all.seconds += sum(sample.batch_seconds);
  all.pure += sample.pure;
  all.cpu += sample.cpu;
  all.overlapped += sample.overlapped;
  const bool only_loop = all.batch_seconds.size() == sample.batch_seconds.size();
  all.began = only_loop ? sample.stamps.front() : 0;
  all.ended = only_loop ? sample.stamps.back() : 0;
}

void run_batches(const Settings& settings, const Mode& mode, const Case& c, const Loop& loop, Measured& all) {
  Sample sample;
  const auto mine = run_loop(settings, mode, c, loop, sample);
  all.failure = cases::agree(c.active, mine);
  if (!all.failure) append(all, sample, loop.batches);
}

/// Batch means of the slowest rank of the group, on every rank of the group.
std::vector<double> slowest_means(const Case& c, const Measured& all) {
  std::vector<double> means(all.batch_seconds.size());
  mpi::ok(MPI_Allreduce(all.batch_seconds.data(), means.data(), static_cast<int>(means.size()), MPI_DOUBLE,
                        MPI_MAX, c.comm),
          "MPI_Allreduce");
  for (std::size_t i = 0; i < means.size(); ++i) means[i] /= static_cast<double>(all.batch_repetitions[i]);
  return means;
}

/// The decision of the slowest group: everybody goes on until every group may stop.
stats::StopDecision decide(const Settings& settings, const Case& c, const Measured& all) {
  double elapsed = all.seconds;
  mpi::ok(MPI_Allreduce(MPI_IN_PLACE, &elapsed, 1, MPI_DOUBLE, MPI_MAX, c.active), "MPI_Allreduce");
  auto decision =
      stats::precision_stop(slowest_means(c, all), *settings.precision, elapsed, settings.seconds_per_sample);
  std::array<int, 3> facts{decision.stop ? 0 : 1, static_cast<int>(decision.reason), decision.next_look};
  mpi::ok(MPI_Allreduce(MPI_IN_PLACE, facts.data(), 3, MPI_INT, MPI_MAX, c.active), "MPI_Allreduce");
  decision.stop = facts[0] == 0;
  decision.reason = static_cast<stats::StopReason>(facts[1]);
  decision.next_look = facts[2];
  return decision;
}

/// Rounds of batches until the interval is narrow enough or -time is up.
void measure_to_precision(const Settings& settings, const Mode& mode, const Case& c, Loop loop,
                          std::int64_t length, Measured& all) {
  loop.batches = {stats::least_batches, length, length};
  for (;;) {
    run_batches(settings, mode, c, loop, all);
    if (all.failure) return;
    const auto decision = decide(settings, c, all);
    all.stop_reason = decision.reason;
    if (decision.stop) return;
    loop.batches.count = std::max(1, decision.next_look - static_cast<int>(all.batch_seconds.size()));
    loop.line_up = engine::no_barrier;
  }
}

}  // namespace

std::int64_t Measured::repetitions() const {
  return std::accumulate(batch_repetitions.begin(), batch_repetitions.end(), std::int64_t{0});
}

engine::LineUp line_up_of(const Settings& settings) {
  switch (settings.start) {
    case Start::dissemination:
      return engine::dissemination_barriers;
    case Start::clock:
      return engine::common_start;
    case Start::none:
      return engine::no_barrier;
    default:
      return settings.imb_barrier ? engine::dissemination_barriers : engine::barriers;
  }
}

WarmUpResult warm_up(const Settings& settings, const Mode& mode, const Case& c, Loop loop, std::int64_t limit,
                     std::int64_t least) {
  WarmUpResult result;
  std::vector<double> means;
  loop.line_up = engine::no_barrier;
  double spent = 0;
  for (std::int64_t next = least;; next *= 2) {
    std::optional<cases::Failure> mine;
    const double mean = warm_up_round(settings, mode, c, loop, next, mine);
    if (mean < 0) {
      result.failure = cases::agree(c.active, mine);
      return result;
    }
    means.push_back(mean);
    result.seconds_per_repetition = mean;
    result.repetitions += next;
    spent += mean * static_cast<double>(next);
    const bool off = settings.warm_up == WarmUp::off;
    if (off || result.repetitions + 2 * next > limit || spent > settings.seconds_per_sample / 10)
      return result;
    if (stats::steady(means)) return result;
  }
}

Measured measure_case(const Settings& settings, const Section& section, const Case& c, Loop loop,
                      const Batches& batches) {
  const Mode& mode = section.benchmark->modes[static_cast<std::size_t>(section.mode)];
  Measured all;
  loop.batches = shape(batches);
  loop.line_up = line_up_of(settings);
  if (settings.precision && mode.batching == Batching::batches)
    measure_to_precision(settings, mode, c, loop, batches.length, all);
  else
    run_batches(settings, mode, c, loop, all);
  return all;
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
  mpi::ok(MPI_Allreduce(MPI_IN_PLACE, worst.data(), 2, MPI_DOUBLE, MPI_MAX, comm), "MPI_Allreduce");
  return {worst[0], worst[1]};
}

}  // namespace sonde::run
