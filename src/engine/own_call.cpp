#include "engine/own_call.hpp"

#include <fmt/format.h>

#include "mpi/error.hpp"

namespace sonde::engine {

void raise_own(const OwnCall& call, const char* what, int code) {
  const std::string& said = call.words->said;
  throw OwnError(said.empty() ? fmt::format("the {} of {} returned {} ({})", what, call.row->name, code,
                                            mpi::error_text(code))
                              : fmt::format("the {} of {}: {}", what, call.row->name, said));
}

std::vector<std::string> own_counters(const sonde_benchmark* row) {
  std::vector<std::string> names;
  if (row == nullptr || row->counters == nullptr) return names;
  for (const char* const* name = row->counters; *name != nullptr; ++name) names.emplace_back(*name);
  return names;
}

}  // namespace sonde::engine
