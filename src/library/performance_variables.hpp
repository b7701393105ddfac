// -pvars: performance variables (MPI_T) of the library around measured loops. Started and read before the ranks line up for a loop,
// read again and stopped after its last clock reading.
#pragma once
#include <mpi.h>

#include <memory>
#include <string>
#include <vector>

#include "args/settings.hpp"
#include "base/result.hpp"
#include "case_setup/team.hpp"
#include "library/variable_choice.hpp"
#include "mpi/world.hpp"
#include "record/record.hpp"

namespace sonde::library {

/// What is read on this rank; empty without -pvars. While it is not, MPI_T is in use: gone before MPI_Finalize.
class PerformanceVariables {
 public:
  struct Library;  ///< a session of MPI_T

  PerformanceVariables();
  PerformanceVariables(PerformanceVariables&& other) noexcept;
  PerformanceVariables& operator=(PerformanceVariables&& other) noexcept;
  ~PerformanceVariables();

  /// What -pvars asks for, the same on all ranks in the same order. An error on every rank, whose message only the first one has,
  /// where there is nothing to read. Collective.
  [[nodiscard]] static Result<PerformanceVariables> open(const mpi::World& world, const Settings& settings);

  [[nodiscard]] bool empty() const { return variables_.empty(); }
  /// Index -1: this rank has no such variable.
  [[nodiscard]] const std::vector<VariableFacts>& variables() const { return variables_; }
  /// Comment lines on what is read and what is left out; on the first rank only.
  [[nodiscard]] const std::string& description() const { return description_; }

 private:
  friend class VariableWatch;
  std::unique_ptr<Library> library_;
  std::vector<VariableFacts> variables_;
  std::string description_;
};

/// Of one rank; what it could not read is not known.
struct VariableValue {
  bool known = false;
  double value = 0;
};

/// Reads the variables around the loops of one case. Handles are allocated once, bound to the communicator of the case where
/// variables are.
class VariableWatch {
 public:
  struct Handle;  ///< one variable, bound

  VariableWatch(const PerformanceVariables& variables, MPI_Comm comm);
  VariableWatch(const VariableWatch&) = delete;
  VariableWatch& operator=(const VariableWatch&) = delete;
  ~VariableWatch();

  void begin();  ///< before a loop
  void end();    ///< after it
  void keep();   ///< the last loop counts

  /// Over the loops that were kept, in the order of the variables.
  [[nodiscard]] const std::vector<VariableValue>& values() const { return values_; }

 private:
  const PerformanceVariables& variables_;
  MPI_Comm comm_;
  std::vector<std::unique_ptr<Handle>> handles_;  ///< null where this rank cannot read it
  std::vector<VariableValue> values_, last_;
  bool kept_any_ = false;
};

/// On the first rank of each group that measures, in order, what its ranks have read; empty elsewhere. Reduced in trees. Collective
/// over the active ranks.
using GroupVariables = std::vector<std::vector<record::PerformanceVariable>>;
[[nodiscard]] GroupVariables gather_variables(const case_setup::Team& team,
                                              const std::vector<VariableFacts>& variables,
                                              const std::vector<VariableValue>& mine);

/// Of all groups together.
[[nodiscard]] std::vector<record::PerformanceVariable> sum_of(const GroupVariables& groups);

}  // namespace sonde::library
