// The one way to keep other processes from a file.
#pragma once
#include <string>
#include <string_view>

namespace sonde {

enum class LockOutcome {
  ours,        ///< until the descriptor is closed
  of_another,  ///< another process has it
  impossible,  ///< no error: the file system has no locks (Lustre without -o flock, NFS without lockd)
};

/// Tries to lock the open file; waits for another process at most so long.
[[nodiscard]] LockOutcome lock_file(int descriptor, double patience_seconds = 0);

/// What to tell the user where locks are impossible.
[[nodiscard]] std::string no_locks_note(std::string_view path);

}  // namespace sonde
