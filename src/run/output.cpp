#include "run/output.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace sonde::run {

namespace {
[[noreturn]] void lost() {
  throw OutputLost(std::string("standard output is lost (") + std::strerror(errno) +
                   "): the tables are incomplete");
}
}  // namespace

void write_output(std::string_view text) {
  while (!text.empty()) {
    const auto written = write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) lost();
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void finish_output() {
  struct stat facts {};
  if (fstat(STDOUT_FILENO, &facts) == 0 && S_ISREG(facts.st_mode) && fsync(STDOUT_FILENO) != 0) lost();
}

}  // namespace sonde::run
