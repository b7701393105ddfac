#include "host/streams.hpp"

#include <fcntl.h>
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

}  // namespace sonde::host
