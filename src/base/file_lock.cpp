#include "base/file_lock.hpp"

#include <fmt/format.h>
#include <sys/file.h>

#include <cerrno>
#include <ctime>

#include "base/text.hpp"

namespace sonde {

LockOutcome lock_file(int descriptor, double patience_seconds) {
  const timespec moment{0, 20'000'000};
  for (int tries = 1 + static_cast<int>(patience_seconds / 0.02);; --tries) {
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return LockOutcome::ours;
    if (errno == EINTR) continue;
    if (errno != EWOULDBLOCK) return LockOutcome::impossible;
    if (tries <= 1) return LockOutcome::of_another;
    nanosleep(&moment, nullptr);
  }
}

std::string no_locks_note(std::string_view path) {
  return fmt::format(
      "the file system of {} knows no locks: no second program may write there at the same time",
      sonde::quoted(path));
}

}  // namespace sonde
