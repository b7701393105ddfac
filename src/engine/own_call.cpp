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

}  // namespace sonde::engine
