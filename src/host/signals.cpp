#include "host/signals.hpp"

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>

namespace sonde::host {

namespace {

// Handlers can reach nothing but objects with static storage.
volatile sig_atomic_t is_first_rank = 0;
std::atomic<void (*)()> cut_action{nullptr};
std::atomic<const char*> end_asked_by{nullptr};  // the name of a signal
std::atomic_flag end_near;                       // SIGTERM has come: the grace runs
std::atomic_flag cut_begun;                      // the process ends

/// How long the case that runs may take after SIGTERM: a timer that sends SIGTERM again.
struct Grace {
  std::atomic<bool> given{false};
  timer_t timer{};
  itimerspec span{};
};
Grace grace;

std::array<std::atomic<int>, 256> peers{};  // handles of processes; 0: none
constexpr std::array cutting{SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGXCPU, SIGUSR2};

void say(int descriptor, const char* text) {
  const auto written = write(descriptor, text, std::strlen(text));
  static_cast<void>(written);  // the process ends here: no reader is left
}

void clean_up() {
  if (auto* action = cut_action.load(); action != nullptr) action();
}

void wait_milliseconds(long milliseconds) {
  const timespec moment{milliseconds / 1000, milliseconds % 1000 * 1'000'000};
  nanosleep(&moment, nullptr);
}

/// Launchers kill all ranks once one of them has ended: the first rank, which speaks, gets the time to end
/// before the others.
void let_the_first_rank_end() {
  wait_milliseconds(1500);
}

/// Waits until `descriptor` takes a line or a second has passed: a reader that has stopped must not keep the
/// run alive.
bool takes_a_line(int descriptor) {
  pollfd asked{descriptor, POLLOUT, 0};
  constexpr int a_second = 1000;
  return poll(&asked, 1, a_second) != 0;
}

const char* last_line(int signal) {
  switch (signal) {
    case SIGINT:
      return "\n# Interrupted (SIGINT): the rows above are complete, the rest was not measured\n";
    case SIGQUIT:
      return "\n# Quit (SIGQUIT): the rows above are complete, the rest was not measured\n";
    case SIGHUP:
      return "\n# Hung up (SIGHUP): the rows above are complete, the rest was not measured\n";
    case SIGXCPU:
      return "\n# Out of processor time (SIGXCPU): the rows above are complete, the rest was not measured\n";
    case SIGUSR2:
      return "\n# Ended (SIGUSR2): the rows above are complete, the rest was not measured\n";
    default:
      return "\n# Terminated (SIGTERM): the rows above are complete, the rest was not measured\n";
  }
}

/// Launchers SIGKILL the other ranks; signal them first so that they can remove their files.
void tell_peers(int signal) {
  for (const auto& peer : peers)
    if (const int handle = peer; handle > 0) syscall(SYS_pidfd_send_signal, handle, signal, nullptr, 0);
}

/// People ask for a core file with this signal, and get one where the system's limits allow it.
void dump_core() {
  std::signal(SIGQUIT, SIG_DFL);
  sigset_t quit;
  sigemptyset(&quit);
  sigaddset(&quit, SIGQUIT);
  pthread_sigmask(SIG_UNBLOCK, &quit, nullptr);
  raise(SIGQUIT);
}

extern "C" void on_cut(int signal) {
  // Launchers and peers both send a signal, and libraries have threads that can take the second one.
  if (cut_begun.test_and_set()) {
    wait_milliseconds(60'000);
    return;
  }
  tell_peers(signal);
  if (is_first_rank != 0 && takes_a_line(STDOUT_FILENO)) say(STDOUT_FILENO, last_line(signal));
  clean_up();
  if (is_first_rank != 0)
    let_the_launcher_read();
  else
    let_the_first_rank_end();
  if (signal == SIGQUIT) dump_core();
  _exit(128 + signal);
}

extern "C" void on_request(int) {
  end_asked_by = "SIGUSR1";
}

/// SIGTERM comes again from the timer when the grace is over, and in between from the launcher and from
/// peers.
extern "C" void on_terminate(int signal, siginfo_t* info, void*) {
  if (!grace.given || info->si_code == SI_TIMER) return on_cut(signal);
  if (end_near.test_and_set()) return;
  end_asked_by = "SIGTERM";
  tell_peers(signal);
  timer_settime(grace.timer, 0, &grace.span, nullptr);
}

/// Where the system has no timer left SIGTERM ends the run at once.
void give_grace(double seconds) {
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGTERM;
  if (timer_create(CLOCK_MONOTONIC, &event, &grace.timer) != 0) return;
  grace.span.it_value.tv_sec = static_cast<time_t>(seconds);
  grace.span.it_value.tv_nsec = static_cast<long>(1e9 * (seconds - std::floor(seconds)));
  grace.given = true;
}

/// What a signal interrupts goes on afterwards, where the handler returns.
struct sigaction action_that_restarts() {
  struct sigaction action {};
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (const int cut : cutting) sigaddset(&action.sa_mask, cut);  // one thread ends the process once
  return action;
}

void install(int signal, void (*handler)(int)) {
  struct sigaction action = action_that_restarts();
  action.sa_handler = handler;
  sigaction(signal, &action, nullptr);
}

void install(int signal, void (*handler)(int, siginfo_t*, void*)) {
  struct sigaction action = action_that_restarts();
  action.sa_flags |= SA_SIGINFO;
  action.sa_sigaction = handler;
  sigaction(signal, &action, nullptr);
}

/// What the parent ignores stays ignored: that is how nohup works.
bool ignored(int signal) {
  struct sigaction action {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

constexpr std::array crashes{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
std::array<char, 240> crash_text{};

const char* crash_name(int signal) {
  constexpr std::array names{"SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL", "SIGABRT"};
  const auto* const found = std::ranges::find(crashes, signal);
  return found == crashes.end() ? "a signal" : names[static_cast<std::size_t>(found - crashes.begin())];
}

extern "C" void on_crash(int signal) {
  end_with(crash_text.data(), crash_name(signal));
}

}  // namespace

void let_the_launcher_read() {
  wait_milliseconds(300);
}

CrashNotice::CrashNotice(std::string_view what) {
  what = what.substr(0, crash_text.size() - 1);
  *std::ranges::copy(what, crash_text.begin()).out = '\0';
  for (std::size_t i = 0; i < crashes.size(); ++i) {
    struct sigaction action {};
    action.sa_handler = on_crash;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigaction(crashes[i], &action, &before_[i]);
  }
}

CrashNotice::~CrashNotice() {
  for (std::size_t i = 0; i < crashes.size(); ++i) sigaction(crashes[i], &before_[i], nullptr);
}

void mend_signals() {
  install(SIGCHLD, SIG_DFL);
  install(SIGXFSZ, SIG_IGN);
}

void ignore_closed_pipes() {
  install(SIGPIPE, SIG_IGN);
}

const char* asked_to_end_by() {
  return end_asked_by;
}

void handle_signals(bool first_rank, double grace_seconds) {
  is_first_rank = first_rank ? 1 : 0;
  if (grace_seconds > 0) give_grace(grace_seconds);
  if (!ignored(SIGUSR1)) install(SIGUSR1, on_request);
  for (const int signal : {SIGINT, SIGQUIT, SIGHUP, SIGXCPU, SIGUSR2})
    if (!ignored(signal)) install(signal, on_cut);
  if (!ignored(SIGTERM)) install(SIGTERM, on_terminate);
}

void stop_handling_signals() {
  for (const int signal : cutting)
    if (!ignored(signal)) install(signal, SIG_DFL);
  if (grace.given.exchange(false)) timer_delete(grace.timer);
}

void tell_at_cut(std::span<const pid_t> processes) {
  std::size_t next = 0;
  for (const pid_t process : processes) {
    if (next == peers.size()) return;
    const auto handle = syscall(SYS_pidfd_open, process, 0);
    if (handle >= 0) peers[next++] = static_cast<int>(handle);
  }
}

void at_cut(void (*action)()) {
  cut_action = action;
}

void end_with(const char* what, const char* reason) {
  std::array<char, 512> line{};  // written at once: several ranks may end together
  auto* at = line.begin();
  for (const std::string_view text : {std::string_view(program_invocation_short_name), std::string_view(": "),
                                      std::string_view(what), std::string_view(reason)})
    at = std::ranges::copy(text.substr(0, static_cast<std::size_t>(line.end() - at) - 2), at).out;
  *at = '\n';
  say(STDERR_FILENO, line.data());
  clean_up();
  let_the_launcher_read();
  _exit(1);
}

}  // namespace sonde::host
