// What transfers with windows must leave behind: place by place, in what a rank sends, receives and has in
// its window.
#pragma once
#include <vector>

#include "check/verify.hpp"

namespace sonde::check {

enum class Area { send, receive, window };

/// A message's place in a slot of an area: the one at `index` messages from the slot's beginning.
struct Place {
  Area area = Area::send;
  std::int64_t index = 0;
  Content before, after;  ///< of the epoch; no `after`: what is there then depends on who was first
};

/// One epoch, and the slot of a repetition in it (`Facts::section`; repetition i has slot i).
struct EpochFacts : Facts {
  bool first_only = false;       ///< only the first rank issues transfers, or the first one of each pair
  std::int64_t repetitions = 1;  ///< of the epoch
  std::int64_t slots = 1;        ///< of the rings
  std::int64_t times = 1;        ///< how often the summands are added to the same section
};

/// The places of this rank in a slot. What others put or what is got arrives over bytes that differ from it
/// everywhere; all other places hold the same before and after.
[[nodiscard]] std::vector<Place> places(ExpectedContent expect, const EpochFacts& facts);

/// Under counted_by_all: what came back to all ranks in an epoch, in any order: together the values that the
/// counter went through, each of them once.
[[nodiscard]] Defect verify_counted(const EpochFacts& facts, std::span<const std::byte> came_back);

/// How many repetitions of an epoch leave a counter of floats exact.
[[nodiscard]] std::int64_t exact_repetitions(ExpectedContent expect, int ranks);

/// The values that a swapped element goes through: value k of a ring of `slots`, after whose last one the
/// first comes again.
[[nodiscard]] std::int32_t swapped_value(std::int64_t generation, std::int64_t k, std::int64_t slots);

}  // namespace sonde::check
