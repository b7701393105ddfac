// The rank that was slowest most often, and how likely chance alone makes one so.
#pragma once
#include <optional>
#include <span>

#include "stats/slowest.hpp"

namespace sonde::stats {

struct OftenSlowest {
  int rank = -1;                 ///< -1: there are no batches
  double share = 0;              ///< in which share of the batches it was the slowest
  std::optional<double> lead{};  ///< median over all batches of its time over that of the next rank, less 1;
                                 ///< a batch in which another rank was slowest counts as 0
  std::optional<double> chance{};  ///< how likely one of `ranks` ranks that are all alike is slowest so often
};

/// Of the `ranks` ranks of a group, from the slowest two of each batch. `lead` is absent for a rank alone,
/// and `chance` also with fewer than 8 batches, whose dependence cannot be estimated.
///
/// Of ranks that are all alike each is slowest in a batch with probability 1 / P, so the number of batches is
/// binomial, and any of P ranks may be the one. Batches depend on each other: a rank that is slow by chance
/// stays so for a while. So n batches count as n (1 - r) / (1 + r), r the lag-1 autocorrelation of the lead
/// (negative where another rank leads) plus one standard error of that estimate: short series look less
/// dependent than they are, and the largest of several is chosen.
[[nodiscard]] OftenSlowest often_slowest(std::span<const Slowest> batches, int ranks);

}  // namespace sonde::stats
