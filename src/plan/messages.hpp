// How many messages a repetition moves.
#pragma once
#include "args/settings.hpp"

namespace sonde {

/// Messages in flight at a time: those of -window_size, or one.
[[nodiscard]] constexpr std::int64_t in_flight(const Settings& settings, const Benchmark& benchmark) {
  return benchmark.windowed() ? settings.window_messages : 1;
}

/// Threads of each process.
[[nodiscard]] constexpr int threads_of(const Settings& settings) {
  return settings.threads > 0 ? settings.threads : 1;
}

/// The factor on the measured time that makes the one shown of it.
[[nodiscard]] constexpr double time_scale(const Settings& settings, const Benchmark& benchmark) {
  const double scale = benchmark.metric.time_scale;
  return benchmark.metric.per_message ? scale / static_cast<double>(in_flight(settings, benchmark)) : scale;
}

/// Messages of a repetition on `processes` ranks that its rates count.
[[nodiscard]] constexpr double counted_messages(const Settings& settings, const Benchmark& benchmark,
                                                int processes) {
  const std::int64_t shown = benchmark.metric.per_message ? 1 : in_flight(settings, benchmark);
  const double each =
      static_cast<double>(benchmark.metric.messages) * static_cast<double>(shown) * threads_of(settings);
  switch (benchmark.metric.counted) {
    case Counted::pairs: {
      const int pairs = paired_ranks(processes, settings.stride) / 2;
      return each * pairs;
    }
    case Counted::ranks:
      return each * processes;
    case Counted::others:
      return each * (processes - 1);
    case Counted::one_rank:
      break;
  }
  return each;
}

}  // namespace sonde
