#include "engine/transfer_errors.hpp"

#include <fmt/format.h>

#include "mpi/error.hpp"

namespace sonde::engine {

namespace {

/// Bytes a status names; -1 where the library cannot tell.
std::int64_t moved(MPI_Status status) {
  MPI_Count count = 0;
  if (MPI_Get_elements_x(&status, MPI_BYTE, &count) != MPI_SUCCESS || count == MPI_UNDEFINED) return -1;
  return count;
}

}  // namespace

void TransferErrors::keep(int code, const char* call) {
  if (text_.empty()) text_ = fmt::format("{}: {}", call, mpi::error_text(code));
}

void TransferErrors::check_counts(std::span<const MPI_Status> statuses, std::int64_t bytes,
                                  std::size_t calls) {
  for (std::size_t i = 0; text_.empty() && i < statuses.size(); i += calls) {
    const std::size_t repetition = i / calls + 1;
    std::int64_t all = 0;
    for (const MPI_Status& status : statuses.subspan(i, calls)) {
      const std::int64_t count = moved(status);
      if (count < 0 && text_.empty())
        text_ = fmt::format("MPI_Get_elements_x does not tell what repetition {} moved", repetition);
      all += count;
    }
    if (text_.empty() && all != bytes)
      text_ = fmt::format("repetition {} moved {} of {} bytes", repetition, all, bytes);
  }
}

void TransferErrors::raise_first() const {
  if (!text_.empty()) throw TransferError(text_);
}

}  // namespace sonde::engine
