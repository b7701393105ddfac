// How many messages a repetition moves.
#pragma once
#include "args/settings.hpp"

namespace sonde {

/// Messages in flight at a time: those of -window_size, or one.
[[nodiscard]] constexpr std::int64_t in_flight(const Settings& settings, const Benchmark& benchmark) {
  return benchmark.windowed() ? settings.window_messages : 1;
}

/// Messages of a repetition on `processes` ranks that its rates count.
[[nodiscard]] constexpr double counted_messages(const Settings& settings, const Benchmark& benchmark,
                                                int processes) {
  const auto each =
      static_cast<double>(benchmark.metric.messages) * static_cast<double>(in_flight(settings, benchmark));
  switch (benchmark.metric.counted) {
    case Counted::pairs:
      return each * (processes / 2);
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
