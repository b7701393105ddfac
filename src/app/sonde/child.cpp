#include "app/sonde/child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "base/descriptor.hpp"

namespace sonde::app {
namespace {

constexpr int not_found = 127;

struct Pipe {
  Descriptor read, write;
  bool open() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    read = Descriptor(ends[0]);
    write = Descriptor(ends[1]);
    return true;
  }
};

[[noreturn]] void become(const std::vector<std::string>& command, const Pipe& in, const Pipe& out,
                         int limit_seconds) {
  std::vector<char*> words;
  words.reserve(command.size() + 1);
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  ::dup2(in.read.number(), STDIN_FILENO);
  ::dup2(out.write.number(), STDOUT_FILENO);
  ::signal(SIGPIPE, SIG_DFL);
  ::alarm(static_cast<unsigned>(limit_seconds));  // survives exec and ends the program
  ::execvp(words[0], words.data());
  ::_exit(not_found);
}

// Feeds and drains the child at the same time: with both pipes full the two sides would deadlock.
std::string exchange(Pipe& in, Pipe& out, std::string_view input) {
  std::string output;
  std::array<char, 65536> buffer{};
  ::fcntl(in.write.number(), F_SETFL, O_NONBLOCK);
  while (out.read.open()) {
    if (input.empty()) in.write.close();
    std::array<pollfd, 2> ends{pollfd{out.read.number(), POLLIN, 0}, pollfd{in.write.number(), POLLOUT, 0}};
    if (::poll(ends.data(), ends.size(), -1) < 0 && errno != EINTR) break;
    if (ends[1].revents != 0) {
      const ssize_t sent = ::write(in.write.number(), input.data(), input.size());
      if (sent > 0) input.remove_prefix(static_cast<std::size_t>(sent));
      if (sent < 0 && errno != EAGAIN && errno != EINTR) input = {};
    }
    if (ends[0].revents != 0) {
      const ssize_t got = ::read(out.read.number(), buffer.data(), buffer.size());
      if (got > 0) output.append(buffer.data(), static_cast<std::size_t>(got));
      if (got == 0 || (got < 0 && errno != EINTR)) out.read.close();
    }
  }
  return output;
}

Result<void> verdict(const std::string& program, int status) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  if (WIFEXITED(status) && WEXITSTATUS(status) == not_found)
    return failure(
        fmt::format("cannot start {}; please install it (Debian: apt-get install gnuplot-nox)", program));
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) return failure(program + " did not end in time");
  return failure(fmt::format("{} failed (see above)", program));
}

}  // namespace

Result<std::string> run_child(const std::vector<std::string>& command, std::string_view input,
                              int limit_seconds) {
  Pipe in, out;
  if (!in.open() || !out.open()) return failure(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  const pid_t child = ::fork();
  if (child < 0) return failure(fmt::format("cannot start {}: {}", command.front(), std::strerror(errno)));
  if (child == 0) become(command, in, out, limit_seconds);
  in.read.close();
  out.write.close();
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  std::string output = exchange(in, out, input);
  std::signal(SIGPIPE, before);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (const auto ended = verdict(command.front(), status); !ended) return tl::unexpected(ended.error());
  return output;
}

}  // namespace sonde::app
