// Signals: SIGINT, SIGQUIT, SIGHUP, SIGXCPU and SIGUSR2 (Grid Engine sends it before SIGKILL) end the run at
// once with what was measured kept, SIGUSR1 and SIGTERM after the case that runs, SIGTERM only if that case
// ends within a grace.
#pragma once
#include <sys/types.h>

#include <array>
#include <csignal>
#include <span>
#include <string_view>

namespace sonde::host {

/// The first call in main, beside open_missing_streams: parents that ignore SIGCHLD let no process wait for a
/// child, and a file that reaches its limit (ulimit -f) is found by the write that fails, not by a signal
/// that ends the process.
void mend_signals();

/// A closed pipe is found by the write that fails, not by a signal that ends the process.
void ignore_closed_pipes();

/// Installs the handlers, but for signals that the parent ignores (nohup). On SIGINT, SIGQUIT, SIGHUP,
/// SIGXCPU and SIGUSR2 the first rank adds a line that says the output was cut, and the process ends with
/// status 128 + signal, on SIGQUIT as the system ends it, with a core file; rows are written whole before a
/// case starts, so nothing measured is lost. SIGTERM does that `grace_seconds` after it has come, unless the
/// run has ended by then: see asked_to_end_by.
void handle_signals(bool first_rank, double grace_seconds = 0);

/// The signal that asked the run to end after the case that runs, or null: SIGUSR1 (batch systems send it
/// before the time is up) or SIGTERM.
[[nodiscard]] const char* asked_to_end_by();

/// Back to how the system treats these signals: after the last line of output there is nothing to cut,
/// and launchers send SIGTERM to the other ranks when one of them ends with a status other than 0.
void stop_handling_signals();

/// Processes of this host that are to get the signal that ends this one, so that they remove their files,
/// too. At most 256.
void tell_at_cut(std::span<const pid_t> processes);

/// A function the handlers call before the process ends; it must be async-signal-safe.
void at_cut(void (*action)());

/// While it lives a crash (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT) ends the process with status 1 and a
/// line that says `what` and the signal; then they are treated as before. One at a time in a process.
class CrashNotice {
 public:
  explicit CrashNotice(std::string_view what);
  CrashNotice(const CrashNotice&) = delete;
  CrashNotice& operator=(const CrashNotice&) = delete;
  ~CrashNotice();

 private:
  std::array<struct sigaction, 5> before_{};
};

/// For a handler: ends the process with status 1 and a line on standard error that begins with the program's
/// name and says `what`, then `reason`; the action of at_cut comes between. Async-signal-safe.
[[noreturn]] void end_with(const char* what, const char* reason);

/// Between a line on standard error and an end without MPI_Finalize: a launcher that hears of the end of a
/// rank before it has read what the rank said may drop it. Takes 0.3 s; async-signal-safe.
void let_the_launcher_read();

}  // namespace sonde::host
