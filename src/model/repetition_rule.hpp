// How often multi-mode PingPong repeats a message length, as Hager and Wellein, "A performance model for the
// IMB multi-mode PingPong benchmark" (2007), have it.
#pragma once
#include <algorithm>
#include <cstdint>

namespace sonde::model {

/// n(x) of equation (3) and guide 5.2.1: min(MSGSPERSAMPLE, max(1, OVERALL_VOL / x)), division rounded down
/// as the benchmark does; MSGSPERSAMPLE for x = 0.
[[nodiscard]] constexpr std::int64_t repetitions(std::int64_t bytes) {
  constexpr std::int64_t msgs_per_sample = 1000, overall_vol = std::int64_t{40} << 20;
  return bytes <= 0 ? msgs_per_sample : std::clamp<std::int64_t>(overall_vol / bytes, 1, msgs_per_sample);
}

}  // namespace sonde::model
