#include "host/child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>

namespace sonde::host {

namespace {

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

/// A file in memory: unlike a pipe it needs no writer while the answer is read.
Result<Descriptor> file_of(std::string_view input) {
  Descriptor file(memfd_create("input", MFD_CLOEXEC));
  if (!file.open()) return failure(fmt::format("no file in memory: {}", std::strerror(errno)));
  if (const auto written = write_all(file.number(), input); !written) return tl::unexpected(written.error());
  lseek(file.number(), 0, SEEK_SET);
  return file;
}

}  // namespace

// NOLINTNEXTLINE(performance-unnecessary-value-param): it is changed, through `answer`
Result<Child> Child::start(ProgramStart program, int ProgramStart::*answer) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return failure(fmt::format("no pipe: {}", std::strerror(errno)));
  Descriptor reading = moved_up(ends[0]);
  const Descriptor writing = moved_up(ends[1]);
  if (!reading.open() || !writing.open())
    return failure(fmt::format("no descriptor: {}", std::strerror(errno)));
  program.*answer = writing.number();
  auto process = Process::start(program);
  if (!process) return tl::unexpected(process.error());
  return Child(std::move(*process), std::move(reading));
}

Result<Child> Child::start(const std::vector<std::string>& words,
                           const std::vector<std::string>& environment) {
  return start({.words = words, .environment = &environment}, &ProgramStart::fourth);
}

Result<Child> Child::start_again(const std::vector<std::string>& arguments,
                                 const std::vector<std::string>& environment) {
  std::array<char, 4096> path{};
  if (readlink("/proc/self/exe", path.data(), path.size() - 1) <= 0)
    return failure("the path of this program is not known");
  std::vector<std::string> words{path.data()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return start(words, environment);
}

Result<Child> Child::start_filter(const std::vector<std::string>& words, std::string_view input) {
  const auto file = file_of(input);
  if (!file) return tl::unexpected(file.error());
  return start({.words = words, .input = file->number(), .errors = STDERR_FILENO}, &ProgramStart::output);
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
  const int status = process_.wait();
  if (status == 0) return text;
  return failure(ending_text(status));
}

}  // namespace sonde::host
