// Records made of what the groups measured; on the first rank.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "args/settings.hpp"
#include "case_setup/failure.hpp"
#include "library/performance_variables.hpp"
#include "plan/planned_case.hpp"
#include "record/record.hpp"
#include "run/gather.hpp"

namespace sonde::run {

/// What is known of a case beside its times.
struct CaseFacts {
  std::string defect_text{};             ///< what -check found first, or empty
  std::int64_t checked_repetitions = 0;  ///< by -check
  std::vector<record::RankCounters> witnesses{};
  std::optional<double> clock_error_seconds{};  ///< bound on the error of synchronised clocks
  std::optional<double> timer_resolution{};     ///< seconds; for the warnings
  bool cores_shared = false;                    ///< by ranks; for the warnings
  std::optional<double> start_late_seconds{};   ///< -start clock
  std::optional<std::int64_t> dropped_batches{};
  Boxed<links::Survey> links{};            ///< of rows that measure every pair
  Boxed<record::MemoryGrowth> memory{};    ///< of rows that tell it
  Boxed<record::Contention> contention{};  ///< of rows in which all send at the same time
  library::GroupVariables variables{};     ///< -pvars, of each group
  double dead_seconds = 0;
  bool one_node = false;  ///< all ranks share it, under -load
};

/// One record, or under -multi 1 one a group.
[[nodiscard]] std::vector<record::CaseRecord> measured_records(const Settings& settings, const Plan& plan,
                                                               const PlannedCase& planned,
                                                               const std::vector<GroupResult>& groups,
                                                               const CaseFacts& facts);

/// The same rows without a result: skipped where no time was left, delays could not be kept, or the library
/// lacks what a guideline is about; else failed. A case that failed in one group failed in all. Of a case
/// that is measured with several arrival patterns the rows of all of them.
[[nodiscard]] std::vector<record::CaseRecord> failed_records(const Settings& settings, const Plan& plan,
                                                             const PlannedCase& planned,
                                                             const case_setup::Failure& failure);

/// The record of a section that cannot run: on so few processes, or with this library (failed where it was
/// asked for by name).
[[nodiscard]] record::CaseRecord refused_record(const TableRun& section);

}  // namespace sonde::run
