// What went wrong in a loop of file transfers on this rank. Collective calls follow one another there, so a
// rank that left the loop at its first error would deadlock the others: errors are noted and raised after the
// loop.
#pragma once
#include <mpi.h>

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>

namespace sonde::engine {

/// A transfer that failed or moved less than it should.
class TransferError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What the library lacks for a row of files.
class NotOffered : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The first error of a loop.
class TransferErrors {
 public:
  /// Notes an error code of `call`; the first one stays.
  void keep(int code, const char* call);
  /// Outside the clock: the statuses of each repetition, `calls` of them, must name `bytes` bytes. Counts are
  /// looked at only here.
  void check_counts(std::span<const MPI_Status> statuses, std::int64_t bytes, std::size_t calls = 1);
  /// Throws TransferError with the first error, if there was one.
  void raise_first() const;

 private:
  std::string text_;
};

}  // namespace sonde::engine
