// MPI_Finalize as a row. After it no MPI call is allowed, so settings, plan and section are copied first.
#pragma once
#include <optional>

#include "args/settings.hpp"
#include "mpi/world.hpp"
#include "plan/plan.hpp"
#include "record/csv.hpp"
#include "record/record.hpp"
#include "run/finished.hpp"

namespace sonde::run {

/// Whether the plan has a row of MPI_Finalize that can run. Equal on all ranks.
[[nodiscard]] bool ends_with_a_row(const Plan& plan);

class LastRow {
 public:
  /// Nothing on other ranks than the first, where the plan has no such row, and where an earlier launch has
  /// told it.
  [[nodiscard]] static std::optional<LastRow> of(const mpi::World& world, const Settings& settings,
                                                 const Plan& plan, const Finished& finished,
                                                 record::CsvColumns columns);

  /// The case, where MPI_Finalize took this rank so many seconds. Other ranks cannot tell theirs any more.
  [[nodiscard]] record::CaseRecord record(double seconds) const;

  /// Adds the case to the records, which are complete and closed, and then the table to the output. Makes no
  /// call of MPI. Throws OutputLost.
  void tell(double seconds) const;

 private:
  LastRow(Settings settings, Plan plan, const TableRun& section, record::CsvColumns columns);
  Settings settings_;
  Plan plan_;                   ///< of this section alone
  record::CsvColumns columns_;  ///< of -csv
};

}  // namespace sonde::run
