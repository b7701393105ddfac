#include "mpi/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace sonde::mpi {

std::string error_text(int code) {
  std::string text(MPI_MAX_ERROR_STRING, '\0');
  int length = 0;
  if (MPI_Error_string(code, text.data(), &length) != MPI_SUCCESS) return fmt::format("MPI error {}", code);
  text.resize(static_cast<std::size_t>(length));
  std::ranges::replace(text, '\n', ' ');
  return text;
}

MpiError::MpiError(int code, const char* call)
    : std::runtime_error(fmt::format("{}: {}", call, error_text(code))), code_(code) {}

void raise(int code, const char* call) {
  throw MpiError(code, call);
}

}  // namespace sonde::mpi
