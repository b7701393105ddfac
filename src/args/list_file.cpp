#include "args/list_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>

#include "args/parse.hpp"
#include "args/values.hpp"
#include "base/text.hpp"
#include "base/units.hpp"

namespace sonde {

namespace {

constexpr std::size_t most_bytes = std::size_t{16} << 20;
constexpr int patience_ms = 1000;

std::string_view without_comment(std::string_view line) {
  for (std::size_t at = line.find('#'); at != std::string_view::npos; at = line.find('#', at + 1))
    if (at == 0 || line[at - 1] == ' ' || line[at - 1] == '\t') return line.substr(0, at);
  return line;
}

tl::unexpected<Error> unreadable(const std::string& path, std::string_view reason) {
  return failure(fmt::format("cannot read {}: {}", quoted(path), reason));
}

/// An open file descriptor that closes itself.
struct Descriptor {
  int number;
  explicit Descriptor(const std::string& path)
      : number(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {}
  ~Descriptor() {
    if (number >= 0) ::close(number);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
};

Result<std::string> read_all(const Descriptor& file, const std::string& path) {
  std::string content;
  std::array<char, 65536> block{};
  while (content.size() <= most_bytes) {
    const auto got = ::read(file.number, block.data(), block.size());
    if (got > 0) {
      content.append(block.data(), static_cast<std::size_t>(got));
    } else if (got == 0) {
      return content;
    } else if (errno == EAGAIN) {
      pollfd wait{file.number, POLLIN, 0};
      if (::poll(&wait, 1, patience_ms) == 0) return unreadable(path, "nothing comes out of it");
    } else if (errno != EINTR) {
      return unreadable(path, std::strerror(errno));
    }
  }
  return unreadable(path, fmt::format("it is longer than {}", human_bytes(most_bytes)));
}

}  // namespace

std::vector<Line> content_lines(std::string_view content) {
  if (content.starts_with("\xef\xbb\xbf")) content.remove_prefix(3);
  std::vector<Line> lines;
  int number = 0;
  for (const auto line : split(content, '\n')) {
    ++number;
    if (const auto text = trim(without_comment(line)); !text.empty()) lines.push_back({number, text});
  }
  return lines;
}

Result<std::string> read_list_file(const std::string& path) {
  if (path.find('\0') != std::string::npos) return unreadable(path, "its name has a NUL character in it");
  const Descriptor file(path);
  if (file.number < 0) return unreadable(path, std::strerror(errno));
  struct stat facts {};
  if (::fstat(file.number, &facts) != 0) return unreadable(path, std::strerror(errno));
  if (S_ISDIR(facts.st_mode)) return unreadable(path, "it is a directory, expected a text file");
  auto content = read_all(file, path);
  if (!content) return content;
  if (content->empty()) return unreadable(path, "it is empty");
  if (content->find('\0') != std::string::npos)
    return unreadable(path, "it is not a text file (it has NUL bytes)");
  return content;
}

}  // namespace sonde
