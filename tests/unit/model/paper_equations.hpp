// The overlap model of multi-mode PingPong of Hager and Wellein, "A performance model for the IMB multi-mode
// PingPong benchmark" (2007), for two processes a node, equation by equation: what the general form is held
// against. Bytes, seconds, bytes per second.
#pragma once
#include <algorithm>
#include <cstdint>

#include "model/overlap_general.hpp"

namespace sonde::model {

struct OverlapParameters {
  double bandwidth = 0;  ///< B_r, raw bandwidth of one direction, bytes per second
  double latency = 0;    ///< T_l, seconds; effective: equation (4) charges it twice per half
  double chunk = 0;      ///< C, bytes; messages of different processes interleave in chunks of this size
};

/// Equation (1): T_p(x) = x / B_r, seconds.
inline double transfer_time(double bytes, double bandwidth) {
  return bytes / bandwidth;
}

/// Equation (2): beta(x), the number of chunks of a message: 1 for x < C, x / C for x >= C (not rounded).
inline double chunk_count(double bytes, double chunk) {
  return bytes < chunk ? 1 : bytes / chunk;
}

/// The bracket of equation (4), T_p / beta - T_l: how long two successive halves overlap, seconds. An overlap
/// cannot be negative: it is clamped at 0.
inline double overlap_time(const OverlapParameters& p, double bytes) {
  return std::max(0.0, transfer_time(bytes, p.bandwidth) / chunk_count(bytes, p.chunk) - p.latency);
}

/// Equation (4): T_b = 2 n (2 T_p + T_l) - (2 n - 1) [T_p / beta - T_l], seconds for n ping-pongs of two
/// pairs, with the clamped bracket.
inline double total_time(const OverlapParameters& p, double bytes, std::int64_t n) {
  const auto halves = 2 * static_cast<double>(n);
  return halves * (2 * transfer_time(bytes, p.bandwidth) + p.latency) - (halves - 1) * overlap_time(p, bytes);
}

/// Equation (5): T_b = T_p [4 n - (2 n - 1) / beta] + T_l (4 n - 1); equals (4) where nothing is clamped.
inline double total_time_expanded(const OverlapParameters& p, double bytes, std::int64_t n) {
  const auto count = static_cast<double>(n);
  return transfer_time(bytes, p.bandwidth) * (4 * count - (2 * count - 1) / chunk_count(bytes, p.chunk)) +
         p.latency * (4 * count - 1);
}

/// Equation (6): b = 4 x n / T_b, bytes per second over both pairs; twice what the table reports for a pair.
inline double aggregate_bandwidth(const OverlapParameters& p, double bytes, std::int64_t n) {
  return 4 * bytes * static_cast<double>(n) / total_time(p, bytes, n);
}

/// The hypothesis the general form started from: overlap min((m-1) T_p/beta_1 + (k-m) T_p/beta_2, k T_p/2)
/// put in place of the bracket of equation (4). It charges latency that a busy link hides.
inline double total_time_first_guess(const PairModel& model, double bytes, std::int64_t n) {
  const double service = model.pairs * bytes / model.bandwidth;
  const double overlap = std::min(completion_spread(model, bytes) / model.bandwidth, service / 2);
  const auto halves = 2 * static_cast<double>(n);
  return halves * (service + model.latency) - (halves - 1) * std::max(0.0, overlap - model.latency);
}

}  // namespace sonde::model
