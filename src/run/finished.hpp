// The cases that earlier launches of a run have finished: with -resume they are not measured again.
#pragma once
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "args/settings.hpp"
#include "base/result.hpp"
#include "mpi/world.hpp"
#include "plan/plan.hpp"
#include "record/record.hpp"

namespace sonde::run {

class Finished {
 public:
  struct Case {
    std::int64_t repetitions = 0;             ///< 0: it was skipped
    double seconds = 0;                       ///< of one repetition, of the slowest rank; 0: not known
    std::vector<record::CaseRecord> records;  ///< on the first rank
  };

  /// A case as it was measured; null: it is still to do. `length`: which of the lengths of its section, since
  /// one may be listed twice. The numbers are equal on all ranks.
  [[nodiscard]] const Case* of(const TableRun& section, std::size_t length) const;

  /// Whether the record says already why a section cannot run; on the first rank.
  [[nodiscard]] bool refused(const TableRun& section) const { return refused_.contains(&section); }

  [[nodiscard]] bool any() const { return !cases_.empty(); }

 private:
  friend Result<Finished> find_finished(const mpi::World&, const Settings&, const Plan&,
                                        const record::Header&);
  std::map<std::pair<const TableRun*, std::size_t>, Case> cases_;
  std::set<const TableRun*> refused_;
};

/// Reads the record of -resume on the first rank and tells the others; nothing is finished without -resume or
/// where the file does not exist. An error, on every rank, where the file is none of ours or was measured in
/// another way. Collective.
[[nodiscard]] Result<Finished> find_finished(const mpi::World& world, const Settings& settings,
                                             const Plan& plan, const record::Header& header);

}  // namespace sonde::run
