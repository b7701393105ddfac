// Which rank of a case holds the others up.
#pragma once
#include <optional>
#include <string>

#include "record/record.hpp"

namespace sonde::record {

struct SlowRank {
  std::string name;  ///< "rank 2 (world rank 4)"
  std::string why;   ///< to stand behind the name of the rank: "was slowest in 80 % of the batches, ..."
};

/// The rank that can be named, and only that one:
///   - it was slowest so often that ranks which are all alike come to it in less than 2 of 1000 loops
///     (stats::often_slowest), in more than half of the batches, and the median over all batches lies more
///     than 5 % above the next slowest rank. Two ranks with equal times are no reason to name either: in a
///     collective call all wait for the one that is late, and take as long as it does;
///   - so each rank is also timed alone, with messages to itself right after the loop, where nobody waits for
///     anybody: the rank whose calls take twice as long as those of any other.
/// Nothing where neither holds or ranks are not known.
[[nodiscard]] std::optional<SlowRank> slow_rank_of(const CaseRecord& row);

}  // namespace sonde::record
