#include "host/held_signals.hpp"

#include <sys/prctl.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>

namespace sonde::host {

namespace {

/// Each ends a process that has no handler for it and is no fault of that process. SIGALRM, SIGVTALRM and
/// SIGPROF come from timers that survive the start of a program.
constexpr std::array ending{SIGINT,  SIGTERM, SIGHUP,    SIGQUIT, SIGUSR1, SIGUSR2,
                            SIGALRM, SIGXCPU, SIGVTALRM, SIGPROF, SIGPWR,  SIGSTKFLT};

bool has_default_action(int number) {
  struct sigaction action {};
  return sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_DFL;
}

void set_action(int number, void (*handler)(int), struct sigaction& before) {
  struct sigaction action {};
  action.sa_handler = handler;
  sigaction(number, &action, &before);
}

}  // namespace

HeldSignals::HeldSignals() {
  sigemptyset(&held_);
  sigaddset(&held_, SIGCHLD);
  for (const int number : ending)
    if (has_default_action(number)) sigaddset(&held_, number);
  set_action(SIGCHLD, SIG_DFL, child_before_);  // where it is ignored it never comes
  set_action(SIGPIPE, SIG_IGN, pipe_before_);
  set_action(SIGIO, SIG_IGN, io_before_);
  pthread_sigmask(SIG_BLOCK, &held_, &before_);
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

HeldSignals::~HeldSignals() {
  const timespec now{0, 0};
  while (sigtimedwait(&held_, nullptr, &now) > 0) {
  }
  prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0);
  sigaction(SIGCHLD, &child_before_, nullptr);
  sigaction(SIGPIPE, &pipe_before_, nullptr);
  sigaction(SIGIO, &io_before_, nullptr);
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

int HeldSignals::next(double seconds) const {
  const double bounded = std::clamp(seconds, 0.0, 1e9), whole = std::floor(bounded);
  const timespec limit{static_cast<time_t>(whole), static_cast<long>(1e9 * (bounded - whole))};
  return std::max(sigtimedwait(&held_, nullptr, &limit), 0);
}

bool HeldSignals::end_is_asked_for() const {
  sigset_t waiting;
  sigpending(&waiting);
  return std::ranges::any_of(ending, [&](int number) {
    return sigismember(&held_, number) == 1 && sigismember(&waiting, number) == 1;
  });
}

}  // namespace sonde::host
