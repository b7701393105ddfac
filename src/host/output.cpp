#include "host/output.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "base/descriptor.hpp"
#include "base/new_file.hpp"
#include "base/text.hpp"
#include "host/launcher.hpp"

namespace sonde::host {

namespace {
std::int64_t written_bytes = 0;  // on this rank; standard output is one per process, too

[[noreturn]] void lost(const std::string& why) {
  throw OutputLost("standard output is lost (" + why + "): the tables are incomplete");
}
}  // namespace

void write_output(std::string_view text) {
  if (const auto written = write_all(STDOUT_FILENO, text); !written) lost(written.error().message);
  written_bytes += static_cast<std::int64_t>(text.size());
}

void finish_output() {
  struct stat facts {};
  if (fstat(STDOUT_FILENO, &facts) == 0 && S_ISREG(facts.st_mode) && fsync(STDOUT_FILENO) != 0)
    lost(std::strerror(errno));
  if (const auto why = launcher_lost(written_bytes)) lost(*why + ", says the launcher's standard output");
}

tl::unexpected<Error> not_kept(const std::string& path, int error) {
  constexpr std::size_t longest_shown_path = 200;
  auto message = "cannot write " + sonde::quoted(path, longest_shown_path) + ": " + std::strerror(error);
  if (!is_users_error(error)) throw OutputLost(message);
  return failure(std::move(message));
}

}  // namespace sonde::host
