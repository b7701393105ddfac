// What the loops call of a plug-in: a row of its table, and what its functions are told of the case.
#pragma once
#include <sonde/benchmark.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace sonde::engine {

/// The words of a function that fails, where it has said some (sonde_case::fail).
struct OwnWords {
  std::string said;
};

struct OwnCall {
  const sonde_benchmark* row = nullptr;
  const sonde_case* facts = nullptr;
  const OwnWords* words = nullptr;
};

/// A function of a plug-in has returned an error.
class OwnError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// "Shift: MPI_ERR_TAG: invalid tag", or what the function has said; `what`: "setup", "repetition", ...
[[noreturn]] void raise_own(const OwnCall& call, const char* what, int code);

/// Throws OwnError unless `code` is MPI_SUCCESS. Inside the timed loops: a test and a branch never taken.
inline void own_ok(const OwnCall& call, const char* what, int code) {
  if (code != MPI_SUCCESS) [[unlikely]]
    raise_own(call, what, code);
}

/// The names of the counters that a row reports; none where it is null.
[[nodiscard]] std::vector<std::string> own_counters(const sonde_benchmark* row);

}  // namespace sonde::engine
