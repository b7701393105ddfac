// 95 % intervals of the parameters of an overlap fit.
#pragma once
#include <cstddef>
#include <optional>
#include <span>

#include "model/fitted.hpp"
#include "model/overlap_general.hpp"
#include "model/samples.hpp"

namespace sonde::model {

/// The sum of squares up to which a model with one of its `parameters` held is within 95 % of the best (F
/// test).
[[nodiscard]] double rss_limit(double rss, std::size_t points, int parameters);

struct OverlapIntervals {
  stats::Interval bandwidth;  ///< from the linearised problem
  stats::Interval
      latency;  ///< the wider of that and of its own profile; from 0 where it cannot be told from 0
};

/// Of a fitted model; locked phases have the chunk as a third parameter. Nothing where bandwidth, latency and
/// chunk act alike on these lengths.
[[nodiscard]] std::optional<OverlapIntervals> overlap_intervals(std::span<const Sample> samples,
                                                                const PairModel& model, LinkPhase phase);

}  // namespace sonde::model
