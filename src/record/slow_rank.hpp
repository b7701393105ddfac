// Which rank of a case holds the others up.
#pragma once
#include <optional>
#include <string>

#include "record/record.hpp"
#include "stats/slowest.hpp"

namespace sonde::record {

struct SlowRank {
  std::string name;  ///< "rank 2 (world rank 4)"
  std::string why;   ///< to stand behind the name of the rank: "was slowest in 80 % of the batches, ..."
};

/// Whether the rank that was slowest most often stands apart from all others in the loop: it was slowest so
/// often that ranks which are all alike come to it in less than 2 of 1000 loops (stats::often_slowest), in
/// more than half of the batches, and the median over all batches lies more than 5 % above the next slowest
/// rank. Two ranks with equal times are no reason to name either: in a collective call all wait for the one
/// that is late, and take as long as it does.
[[nodiscard]] bool stands_apart(const stats::Summary& summary);

/// A rank, or what else `Slowest::rank` stands for, that takes more than twice as long as any other with
/// messages to itself.
[[nodiscard]] bool slow_by_itself(const stats::Slowest& alone);

/// The rank that can be named, and only that one:
///   - it stands apart from the others in the loop, where `alike` says that others do the same as it
///     (catalog/likeness.hpp): the cost of a root, or of a place in its tree, is not the rank's fault;
///   - each rank is also timed alone, with messages to itself right after the loop, where no rank waits for
///     another: the rank is slow by itself.
/// Nothing where neither holds or ranks are not known.
[[nodiscard]] std::optional<SlowRank> slow_rank_of(const CaseRecord& row, bool alike = true);

}  // namespace sonde::record
