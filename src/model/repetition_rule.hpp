// How often multi-mode PingPong repeats a message length, as Hager and Wellein, "A performance model for the
// IMB multi-mode PingPong benchmark" (2007), have it.
#pragma once
#include <algorithm>
#include <cstdint>

namespace sonde::model {

/// Repetition rule of the benchmark (equation 3 and guide 5.2.1).
struct RepetitionRule {
  std::int64_t msgs_per_sample = 1000;
  std::int64_t overall_vol = std::int64_t{40} << 20;
};

/// Equation (3): n(x) = min(MSGSPERSAMPLE, max(1, OVERALL_VOL / x)), division rounded down as the benchmark
/// does; MSGSPERSAMPLE for x = 0.
[[nodiscard]] inline std::int64_t repetitions(std::int64_t bytes, const RepetitionRule& rule = {}) {
  if (bytes <= 0) return rule.msgs_per_sample;
  return std::min(rule.msgs_per_sample, std::max<std::int64_t>(1, rule.overall_vol / bytes));
}

}  // namespace sonde::model
