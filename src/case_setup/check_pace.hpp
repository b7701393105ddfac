// How many repetitions -check looks at.
#pragma once
#include <cstdint>
#include <functional>

#include "args/settings.hpp"
#include "case_setup/resource.hpp"
#include "check/verify.hpp"

namespace sonde::case_setup {

/// Rounds of repetitions that grow: as many as the measured loop had, as long as they take no longer than it
/// did or a tenth of a second (-check), or a number of them however long they take (-check N, -check all).
class CheckPace {
 public:
  /// `least`: so many at least, unless fewer are asked for by number.
  CheckPace(const Settings& settings, const CheckFacts& measured, std::int64_t least);

  /// Repetitions of the next round, equal on all ranks; 0: it is enough. Collective over the active ranks.
  [[nodiscard]] std::int64_t next();
  [[nodiscard]] std::int64_t done() const { return done_; }

 private:
  MPI_Comm active_;
  std::int64_t wanted_, least_;
  double seconds_;  ///< at most, on this rank
  double start_;
  std::int64_t done_ = 0;
};

/// One round: checks `repetitions` of them, the first of which follows `done` others.
using CheckRound = std::function<check::Defect(std::int64_t done, std::int64_t repetitions)>;

/// Runs rounds until the pace has enough, a rank fails, or the case is over. Collective over the active
/// ranks.
[[nodiscard]] CheckResult check_in_rounds(const ResourceFacts& facts, const CheckFacts& measured,
                                          std::int64_t least, const CheckRound& round);

/// Adds what was wrong in `one` to `all`, whose first defect stays the first.
void add(check::Defect& all, const check::Defect& one);

}  // namespace sonde::case_setup
