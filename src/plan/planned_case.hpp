// One case: what the lanes of a section do at one message length.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "args/settings.hpp"
#include "catalog/benchmark.hpp"
#include "plan/plan.hpp"

namespace sonde {

/// Made here, handed down through preparing, measuring, checking and publishing. Equal on all ranks of the
/// lane.
struct PlannedCase {
  const TableRun* section = nullptr;  ///< the table in which its row stands
  Lane lane{};
  std::int64_t bytes = 0;   ///< message length
  std::size_t length = 0;   ///< which of the lengths of its section: a length may be listed twice
  std::int64_t wanted = 1;  ///< repetitions by the count, before -time cuts them
  std::optional<std::size_t> arrival{};  ///< which pattern of the section; none: all that it has

  [[nodiscard]] const Benchmark& benchmark() const { return *lane.benchmark; }
  /// -arrival: how the ranks come late.
  [[nodiscard]] const LateRanks& late() const { return section->arrivals.at(arrival.value_or(0)); }
  [[nodiscard]] const Mode& mode() const {
    return lane.benchmark->modes[static_cast<std::size_t>(lane.mode)];
  }
};

/// The same case with each of its arrival patterns by itself: as many as it has rows in each group.
[[nodiscard]] std::vector<PlannedCase> in_each_pattern(const PlannedCase& planned);

/// The cases of lane `lane` of a section that can run, in the order of their lengths.
[[nodiscard]] std::vector<PlannedCase> cases_of(const Settings& settings, const TableRun& section,
                                                std::size_t lane = 0);

/// Of every section that can run, as its first lane does them, in the order of measuring.
[[nodiscard]] std::vector<PlannedCase> cases_of(const Settings& settings, const Plan& plan);

}  // namespace sonde
