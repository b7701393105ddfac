// Two clocks related by ping-pong: a straight line and a bound on its error. The messages are the caller's.
#pragma once
#include <optional>
#include <span>

namespace sonde::stats {

/// One exchange, in seconds: sent and received on the reference clock, answered on the remote clock in
/// between.
struct ClockSample {
  double sent = 0, answered = 0, received = 0;
};

/// remote time = reference time + offset + rate x (reference time - origin).
struct ClockModel {
  double origin = 0;       ///< reference time in the middle of the samples
  double offset = 0;       ///< seconds, at the origin
  double rate = 0;         ///< seconds per second
  double error_bound = 0;  ///< seconds, at the origin: half the shortest round trip plus the largest residual
  double rate_error = 0;   ///< seconds per second: how fast the bound grows with the distance from the origin

  [[nodiscard]] double to_remote(double reference) const;
  [[nodiscard]] double to_reference(double remote) const;
  [[nodiscard]] double error_at(double reference) const;  ///< bound of either conversion at that time
};

/// Least squares through the quickest quarter of the exchanges (at least two, when there are two): a quick
/// exchange had no room for a large asymmetry, and the answer lies half a round trip from the middle at most
/// (Cristian, 1989). The rate is fitted only when the samples span so long that it comes out better than
/// 1e-4, which no working quartz exceeds; else it is 0 with that error. Nothing without samples, or when one
/// is not ordered (sent <= received).
[[nodiscard]] std::optional<ClockModel> fit_clock(std::span<const ClockSample> samples);

}  // namespace sonde::stats
