// Simulated MPI has no performance variables.
#include "library/variable_watch.hpp"

namespace sonde::library {

struct ToolSession {};
struct VariableWatch::Handle {};

std::shared_ptr<const ToolSession> start_tools() {
  return std::make_shared<const ToolSession>();
}

Result<std::vector<VariableFacts>> variables_of_library() {
  return failure("-pvars: simulated MPI has no performance variables");
}

void leave_out_unsafe(VariableChoice&, const ToolSession&, MPI_Comm) {}

VariableWatch::VariableWatch(const std::vector<VariableFacts>& variables,
                             std::shared_ptr<const ToolSession> tools, MPI_Comm comm)
    : variables_(variables), tools_(std::move(tools)), comm_(comm) {}
VariableWatch::~VariableWatch() = default;
void VariableWatch::begin() {}
void VariableWatch::end() {}
void VariableWatch::keep() {}

}  // namespace sonde::library
