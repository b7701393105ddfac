// Signals of a process that waits for programs it has started.
#pragma once
#include <csignal>

namespace sonde::host {

/// While it lives, every signal that would end this process (SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1,
/// SIGUSR2, SIGALRM, SIGXCPU and the like, where the parent does not ignore them) waits to be taken, as does
/// SIGCHLD; SIGPIPE and SIGIO are ignored, and processes that lose their parent become children of this one,
/// so that their ends are known.
class HeldSignals {
 public:
  HeldSignals();
  /// Drops what was not taken.
  ~HeldSignals();
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

  /// What was held back before, for programs that are started.
  [[nodiscard]] const sigset_t& before() const { return before_; }

  /// Waits for the next; 0 after so many seconds. SIGCHLD says that a child may have ended, every other one
  /// asks for the end.
  [[nodiscard]] int next(double seconds) const;
  /// Whether one that asks for the end has come; it stays to be taken.
  [[nodiscard]] bool end_is_asked_for() const;

 private:
  sigset_t held_{};
  sigset_t before_{};
  struct sigaction child_before_ {
  }, pipe_before_{}, io_before_{};
};

}  // namespace sonde::host
