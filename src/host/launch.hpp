// One launch of a benchmark: a program that runs to its end or to a limit, its output in a file.
#pragma once
#include <string>
#include <vector>

#include "base/result.hpp"
#include "host/held_signals.hpp"

namespace sonde::host {

enum class LaunchEnding { exited, killed_by_signal, unknown, time_limit, interrupted };

struct LaunchOutcome {
  LaunchEnding ending = LaunchEnding::exited;
  int status = 0;  ///< exit status, or the number of the signal
  double seconds = 0;
  bool left_some = false;  ///< processes of its group were there when it had ended, and were ended

  [[nodiscard]] bool good() const { return ending == LaunchEnding::exited && status == 0; }
  /// "exit status 1", "signal 9", "time limit", "interrupted"
  [[nodiscard]] std::string text() const;
};

/// Starts `words` (the first is looked up in PATH) in a process group of its own with an empty standard
/// input; standard output and error go to `output`, which must not exist. Waits without polling, so that
/// nothing disturbs what is measured. At the limit, and on a signal that asks for the end, the group is asked
/// to end and killed twelve seconds later; so is what it has left behind when it ends by itself. An error
/// when the program cannot be started.
[[nodiscard]] Result<LaunchOutcome> launch(const std::vector<std::string>& words, const std::string& output,
                                           double limit_seconds, const HeldSignals& signals);

}  // namespace sonde::host
