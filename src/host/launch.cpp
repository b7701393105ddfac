#include "host/launch.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "base/descriptor.hpp"
#include "base/text.hpp"
#include "host/process.hpp"

namespace sonde::host {

namespace {

using Clock = std::chrono::steady_clock;
constexpr double grace_seconds = 12;       // ranks of a batch job may finish their case for 8 s
constexpr double farewell_seconds = 1;     // helpers of launchers end a moment after them
constexpr double neighbour_seconds = 0.1;  // one signal for a whole job is sent to one process after another

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Benchmarks of the start of programs count from here (seconds since 1970).
void note_start() {
  const std::chrono::duration<double> now = std::chrono::system_clock::now().time_since_epoch();
  setenv("SONDE_T0", fmt::format("{:.6f}", now.count()).c_str(), 1);
}

LaunchOutcome outcome_of(int status) {
  LaunchOutcome out;
  if (status == unknown_status) {
    out.ending = LaunchEnding::unknown;
  } else if (WIFSIGNALED(status)) {
    out.ending = LaunchEnding::killed_by_signal;
    out.status = WTERMSIG(status);
  } else {
    out.status = WEXITSTATUS(status);
  }
  return out;
}

/// Looks again every 10 ms, for so many seconds at most. What it saw last.
template <class Condition>
bool comes_true(const Condition& condition, double seconds) {
  const timespec moment{0, 10'000'000};
  const auto start = Clock::now();
  while (!condition() && since(start) < seconds) nanosleep(&moment, nullptr);
  return condition();
}

/// What a launcher leaves behind would run beside the next launch. True where something had to be ended.
bool end_what_is_left(Process& process) {
  if (comes_true([&] { return !process.group_is_there(); }, farewell_seconds)) return false;
  process.end_group(grace_seconds);
  return true;
}

/// A signal for the whole job reaches a launch and this process in either order, and a launch that has just
/// begun is still in the group of this process: such a launch has not failed.
bool end_is_asked_for_now(const HeldSignals& signals) {
  return comes_true([&] { return signals.end_is_asked_for(); }, neighbour_seconds);
}

LaunchOutcome wait_for(Process& process, Clock::time_point start, double limit_seconds,
                       const HeldSignals& signals) {
  for (;;) {
    if (const auto status = process.ended()) {
      LaunchOutcome out = outcome_of(*status);
      out.seconds = since(start);
      out.left_some = end_what_is_left(process);
      if (!out.good() && end_is_asked_for_now(signals)) out.ending = LaunchEnding::interrupted;
      return out;
    }
    const int number = signals.next(limit_seconds - since(start));
    if (number == SIGCHLD) continue;
    if (number == 0 && since(start) < limit_seconds) continue;
    process.end_group(grace_seconds);
    LaunchOutcome out;
    out.ending = number == 0 ? LaunchEnding::time_limit : LaunchEnding::interrupted;
    out.seconds = since(start);
    return out;
  }
}

std::string words_of(const LaunchOutcome& outcome) {
  switch (outcome.ending) {
    case LaunchEnding::exited:
      return fmt::format("exit status {}", outcome.status);
    case LaunchEnding::killed_by_signal:
      return fmt::format("signal {}", outcome.status);
    case LaunchEnding::unknown:
      return "exit status unknown";
    case LaunchEnding::time_limit:
      return "time limit";
    case LaunchEnding::interrupted:
      return "interrupted";
  }
  return "";
}

}  // namespace

std::string LaunchOutcome::text() const {
  return words_of(*this) + (left_some ? ", processes that it left behind were ended" : "");
}

Result<LaunchOutcome> launch(const std::vector<std::string>& words, const std::string& output,
                             double limit_seconds, const HeldSignals& signals) {
  Descriptor log(
      ::open(output.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (!log.open())
    return failure(fmt::format("cannot make {}: {}", sonde::quoted(output), std::strerror(errno)));
  note_start();
  const auto start = Clock::now();
  auto process = Process::start({.words = words,
                                 .output = log.number(),
                                 .errors = log.number(),
                                 .held = &signals.before(),
                                 .own_group = true});
  if (!process) return tl::unexpected(process.error());
  log.close();
  return wait_for(*process, start, limit_seconds, signals);
}

}  // namespace sonde::host
