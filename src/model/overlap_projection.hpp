// The inner step of the overlap fit: bandwidth and latency for a given chunk (variable projection).
#pragma once
#include <span>

#include "model/overlap_general.hpp"
#include "model/samples.hpp"

namespace sonde::model {

struct Projected {
  PairModel model{};
  double rss = 0;  ///< sum of ((t - fit) / sigma)^2 over the table's times
};

/// Time of the table, T_b / 2 n, that the model gives for a sample, seconds.
[[nodiscard]] double table_time(const PairModel& model, const Sample& sample, LinkPhase phase);

/// Sum of squares of a model.
[[nodiscard]] double weighted_rss(const PairModel& model, std::span<const Sample> samples, LinkPhase phase);

/// Best B_r and T_l >= 0 of locked processes for a given chunk. The time is piecewise linear in 1 / B_r and
/// T_l (the clamp, the busy link): solved piece by piece until the pieces repeat; the best solution seen is
/// returned.
[[nodiscard]] Projected project_chunk(std::span<const Sample> samples, double chunk, LatencyRule rule);

/// Best B_r for a given latency in bytes, T_l B_r, and chunk: the time of every phase scales with 1 / B_r.
[[nodiscard]] Projected project_latency(std::span<const Sample> samples, double latency_bytes, double chunk,
                                        LinkPhase phase, LatencyRule rule);

}  // namespace sonde::model
