#include "host/launcher.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "base/descriptor.hpp"
#include "base/machine.hpp"
#include "base/text.hpp"

namespace sonde::host {

namespace {

bool is_launcher(const std::string& name) {
  constexpr std::array launchers{"mpirun", "mpiexec", "orterun", "prterun", "srun"};
  return std::ranges::any_of(launchers, [&](const char* part) { return name.starts_with(part); });
}

/// Processes that launchers put between themselves and the ranks on one host.
bool is_helper(const std::string& name) {
  return name.starts_with("hydra_") || name.starts_with("prted");
}

/// The parent in "4242 (mpirun) S 4200 ...": the second word after the closing parenthesis.
long parent_of(long process) {
  const auto stat = file_text(fmt::format("/proc/{}/stat", process));
  if (!stat) return 0;
  const auto after = stat->rfind(") ");
  return after == std::string::npos ? 0 : std::strtol(stat->c_str() + after + 4, nullptr, 10);
}

std::string stream_of(long process, int descriptor) {
  return fmt::format("/proc/{}/fd/{}", process, descriptor);
}

bool is_terminal(const std::string& stream) {
  std::array<char, PATH_MAX> target{};
  const auto length = readlink(stream.c_str(), target.data(), target.size() - 1);
  if (length <= 0) return false;
  const std::string_view name(target.data(), static_cast<std::size_t>(length));
  return name.starts_with("/dev/pts/") || name.starts_with("/dev/tty");
}

/// Devices such as /dev/full refuse even an empty write, which changes nothing anywhere else.
std::optional<std::string> device_refuses(const std::string& stream) {
  const Descriptor device(open(stream.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!device.open() || write(device.number(), "", 0) >= 0 || errno != ENOSPC) return std::nullopt;
  return std::strerror(ENOSPC);
}

bool file_system_is_full(const std::string& stream) {
  struct statvfs space {};
  return statvfs(stream.c_str(), &space) == 0 && space.f_bavail == 0;
}

std::optional<std::string> file_stays_short(const std::string& stream, std::int64_t bytes) {
  struct stat facts {};
  for (int tenth = 0; tenth < 20; ++tenth) {
    if (stat(stream.c_str(), &facts) != 0 || facts.st_size >= bytes) return std::nullopt;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  if (!file_system_is_full(stream)) return std::nullopt;
  return fmt::format("its file has {} of {} bytes and the file system is full", facts.st_size, bytes);
}

/// How launchers tell a process how many there are and which it is. Those that start others come last: Open
/// MPI under Slurm has its own processes started by srun, once on each host.
struct RankVariables {
  const char* processes;
  const char* rank;
};
constexpr std::array told{RankVariables{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
                          RankVariables{"PMI_SIZE", "PMI_RANK"},
                          RankVariables{"SLURM_STEP_NUM_TASKS", "SLURM_PROCID"}};

}  // namespace

std::optional<std::string> started_apart(int processes_of_mpi) {
  if (processes_of_mpi != 1) return std::nullopt;
  const auto number = [](const char* name) {
    const char* text = std::getenv(name);
    return text != nullptr ? number_of<int>(text) : std::nullopt;
  };
  for (const RankVariables& launcher : told) {
    const auto processes = number(launcher.processes);
    if (!processes) continue;
    if (*processes <= 1 || number(launcher.rank) != 0) return std::nullopt;
    return fmt::format(
        "the launcher has started {} processes ({}), but the MPI library of this program knows of 1, so that each runs for "
        "itself; take the mpirun of that library, or under Slurm its --mpi= (srun --mpi=list shows them)",
        *processes, launcher.processes);
  }
  return std::nullopt;
}

std::optional<long> launcher_process() {
  long process = getppid();
  for (int generation = 0; generation < 4 && process > 0; ++generation) {
    auto name = file_text(fmt::format("/proc/{}/comm", process));
    if (!name) return std::nullopt;
    if (is_launcher(*name)) return process;
    if (!is_helper(*name)) return std::nullopt;
    process = parent_of(process);
  }
  return std::nullopt;
}

bool terminal_watches() {
  if (isatty(STDERR_FILENO) != 0) return true;
  const auto launcher = launcher_process();
  return launcher && is_terminal(stream_of(*launcher, STDERR_FILENO));
}

int terminal_width() {
  constexpr int usual = 80;
  const auto launcher = isatty(STDERR_FILENO) != 0 ? std::nullopt : launcher_process();
  const Descriptor terminal(launcher ? open(stream_of(*launcher, STDERR_FILENO).c_str(),
                                            O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
                                     : dup(STDERR_FILENO));
  struct winsize size {};
  const bool known = terminal.open() && ioctl(terminal.number(), TIOCGWINSZ, &size) == 0;
  return known && size.ws_col > 1 ? size.ws_col : usual;
}

bool streams_are_one() {
  const auto launcher = launcher_process();
  const auto target = [&](int stream, struct stat& facts) {
    return launcher ? stat(stream_of(*launcher, stream).c_str(), &facts) == 0 : fstat(stream, &facts) == 0;
  };
  struct stat output {};
  struct stat errors {};
  return target(STDOUT_FILENO, output) && target(STDERR_FILENO, errors) && output.st_dev == errors.st_dev &&
         output.st_ino == errors.st_ino;
}

std::optional<std::string> launcher_lost(std::int64_t bytes) {
  const auto launcher = launcher_process();
  if (!launcher) return std::nullopt;
  const std::string stream = stream_of(*launcher, STDOUT_FILENO);
  struct stat facts {};
  if (lstat(stream.c_str(), &facts) == 0 && (facts.st_mode & S_IWUSR) == 0) return "it was closed";
  if (stat(stream.c_str(), &facts) != 0) return std::nullopt;
  if (S_ISCHR(facts.st_mode)) return device_refuses(stream);
  if (S_ISREG(facts.st_mode)) return file_stays_short(stream, bytes);
  return std::nullopt;
}

}  // namespace sonde::host
