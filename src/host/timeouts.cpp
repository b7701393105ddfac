#include "host/timeouts.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>
#include <cstdio>

#include "host/signals.hpp"

namespace sonde::host {

namespace {

// The handler can reach nothing but objects with static storage. It is written while no timer runs.
TimerRuns current;
double call_seconds = 0;  ///< patience of call guards; 0: there are none
double first_rank_share = 1;

constexpr int runs_of_calls = 10;

void ring_after(double seconds) {
  constexpr double a_year = 3e7;
  alarm(static_cast<unsigned>(std::clamp(std::ceil(seconds), 1.0, a_year)));
}

extern "C" void on_timer(int) {
  if (current.what == nullptr) return;
  if (current.left == 0) end_with(current.what, current.reason);
  --current.left;
  ring_after(current.each_seconds);
}

/// What the timer interrupts goes on afterwards, where the handler returns.
void install_handler() {
  struct sigaction action {};
  action.sa_flags = SA_RESTART;
  action.sa_handler = on_timer;
  sigfillset(&action.sa_mask);
  sigaction(SIGALRM, &action, nullptr);
}

void go_on_with(const TimerRuns& runs) {
  alarm(0);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  current = runs;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  if (runs.what != nullptr) ring_after(runs.each_seconds);
}

}  // namespace

void Timeout::begin(const TimerRuns& runs) {
  install_handler();
  armed_ = true;
  alarm(0);
  around_ = current;
  go_on_with(runs);
}

Timeout::~Timeout() {
  if (armed_) go_on_with(around_);
}

StuckGuard::StuckGuard(const char* reason, double phase_seconds) {
  if (reason == nullptr) return;
  const double seconds = phase_seconds + patience_seconds;
  std::snprintf(text_.data(), text_.size(),
                "a case failed on one rank and the other ranks did not come back within %.0f s: ", seconds);
  begin({text_.data(), reason, seconds, 0});
}

LoopWatch::LoopWatch(Endless holds, double seconds) {
  if (holds == Endless::nothing) return;
  const bool files = holds == Endless::files;
  begin({files ? "file transfers did not end (a full or dead file system, or a defect of the MPI library)"
               : "a benchmark of a plug-in did not end (a deadlock or an endless loop in its functions)",
         files ? "; the run ends here, what was measured is kept. Slow transfers: raise -time"
               : "; the run ends here, what was measured is kept. Slow repetitions: raise -time",
         seconds, 0});
}

void guard_calls(double seconds, bool first_rank) {
  call_seconds = seconds;
  first_rank_share = first_rank ? 2.0 / 3 : 1;
}

CallGuard::CallGuard(const char* doing, double phase_seconds, bool guard) {
  if (!guard || call_seconds <= 0) return;
  const double seconds = call_seconds * first_rank_share + phase_seconds;
  std::snprintf(
      text_.data(), text_.size(),
      "%s: an MPI call did not return within %.0f s (a rank has failed, or a defect of the MPI library); "
      "the run ends here, what was measured is kept",
      doing, seconds);
  begin({text_.data(), "", seconds / runs_of_calls, runs_of_calls - 1});
}

}  // namespace sonde::host
