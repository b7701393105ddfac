// The one place that starts another program and ends it. No shell is involved.
#pragma once
#include <sys/types.h>

#include <csignal>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace sonde::host {

/// What is to be started. A descriptor of -1 is /dev/null in the program, and nothing where it is the fourth
/// one.
struct ProgramStart {
  std::vector<std::string> words;  ///< the first is looked up in PATH where it has no slash
  const std::vector<std::string>* environment = nullptr;  ///< NAME=VALUE each; null: that of this process
  int input = -1, output = -1, errors = -1;
  int fourth = -1;                 ///< what the program has as descriptor 3; greater than 3
  const sigset_t* held = nullptr;  ///< the signals it begins with held back; null: those of this process
  bool own_group = false;          ///< a process group of its own
};

/// Whether a path names a regular file that may be executed.
[[nodiscard]] bool is_program(const std::string& path);

/// The path that a program is started from: the word itself where it has a slash, else what PATH finds. An
/// error where no file of that name can be executed.
[[nodiscard]] Result<std::string> path_of_program(const std::string& word);

/// A running program. It is killed with this object, its group too where it has one of its own.
class Process {
 public:
  [[nodiscard]] static Result<Process> start(const ProgramStart& program);
  Process(Process&& other) noexcept;
  Process& operator=(Process&& other) = delete;
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process();

  /// How it ended, as waitpid says it; nothing while it runs. `unknown_status` where the system does not know
  /// any more, as when SIGCHLD is ignored.
  std::optional<int> ended();
  /// The same, after its end.
  int wait();

  /// Whether a process of its own group is left.
  [[nodiscard]] bool group_is_there();
  /// Asks all of its own group to end and kills what is left after so many seconds. Waits for their end.
  void end_group(double grace_seconds);

 private:
  [[nodiscard]] std::optional<int> ended(int options);
  Process(pid_t number, bool own_group) : number_(number), own_group_(own_group) {}

  pid_t number_ = -1;
  bool own_group_ = false;
  std::optional<int> status_;
};

inline constexpr int unknown_status = -1;

/// "it ended with status 3", "it ended by signal 9".
[[nodiscard]] std::string ending_text(int status);

}  // namespace sonde::host
