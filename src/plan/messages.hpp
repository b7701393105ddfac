// How many messages a repetition moves.
#pragma once
#include <algorithm>
#include <bit>

#include "args/settings.hpp"
#include "catalog/tournament.hpp"

namespace sonde {

/// Messages in flight at a time: the row's own, those of -window_size, or one.
[[nodiscard]] constexpr std::int64_t in_flight(const Settings& settings, const Benchmark& benchmark) {
  if (!benchmark.windowed()) return 1;
  const std::int64_t listed = benchmark.value_of(Parameter::in_flight);
  return listed > 0 ? listed : settings.window_messages;
}

/// The number of -partitions that a message has at most; 0 where the benchmark has no partitions.
[[nodiscard]] constexpr std::int64_t most_partitions(const Settings& settings, const Benchmark& benchmark) {
  if (benchmark.parameter != Parameter::partitions) return 0;
  return benchmark.value > 0 ? benchmark.value : settings.partitions.front();
}

/// Partitions of a message of so many elements, all of the same length: those of -partitions, or the largest
/// number below that divides it; one where the benchmark has none.
[[nodiscard]] constexpr int partitions_of(const Settings& settings, const Benchmark& benchmark,
                                          std::int64_t elements) {
  std::int64_t partitions = std::max<std::int64_t>(1, most_partitions(settings, benchmark));
  while (elements % partitions != 0) --partitions;
  return static_cast<int>(partitions);
}

/// Threads of each process that run it.
[[nodiscard]] constexpr int threads_of(const Settings& settings, const Benchmark& benchmark) {
  if (!benchmark.threaded()) return 1;
  if (benchmark.value > 0) return static_cast<int>(benchmark.value);
  return settings.threads.empty() ? 1 : static_cast<int>(settings.threads.front());
}

/// The largest number of threads of a process in this run.
[[nodiscard]] constexpr int most_threads(const Settings& settings) {
  const auto most = std::ranges::max_element(settings.threads);
  return most == settings.threads.end() ? 1 : static_cast<int>(*most);
}

/// Whether each repetition of the row in this mode is a call of its own, that is timed by itself.
[[nodiscard]] constexpr bool makes_single_calls(const Settings& settings, const Benchmark& row, int mode) {
  return row.klass != TransferClass::links && row.klass != TransferClass::passive_progress &&
         row.modes[static_cast<std::size_t>(mode)].batching == Batching::batches && !row.overlapped &&
         !row.at_end && !row.once && row.guideline.empty() && threads_of(settings, row) == 1;
}

/// Rounds in which pairs of processes meet.
[[nodiscard]] constexpr Tournament tournament_of(const Settings& settings, int processes) {
  if (!settings.quick) return {processes, 0, settings.seed};
  const auto others = static_cast<unsigned>(std::max(processes, 2) - 1);
  const int enough = 3 * static_cast<int>(std::bit_width(others));
  return {processes, *settings.quick > 0 ? *settings.quick : enough, settings.seed};
}

/// Who sends to whom on `processes` ranks.
[[nodiscard]] constexpr FlowMap flows_of(const Settings& settings, const Benchmark& benchmark,
                                         int processes) {
  return {benchmark.flows, processes, distance_of_pairs(processes, settings.shift), settings.seed};
}

/// The factor on the time measured on `processes` ranks that makes the one shown of it.
[[nodiscard]] constexpr double time_scale(const Settings& settings, const Benchmark& benchmark,
                                          int processes) {
  double scale = benchmark.metric.time_scale;
  if (benchmark.metric.per_partner) scale /= std::max(1, tournament_of(settings, processes).meetings());
  return benchmark.metric.per_message ? scale / static_cast<double>(in_flight(settings, benchmark)) : scale;
}

/// Messages of a repetition on `processes` ranks that its rates count.
[[nodiscard]] constexpr double counted_messages(const Settings& settings, const Benchmark& benchmark,
                                                int processes) {
  const std::int64_t shown = benchmark.metric.per_message ? 1 : in_flight(settings, benchmark);
  const double each = static_cast<double>(benchmark.metric.messages) * static_cast<double>(shown) *
                      threads_of(settings, benchmark);
  switch (benchmark.metric.counted) {
    case Counted::pairs: {
      const int pairs = paired_ranks(processes, settings.stride) / 2;
      return each * pairs;
    }
    case Counted::ranks:
      return each * processes;
    case Counted::others:
      return each * (processes - 1);
    case Counted::flows:
      return each * flows_of(settings, benchmark, processes).messages();
    case Counted::one_rank:
      break;
  }
  return each;
}

}  // namespace sonde
