#include "host/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/text.hpp"
#include "host/memory_limit.hpp"

namespace sonde::host {

namespace {

constexpr int fourth_descriptor = 3;

/// As the system wants them: pointers, and none at the end.
std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  out.reserve(texts.size() + 1);
  for (auto& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

class Streams {
 public:
  explicit Streams(const ProgramStart& program) {
    posix_spawn_file_actions_init(&actions_);
    give(program.input, STDIN_FILENO, O_RDONLY);
    give(program.output, STDOUT_FILENO, O_WRONLY);
    give(program.errors, STDERR_FILENO, O_WRONLY);
    if (program.fourth >= 0) posix_spawn_file_actions_adddup2(&actions_, program.fourth, fourth_descriptor);
  }
  ~Streams() { posix_spawn_file_actions_destroy(&actions_); }
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  void give(int ours, int number, int direction) {
    if (ours >= 0)
      posix_spawn_file_actions_adddup2(&actions_, ours, number);
    else
      posix_spawn_file_actions_addopen(&actions_, number, "/dev/null", direction, 0);
  }

  posix_spawn_file_actions_t actions_{};
};

class Attributes {
 public:
  explicit Attributes(const ProgramStart& program) {
    sigset_t changed_here;  // by mend_what_the_parent_left and HeldSignals
    sigemptyset(&changed_here);
    for (const int number : {SIGCHLD, SIGPIPE, SIGXFSZ}) sigaddset(&changed_here, number);
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setsigdefault(&attributes_, &changed_here);
    posix_spawnattr_setpgroup(&attributes_, 0);
    int flags = POSIX_SPAWN_SETSIGDEF;
    if (program.own_group) flags |= POSIX_SPAWN_SETPGROUP;
    if (program.held != nullptr) {
      posix_spawnattr_setsigmask(&attributes_, program.held);
      flags |= POSIX_SPAWN_SETSIGMASK;
    }
    posix_spawnattr_setflags(&attributes_, static_cast<short>(flags));
  }
  ~Attributes() { posix_spawnattr_destroy(&attributes_); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;

  [[nodiscard]] const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

void nap() {
  const timespec ten_milliseconds{0, 10'000'000};
  nanosleep(&ten_milliseconds, nullptr);
}

}  // namespace

bool is_program(const std::string& path) {
  struct stat facts {};
  return stat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode) && access(path.c_str(), X_OK) == 0;
}

Result<std::string> path_of_program(const std::string& word) {
  if (contains(word, "/")) {
    if (is_program(word)) return word;
    return failure(
        fmt::format("cannot start {}: it is no program, or may not be executed", sonde::quoted(word)));
  }
  const char* path = std::getenv("PATH");
  for (const auto folder : split(path == nullptr ? "/bin:/usr/bin" : path, ':'))
    if (auto file = (folder.empty() ? "." : std::string(folder)) + "/" + word;
        !word.empty() && is_program(file))
      return file;
  return failure(fmt::format("cannot start {}: no folder of PATH has such a program", sonde::quoted(word)));
}

Result<Process> Process::start(const ProgramStart& program) {
  auto words = program.words;
  if (words.empty() || words[0].empty()) return failure("there is no program to start");
  std::vector<std::string> variables;
  if (program.environment != nullptr) variables = *program.environment;
  auto given = pointers(variables);
  pid_t number = 0;
  const MemoryLimitOfUser inherited;
  const int error =
      posix_spawnp(&number, words[0].c_str(), Streams(program).get(), Attributes(program).get(),
                   pointers(words).data(), program.environment != nullptr ? given.data() : environ);
  if (error != 0)
    return failure(fmt::format("cannot start {}: {}", sonde::quoted(words[0]), std::strerror(error)));
  return Process(number, program.own_group);
}

Process::Process(Process&& other) noexcept
    : number_(std::exchange(other.number_, -1)), own_group_(other.own_group_), status_(other.status_) {}

Process::~Process() {
  if (number_ < 0 || status_) return;
  kill(own_group_ ? -number_ : number_, SIGKILL);
  wait();
}

std::optional<int> Process::ended() {
  return ended(WNOHANG);
}

int Process::wait() {
  return ended(0).value_or(unknown_status);
}

std::optional<int> Process::ended(int options) {
  int status = 0;
  pid_t got = 0;
  if (status_) return status_;
  do got = waitpid(number_, &status, options);
  while (got < 0 && errno == EINTR);
  if (got == number_) status_ = status;
  if (got < 0) status_ = unknown_status;
  return status_;
}

bool Process::group_is_there() {
  ended();
  // Those whose parents have ended are children of this process.
  while (waitpid(-number_, nullptr, WNOHANG) > 0) {
  }
  return kill(-number_, 0) == 0 || errno == EPERM;
}

void Process::end_group(double grace_seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(grace_seconds);
  kill(-number_, SIGTERM);
  while (group_is_there() && Clock::now() < end) nap();
  kill(-number_, SIGKILL);
  wait();
}

std::string ending_text(int status) {
  if (status == unknown_status) return "it ended, and the system does not say how";
  if (WIFSIGNALED(status)) return fmt::format("it ended by signal {}", WTERMSIG(status));
  return fmt::format("it ended with status {}", WEXITSTATUS(status));
}

}  // namespace sonde::host
