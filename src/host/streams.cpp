#include "host/streams.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>

namespace sonde::host {

void open_missing_streams() {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    if (fcntl(stream, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest free number is that of the stream. Inherited by children, as the stream would be.
    // NOLINTNEXTLINE(android-cloexec-open)
    static_cast<void>(open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY));
  }
}

bool takes_more(int descriptor, int milliseconds) {
  if (errno != EAGAIN && errno != EWOULDBLOCK) return false;
  pollfd wanted{descriptor, POLLOUT, 0};
  int ready = 0;
  do ready = poll(&wanted, 1, milliseconds);
  while (ready < 0 && errno == EINTR);
  return ready > 0;
}

void say(std::string_view text) noexcept {
  constexpr int patience = 2000;  // milliseconds; a message is not worth a hang
  while (!text.empty()) {
    const auto written = write(STDERR_FILENO, text.data(), text.size());
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
    if (written == 0) return;
    if (written < 0 && errno != EINTR && !takes_more(STDERR_FILENO, patience)) return;
  }
}

}  // namespace sonde::host
