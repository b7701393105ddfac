// -pvars: which performance variables (MPI_T) of the library are read around measured loops, the same on all
// ranks, and what they come to over the ranks.
#pragma once
#include <mpi.h>

#include <memory>
#include <string>
#include <vector>

#include "args/settings.hpp"
#include "base/result.hpp"
#include "case_setup/team.hpp"
#include "library/variable_watch.hpp"
#include "mpi/world.hpp"
#include "record/record.hpp"

namespace sonde::library {

/// What is read on this rank; empty without -pvars. While it is not, MPI_T is in use: gone before
/// MPI_Finalize.
class PerformanceVariables {
 public:
  /// What -pvars asks for, the same on all ranks in the same order. An error on every rank, whose message
  /// only the first one has, where there is nothing to read. Collective.
  [[nodiscard]] static Result<PerformanceVariables> open(const mpi::World& world, const Settings& settings);

  [[nodiscard]] bool empty() const { return variables_.empty(); }
  /// Index -1: this rank has no such variable.
  [[nodiscard]] const std::vector<VariableFacts>& variables() const { return variables_; }
  /// Comment lines on what is read and what is left out; on the first rank only.
  [[nodiscard]] const std::string& description() const { return description_; }

  /// Around the loops of one case on the ranks of `comm`.
  [[nodiscard]] VariableWatch watch(MPI_Comm comm) const { return {variables_, tools_, comm}; }

 private:
  std::shared_ptr<const ToolSession> tools_;
  std::vector<VariableFacts> variables_;
  std::string description_;
};

/// On the first rank of each group that measures, in order, what its ranks have read; empty elsewhere.
/// Reduced in trees. Collective over the active ranks.
using GroupVariables = std::vector<std::vector<record::PerformanceVariable>>;
[[nodiscard]] GroupVariables gather_variables(const case_setup::Team& team,
                                              const std::vector<VariableFacts>& variables,
                                              const std::vector<VariableValue>& mine);

/// Of all groups together.
[[nodiscard]] std::vector<record::PerformanceVariable> sum_of(const GroupVariables& groups);

}  // namespace sonde::library
