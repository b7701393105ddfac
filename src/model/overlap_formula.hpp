// The overlap model of multi-mode PingPong of Hager and Wellein, "A performance model for the IMB multi-mode
// PingPong benchmark" (2007), for two processes a node, equation by equation. Bytes, seconds, bytes per
// second.
#pragma once
#include <cstdint>

namespace sonde::model {

/// Repetition rule of the benchmark (equation 3 and guide 5.2.1).
struct RepetitionRule {
  std::int64_t msgs_per_sample = 1000;
  std::int64_t overall_vol = std::int64_t{40} << 20;
};

struct OverlapParameters {
  double bandwidth = 0;  ///< B_r, raw bandwidth of one direction, bytes per second
  double latency = 0;    ///< T_l, seconds; effective: equation (4) charges it twice per half
  double chunk = 0;      ///< C, bytes; messages of different processes interleave in chunks of this size
};

/// Equation (1): T_p(x) = x / B_r, seconds.
[[nodiscard]] double transfer_time(double bytes, double bandwidth);

/// Equation (2): beta(x), the number of chunks of a message: 1 for x < C, x / C for x >= C (not rounded).
[[nodiscard]] double chunk_count(double bytes, double chunk);

/// Equation (3): n(x) = min(MSGSPERSAMPLE, max(1, OVERALL_VOL / x)), division rounded down as the benchmark
/// does; MSGSPERSAMPLE for x = 0.
[[nodiscard]] std::int64_t repetitions(std::int64_t bytes, const RepetitionRule& rule = {});

/// The bracket of equation (4), T_p / beta - T_l: how long two successive halves overlap, seconds. An overlap
/// cannot be negative: it is clamped at 0.
[[nodiscard]] double overlap_time(const OverlapParameters& p, double bytes);

/// Equation (4): T_b = 2 n (2 T_p + T_l) - (2 n - 1) [T_p / beta - T_l], seconds for n ping-pongs of two
/// pairs, with the clamped bracket.
[[nodiscard]] double total_time(const OverlapParameters& p, double bytes, std::int64_t n);

/// Equation (5): T_b = T_p [4 n - (2 n - 1) / beta] + T_l (4 n - 1); equals (4) where nothing is clamped.
[[nodiscard]] double total_time_expanded(const OverlapParameters& p, double bytes, std::int64_t n);

/// Equation (6): b = 4 x n / T_b, bytes per second over both pairs; twice what the table reports for a pair.
[[nodiscard]] double aggregate_bandwidth(const OverlapParameters& p, double bytes, std::int64_t n);

}  // namespace sonde::model
