// One case from its memory to its records: threads, buffers, window or file, warm-up, loop, check, survey,
// results.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "args/settings.hpp"
#include "case_setup/burning.hpp"
#include "case_setup/elements.hpp"
#include "case_setup/failure.hpp"
#include "case_setup/prepared_case.hpp"
#include "case_setup/team.hpp"
#include "device/spaces.hpp"
#include "host/account.hpp"
#include "library/performance_variables.hpp"
#include "measuring/clock_sync.hpp"
#include "measuring/congestors.hpp"
#include "measuring/measure.hpp"
#include "mpi/world.hpp"
#include "plan/planned_case.hpp"
#include "record/record.hpp"
#include "run/machine_facts.hpp"
#include "run/run_clock.hpp"

namespace sonde::run {

/// -start clock: the clocks of the ranks of a section. Without that option there are none.
class SectionClocks {
 public:
  /// The first rank of the active ones is the reference; the bound on the error may double before the clocks
  /// are related again. Collective over the active ranks.
  void relate(const Settings& settings, const case_setup::Team& team);
  /// When a start is late: when it is later than the clocks are known, or than a microsecond.
  [[nodiscard]] measuring::StartClock start();
  [[nodiscard]] const measuring::ClockSync* get() const { return clocks_ ? &*clocks_ : nullptr; }

 private:
  std::optional<measuring::ClockSync> clocks_;
  double tolerance_ = 0;
};

/// What the cases of a run share on this rank.
struct Workbench {
  const mpi::World& world;
  const Settings& settings;
  const Plan& plan;
  const MachineFacts& machine;
  const library::PerformanceVariables& variables;  ///< -pvars
  const device::Spaces& spaces;                    ///< -memory
  measuring::Congestors& congestors;               ///< -load
  RunClock& clock;
  host::Account& account;
  case_setup::Elements elements{settings};
  case_setup::Memories memories{};
  case_setup::Burners burners{};
  SectionClocks clocks{};
};

/// What the loop of a case may take.
struct CaseLimits {
  double loop_seconds = 0;    ///< -time, or what -budget leaves
  std::int64_t ceiling = 0;   ///< repetitions that -time has left of an earlier length: they never grow again
  bool first_length = false;  ///< the section has measured nothing yet
};

struct CaseResult {
  std::optional<case_setup::Failure> failure{};  ///< agreed
  std::vector<record::CaseRecord> records{};     ///< on the first rank of the world, after a failure, too
  std::int64_t ceiling = 0;                      ///< for the lengths that follow
  std::string remarks{};                         ///< comment lines behind the row
};

/// Collective over the team's active ranks.
[[nodiscard]] CaseResult run_case(Workbench& bench, const PlannedCase& planned, const case_setup::Team& team,
                                  const CaseLimits& limits);

}  // namespace sonde::run
