// Return codes become exceptions that name the call; the timed loops pay one compare for it.
#pragma once
#include <mpi.h>

#include <stdexcept>
#include <string>

namespace sonde::mpi {

/// An MPI call that failed on this rank: which call, and the library's own text.
class MpiError : public std::runtime_error {
 public:
  MpiError(int code, const char* call);
  [[nodiscard]] int code() const { return code_; }

 private:
  int code_;
};

/// The library's text for an error code, without line breaks.
[[nodiscard]] std::string error_text(int code);

[[noreturn]] void raise(int code, const char* call);

/// Throws MpiError unless `code` is MPI_SUCCESS. Inside the timed loops: a test and a branch never taken.
inline void ok(int code, const char* call) {
  if (code != MPI_SUCCESS) [[unlikely]]
    raise(code, call);
}

}  // namespace sonde::mpi
