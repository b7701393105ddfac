#include "host/child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

namespace sonde::host {

namespace {

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
  explicit Streams(int writing) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_adddup2(&actions_, writing, answer_descriptor);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    for (const int number : {STDOUT_FILENO, STDERR_FILENO})
      posix_spawn_file_actions_addopen(&actions_, number, "/dev/null", O_WRONLY, 0);
  }
  ~Streams() { posix_spawn_file_actions_destroy(&actions_); }
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

/// The descriptor, moved out of the way of those that the child has by number.
Descriptor moved_up(int number) {
  Descriptor moved(fcntl(number, F_DUPFD_CLOEXEC, answer_descriptor + 1));
  close(number);
  return moved;
}

/// False: the time is over.
bool readable(int descriptor, int milliseconds) {
  pollfd waiting{descriptor, POLLIN, 0};
  int got = 0;
  do got = poll(&waiting, 1, milliseconds);
  while (got < 0 && errno == EINTR);
  return got > 0;
}

}  // namespace

Result<Child> Child::start(const std::vector<std::string>& words,
                           const std::vector<std::string>& environment) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return failure(fmt::format("no pipe: {}", std::strerror(errno)));
  Descriptor reading = moved_up(ends[0]);
  const Descriptor writing = moved_up(ends[1]);
  if (!reading.open() || !writing.open())
    return failure(fmt::format("no descriptor: {}", std::strerror(errno)));
  auto arguments = words, variables = environment;
  pid_t process = 0;
  const int error = posix_spawn(&process, words.front().c_str(), Streams(writing.number()).get(), nullptr,
                                pointers(arguments).data(), pointers(variables).data());
  if (error != 0) return failure(fmt::format("cannot start '{}': {}", words.front(), std::strerror(error)));
  return Child(process, std::move(reading));
}

Child::Child(Child&& other) noexcept
    : process_(std::exchange(other.process_, -1)), reading_(std::move(other.reading_)) {}

Child::~Child() {
  if (process_ < 0) return;
  kill(process_, SIGKILL);
  wait();
}

int Child::wait() {
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  return status;
}

Result<std::string> Child::answer(double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  std::string text;
  std::array<char, 1 << 16> part{};
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    if (left <= 0 || !readable(reading_.number(), static_cast<int>(left)))
      return failure(fmt::format("it takes more than {} s", seconds));
    const ssize_t got = read(reading_.number(), part.data(), part.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    text.append(part.data(), static_cast<std::size_t>(got));
  }
  const int status = wait();
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return text;
  return failure(WIFSIGNALED(status) ? fmt::format("it ended by signal {}", WTERMSIG(status))
                                     : fmt::format("it ended with status {}", WEXITSTATUS(status)));
}

}  // namespace sonde::host
