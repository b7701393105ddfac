#include "engine/partners.hpp"

#include <algorithm>

namespace sonde::engine {

namespace {

constexpr std::int64_t most_draws = std::int64_t{1} << 22;  ///< of a table: some hundredths of a second

std::int64_t table_length(const Case& c, const Loop& loop) {
  return std::clamp<std::int64_t>(most_draws / c.size, 1, loop.batches.repetitions());
}

/// Partners when one pair runs alone: `only_pair_of` and its sender exchange messages both ways, so both keep
/// the load they have in the full run.
Ends ends_of_one_pair(const Case& c, std::int64_t repetition) {
  const int sender = c.flows.ends_of(c.only_pair_of, repetition).from;
  if (c.rank == c.only_pair_of) return {sender, sender};
  return c.rank == sender ? Ends{c.only_pair_of, c.only_pair_of} : Ends{};
}

}  // namespace

DrawnTurns::DrawnTurns(const Case& c, const Loop& loop) {
  const std::int64_t length = table_length(c, loop);
  std::vector<std::ptrdiff_t> ends;
  ends.reserve(static_cast<std::size_t>(length));
  for (std::int64_t i = 0; i < length; ++i) {
    for (int draw = 0; draw < c.size; ++draw) {
      const auto [first, second] = drawn_pair(c.seed, c.size, loop.first + i, draw);
      if (first == c.rank) turns_.push_back({second, true});
      if (second == c.rank) turns_.push_back({first, false});
    }
    ends.push_back(std::ssize(turns_));
  }
  ends_.reserve(ends.size());
  for (const std::ptrdiff_t end : ends) ends_.push_back(turns_.data() + end);
  last_ = ends_.data() + ends_.size();
  rewind();
}

DrawnRings::DrawnRings(const Case& c, const Loop& loop) {
  const std::int64_t length = table_length(c, loop);
  rings_.reserve(static_cast<std::size_t>(length));
  for (std::int64_t i = 0; i < length; ++i)
    rings_.push_back(drawn_neighbours(c.seed, c.size, c.rank, loop.first + i));
  at_ = rings_.data();
  end_ = at_ + rings_.size();
}

DrawnEnds::DrawnEnds(const Case& c, const Loop& loop) {
  const std::int64_t length = table_length(c, loop);
  ends_.reserve(static_cast<std::size_t>(length));
  for (std::int64_t i = 0; i < length; ++i) ends_.push_back(peers_of(c, loop.first + i));
  at_ = ends_.data();
  end_ = at_ + ends_.size();
}

Ends peers_of(const Case& c, std::int64_t repetition) {
  Ends found = c.only_pair_of < 0 ? c.flows.ends_of(c.rank, repetition) : ends_of_one_pair(c, repetition);
  for (int* peer : {&found.to, &found.from})
    if (*peer < 0) *peer = MPI_PROC_NULL;
  return found;
}

}  // namespace sonde::engine
