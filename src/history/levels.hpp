// The nights at which levels of cases begin, and what the records say changed there. A picture of the past:
// no verdict comes from it.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "history/history.hpp"
#include "history/potts.hpp"

namespace sonde::history {

struct Step {
  std::size_t row = 0;
  double before = 0, after = 0;  ///< log(slowness)

  [[nodiscard]] double change() const;  ///< of time: 0.15 is 15 % slower
};

/// A night at which levels begin.
struct LevelStart {
  std::size_t night = 0;
  std::vector<Step> steps{};  ///< the largest change first
};

/// The segments of every row.
[[nodiscard]] std::vector<std::vector<LevelSegment>> levels_of(const History& history);

/// In order of nights. The first level of a row is none.
[[nodiscard]] std::vector<LevelStart> borders_of(const std::vector<std::vector<LevelSegment>>& levels);

/// For a person: the newest borders with their steps and what changed; empty where there are none. An error
/// where a record of a night cannot be read again.
[[nodiscard]] Result<std::string> levels_text(const History& history);

}  // namespace sonde::history
