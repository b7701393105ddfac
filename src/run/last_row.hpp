// What is left to write once MPI has ended: MPI_Finalize as a row, and the footer where it fails.
#pragma once
#include <optional>
#include <string>

#include "args/settings.hpp"
#include "mpi/world.hpp"
#include "plan/plan.hpp"
#include "record/csv.hpp"
#include "record/record.hpp"
#include "run/finished.hpp"

namespace sonde::run {

/// Whether the plan has a row of MPI_Finalize that can run. Equal on all ranks.
[[nodiscard]] bool ends_with_a_row(const Plan& plan);

/// MPI_Finalize as a row. After it no MPI call is allowed, so settings, plan and section are copied first.
class LastRow {
 public:
  /// Nothing on other ranks than the first, where the plan has no such row, and where an earlier launch has
  /// told it.
  [[nodiscard]] static std::optional<LastRow> of(const mpi::World& world, const Settings& settings,
                                                 const Plan& plan, const Finished& finished,
                                                 record::CsvColumns columns);

  /// The case, where MPI_Finalize took this rank so many seconds. Other ranks cannot tell theirs any more.
  [[nodiscard]] record::CaseRecord record(double seconds) const;

  /// Adds the case to the records, which are complete and closed, and then the table to the output, also
  /// where one of them takes no more. Makes no call of MPI. Throws the first OutputLost.
  void tell(double seconds) const;

 private:
  LastRow(Settings settings, Plan plan, const TableRun& section, record::CsvColumns columns);
  Settings settings_;
  Plan plan_;                   ///< of this section alone
  record::CsvColumns columns_;  ///< of -csv
};

/// The last line of the record, put right where MPI_Finalize fails: the record is complete by then, and no
/// rank can tell another.
class FooterAtHand {
 public:
  /// Of a run without a record.
  FooterAtHand() = default;

  /// `footer`: as the first rank has written it. Collective.
  [[nodiscard]] static FooterAtHand of(const mpi::World& world, const Settings& settings,
                                       record::Footer footer);

  /// Adds a footer with exit status 1 behind the one that is there: the last one counts. Only a rank on the
  /// first one's host is sure to see the same file; false where the record keeps another status. Makes no
  /// call of MPI.
  [[nodiscard]] bool correct() const;

 private:
  std::string path_;  ///< empty: there is no record
  std::string host_;  ///< of the first rank
  std::string line_;
};

/// What is left to do once MPI has ended.
struct Ending {
  std::optional<LastRow> last;
  record::Footer footer;  ///< as the first rank has written it
  FooterAtHand record;
};

}  // namespace sonde::run
