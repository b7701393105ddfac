#include "base/descriptor.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace sonde {

bool Descriptor::close() {
  return number_ < 0 || ::close(std::exchange(number_, -1)) == 0;
}

Result<void> write_all(int descriptor, std::string_view bytes, int patience_ms) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (written == 0) {
      return failure("the system wrote nothing");
    } else if (errno == EAGAIN) {
      pollfd room{descriptor, POLLOUT, 0};
      if (::poll(&room, 1, patience_ms) == 0) return failure("no process reads it");
    } else if (errno != EINTR) {
      return failure(std::strerror(errno));
    }
  }
  return {};
}

}  // namespace sonde
