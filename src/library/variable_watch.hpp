// Performance variables as MPI_T has them, and their values around the loops of a case: started and read
// before the ranks line up for a loop, read again and stopped after its last clock reading.
#pragma once
#include <mpi.h>

#include <memory>
#include <vector>

#include "base/result.hpp"
#include "library/variable_choice.hpp"

namespace sonde::library {

struct ToolSession;  ///< of MPI_T, from its start to its end

[[nodiscard]] std::shared_ptr<const ToolSession> start_tools();

/// All of this process. An error where the library does not tell.
[[nodiscard]] Result<std::vector<VariableFacts>> variables_of_library();

/// Leaves out what cannot be read: Open MPI 4.1 crashes in variables of components that are not in use.
void leave_out_unsafe(VariableChoice& choice, const ToolSession& tools, MPI_Comm comm);

/// Of one rank; what it could not read is not known.
struct VariableValue {
  bool known = false;
  double value = 0;
};

/// Reads the variables around the loops of one case. Handles are allocated once, bound to the communicator of
/// the case where variables are.
class VariableWatch {
 public:
  struct Handle;  ///< one variable, bound

  VariableWatch(const std::vector<VariableFacts>& variables, std::shared_ptr<const ToolSession> tools,
                MPI_Comm comm);
  VariableWatch(const VariableWatch&) = delete;
  VariableWatch& operator=(const VariableWatch&) = delete;
  ~VariableWatch();

  void begin();  ///< before a loop
  void end();    ///< after it
  void keep();   ///< the last loop counts

  /// Over the loops that were kept, in the order of the variables.
  [[nodiscard]] const std::vector<VariableValue>& values() const { return values_; }

 private:
  const std::vector<VariableFacts>& variables_;
  std::shared_ptr<const ToolSession> tools_;
  MPI_Comm comm_;
  std::vector<std::unique_ptr<Handle>> handles_;  ///< null where this rank cannot read it
  std::vector<VariableValue> values_, last_;
  bool kept_any_ = false;
};

}  // namespace sonde::library
