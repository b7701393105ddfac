// Runs one program without a shell, with a time limit, its output in a file.
#pragma once
#include <string>

#include "base/result.hpp"
#include "campaign/words.hpp"

namespace sonde::campaign {

enum class Ending { exited, killed_by_signal, time_limit, interrupted };

struct Outcome {
  Ending ending = Ending::exited;
  int status = 0;  ///< exit status, or the number of the signal
  double seconds = 0;

  [[nodiscard]] bool good() const { return ending == Ending::exited && status == 0; }
  [[nodiscard]] std::string text() const;  ///< "exit status 1", "signal 9", "time limit", "interrupted"
};

/// Starts `words` (the first is looked up in PATH) in a process group of its own with an empty standard
/// input; standard output and error go to `output`, which must not exist. Waits without polling, so that
/// nothing disturbs what is measured. At the limit, and on a SIGINT, SIGTERM or SIGHUP that this process does not ignore, the
/// group is asked to end and killed twelve seconds later. An error when the program cannot be started.
[[nodiscard]] Result<Outcome> run_program(const Words& words, const std::string& output,
                                          double limit_seconds);

}  // namespace sonde::campaign
