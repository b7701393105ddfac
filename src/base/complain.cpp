#include "base/complain.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <ctime>
#include <exception>
#include <new>
#include <system_error>

#include "base/descriptor.hpp"
#include "base/text.hpp"
#include "base/units.hpp"

namespace sonde {

namespace {

/// While it lives, a write to a pipe without a reader fails instead of ending the process.
class BlockedPipeSignal {
 public:
  BlockedPipeSignal() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~BlockedPipeSignal() {
    const timespec now{0, 0};
    if (sigismember(&before_, SIGPIPE) == 0) sigtimedwait(&pipe_, nullptr, &now);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  BlockedPipeSignal(const BlockedPipeSignal&) = delete;
  BlockedPipeSignal& operator=(const BlockedPipeSignal&) = delete;

 private:
  sigset_t pipe_{};
  sigset_t before_{};
};

std::string out_of_memory() {
  rlimit data{RLIM_INFINITY, 0}, all{RLIM_INFINITY, 0};
  ::getrlimit(RLIMIT_DATA, &data);
  ::getrlimit(RLIMIT_AS, &all);
  const rlim_t least = std::min(data.rlim_cur, all.rlim_cur);
  return fmt::format(
      "not enough memory{}: take fewer or smaller files at a time, or a machine or job with more memory",
      least == RLIM_INFINITY
          ? ""
          : fmt::format(", {} may be used here", human_bytes(static_cast<std::int64_t>(least))));
}

}  // namespace

void write_message(std::string_view text) noexcept {
  constexpr int patience_ms = 2000;  // a message is not worth a hang
  const BlockedPipeSignal blocked;
  static_cast<void>(write_all(STDERR_FILENO, text, patience_ms));
}

std::string message_line(std::string_view message) {
  return shortened(trim(message), longest_message);
}

std::string reason_of(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return out_of_memory();
  const auto* of_system = dynamic_cast<const std::system_error*>(&error);
  if (of_system == nullptr || of_system->code() != std::errc::resource_unavailable_try_again)
    return error.what();
  return "no thread can be started: a limit of this user (ulimit -u, -d, -v) or of the container is reached";
}

void complain(std::string_view program, std::string_view message) noexcept {
  try {
    write_message(fmt::format("{}: {}\n", program, message_line(message)));
  } catch (const std::exception&) {  // no memory for the message
    return;
  }
}

}  // namespace sonde
