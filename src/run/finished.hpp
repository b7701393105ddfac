// The cases that earlier launches of a run have finished: with -resume they are not measured again.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
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
  /// How often the case was repeated when it was measured, 0 where it was skipped; empty: it is still to do.
  /// `length`: which of the lengths of its section, since one may be listed twice. Equal on all ranks.
  [[nodiscard]] std::optional<std::int64_t> repetitions(const TableRun& section, std::size_t length) const;

  /// Of one repetition of it, those of its slowest rank; 0: not known. Equal on all ranks.
  [[nodiscard]] double seconds(const TableRun& section, std::size_t length) const;

  /// Its records, on the first rank.
  [[nodiscard]] const std::vector<record::CaseRecord>& records(const TableRun& section,
                                                               std::size_t length) const;

  [[nodiscard]] bool any() const { return !cases_.empty(); }

 private:
  friend Result<Finished> find_finished(const mpi::World&, const Settings&, const Plan&,
                                        const record::Header&);
  struct Case {
    std::int64_t repetitions = 0;
    double seconds = 0;
    std::vector<record::CaseRecord> records;
  };
  [[nodiscard]] const Case* find(const TableRun& section, std::size_t length) const;

  std::map<std::pair<const TableRun*, std::size_t>, Case> cases_;
};

/// Reads the record of -resume on the first rank and tells the others; nothing is finished without -resume or
/// where the file does not exist. An error, on every rank, where the file is none of ours or was measured in
/// another way. Collective.
[[nodiscard]] Result<Finished> find_finished(const mpi::World& world, const Settings& settings,
                                             const Plan& plan, const record::Header& header);

}  // namespace sonde::run
