#include "base/input.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/text.hpp"

namespace sonde {

namespace {

constexpr std::size_t head_bytes = std::size_t{64} << 10;
constexpr std::size_t buffer_bytes = 4 * head_bytes;
constexpr int patience_ms = 1000;
constexpr std::size_t longest_shown_path = 200;

tl::unexpected<Error> cannot_read(const std::string& path, std::string_view reason) {
  return failure(fmt::format("cannot read {}: {}", sonde::quoted(path, longest_shown_path), reason));
}

}  // namespace

InputFile::InputFile(Descriptor file, bool pipe, std::string path, const InputLimits& limits)
    : file_(std::move(file)),
      pipe_(pipe),
      path_(std::move(path)),
      limits_(limits),
      buffer_(buffer_bytes, '\0') {}

tl::unexpected<Error> InputFile::unreadable(std::string_view reason) const {
  return cannot_read(path_, reason);
}

Result<InputFile> InputFile::open(const std::string& path, const InputLimits& limits) {
  if (path.find('\0') != std::string::npos) return cannot_read(path, "its name has a NUL character in it");
  // O_NONBLOCK: opening a pipe waits for no writer.
  Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!file.open()) return cannot_read(path, std::strerror(errno));
  struct stat facts {};
  if (::fstat(file.number(), &facts) != 0) return cannot_read(path, std::strerror(errno));
  if (S_ISDIR(facts.st_mode)) return cannot_read(path, "it is a directory, expected a file");
  return InputFile(std::move(file), S_ISFIFO(facts.st_mode), path, limits);
}

bool InputFile::speaks_soon() const {
  pollfd data{file_.number(), POLLIN, 0};
  return ::poll(&data, 1, patience_ms) != 0;
}

Result<std::size_t> InputFile::read_some() {
  for (;;) {
    const ssize_t got = ::read(file_.number(), buffer_.data() + filled_, buffer_.size() - filled_);
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EAGAIN && errno != EINTR) return unreadable(std::strerror(errno));
    if (errno == EAGAIN && !speaks_soon() && !limits_.patient) return unreadable("nothing comes out of it");
  }
}

Result<void> InputFile::fill() {
  if (ended_) return {};
  // A pipe without a writer looks as if it were at its end: its writer has a second to come.
  const bool deserted = pipe_ && read_ == 0 && !speaks_soon();
  const auto got = read_some();
  if (!got) return tl::unexpected(got.error());
  if (*got == 0 && deserted) return unreadable("no process writes to this pipe");
  ended_ = *got == 0;
  filled_ += *got;
  read_ += static_cast<std::int64_t>(*got);
  if (read_ <= limits_.most_bytes) return {};
  return unreadable(fmt::format("it is longer than {}", human_bytes(limits_.most_bytes)));
}

Result<std::string_view> InputFile::next() {
  if (filled_ == 0)
    if (auto got = fill(); !got) return tl::unexpected(got.error());
  return std::string_view(buffer_.data(), std::exchange(filled_, 0));
}

Result<std::string_view> InputFile::peek() {
  while (filled_ < head_bytes && !ended_)
    if (auto got = fill(); !got) return tl::unexpected(got.error());
  return std::string_view(buffer_.data(), filled_);
}

Result<std::string> InputFile::rest() {
  std::string all;
  for (;;) {
    const auto piece = next();
    if (!piece) return tl::unexpected(piece.error());
    if (piece->empty()) return all;
    all += *piece;
  }
}

Result<std::string> read_input(const std::string& path, const InputLimits& limits) {
  auto file = InputFile::open(path, limits);
  if (!file) return tl::unexpected(file.error());
  return file->rest();
}

}  // namespace sonde
