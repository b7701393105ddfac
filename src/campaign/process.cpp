#include "campaign/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <optional>
#include <vector>

namespace sonde::campaign {

namespace {

using Clock = std::chrono::steady_clock;
constexpr double grace_seconds = 12;  // ranks of a batch job may finish their case for 8 s

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// What nohup and shells without job control tell a program to ignore stays ignored.
bool is_ignored(int number) {
  struct sigaction action {};
  return sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

/// Holds back the signals that a waiting parent takes one by one, and gives them back in the end.
class HeldSignals {
 public:
  HeldSignals() {
    sigemptyset(&held_);
    sigaddset(&held_, SIGCHLD);
    for (const int number : {SIGINT, SIGTERM, SIGHUP})
      if (!is_ignored(number)) sigaddset(&held_, number);
    pthread_sigmask(SIG_BLOCK, &held_, &before_);
  }
  ~HeldSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

  [[nodiscard]] const sigset_t& before() const { return before_; }

  /// The next of the signals, or 0 after so many seconds.
  [[nodiscard]] int next(double seconds) const {
    const double whole = std::floor(std::clamp(seconds, 0.0, 1e9));
    const timespec limit{static_cast<time_t>(whole),
                         static_cast<long>(1e9 * (std::clamp(seconds, 0.0, 1e9) - whole))};
    const int number = sigtimedwait(&held_, nullptr, &limit);
    return number > 0 ? number : 0;
  }

 private:
  sigset_t held_{};
  sigset_t before_{};
};

class SpawnOptions {
 public:
  SpawnOptions(const std::string& output, const sigset_t& mask) {
    posix_spawn_file_actions_init(&files_);
    posix_spawn_file_actions_addopen(&files_, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files_, 1, output.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND,
                                     0666);
    posix_spawn_file_actions_adddup2(&files_, 1, 2);
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setsigmask(&attributes_, &mask);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  }
  ~SpawnOptions() {
    posix_spawn_file_actions_destroy(&files_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnOptions(const SpawnOptions&) = delete;
  SpawnOptions& operator=(const SpawnOptions&) = delete;

  Result<pid_t> start(const Words& words) {
    std::vector<std::string> copies(words);
    std::vector<char*> arguments;
    arguments.reserve(copies.size() + 1);
    for (std::string& word : copies) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    // Benchmarks of the start of programs count from here (seconds since 1970).
    const std::chrono::duration<double> now = std::chrono::system_clock::now().time_since_epoch();
    setenv("SONDE_T0", fmt::format("{:.6f}", now.count()).c_str(), 1);
    pid_t child = 0;
    const int error = posix_spawnp(&child, arguments[0], &files_, &attributes_, arguments.data(), environ);
    if (error != 0) return failure(fmt::format("cannot start '{}': {}", words[0], std::strerror(error)));
    return child;
  }

 private:
  posix_spawn_file_actions_t files_{};
  posix_spawnattr_t attributes_{};
};

std::optional<int> finished(pid_t child) {
  int status = 0;
  pid_t got = 0;
  do got = waitpid(child, &status, WNOHANG);
  while (got < 0 && errno == EINTR);
  return got == child ? std::optional<int>(status) : std::nullopt;
}

Outcome outcome_of(int status) {
  Outcome out;
  if (WIFSIGNALED(status)) out.ending = Ending::killed_by_signal;
  out.status = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  return out;
}

/// Asks the group to end, and kills what is left after the grace. The leader's status is of no interest then.
void end_group(pid_t group, const HeldSignals& signals) {
  kill(-group, SIGTERM);
  const auto start = Clock::now();
  bool gone = false;
  while (!gone && since(start) < grace_seconds) {
    (void)signals.next(grace_seconds - since(start));
    gone = finished(group).has_value();
  }
  kill(-group, SIGKILL);
  if (!gone) waitpid(group, nullptr, 0);
}

Outcome wait_for(pid_t child, double limit_seconds, const HeldSignals& signals) {
  const auto start = Clock::now();
  for (;;) {
    if (const auto status = finished(child)) return outcome_of(*status);
    const int number = signals.next(limit_seconds - since(start));
    if (number == SIGCHLD) continue;
    if (number == 0 && since(start) < limit_seconds) continue;
    end_group(child, signals);
    Outcome out;
    out.ending = number == 0 ? Ending::time_limit : Ending::interrupted;
    return out;
  }
}

}  // namespace

std::string Outcome::text() const {
  switch (ending) {
    case Ending::exited:
      return fmt::format("exit status {}", status);
    case Ending::killed_by_signal:
      return fmt::format("signal {}", status);
    case Ending::time_limit:
      return "time limit";
    case Ending::interrupted:
      return "interrupted";
  }
  return "";
}

Result<Outcome> run_program(const Words& words, const std::string& output, double limit_seconds) {
  if (words.empty() || words[0].empty()) return failure("there is no program to start");
  const HeldSignals signals;
  const auto start = Clock::now();
  const auto child = SpawnOptions(output, signals.before()).start(words);
  if (!child) return tl::unexpected(child.error());
  Outcome out = wait_for(*child, limit_seconds, signals);
  out.seconds = since(start);
  return out;
}

}  // namespace sonde::campaign
