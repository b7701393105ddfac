#include "history/acknowledged.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#include "base/descriptor.hpp"
#include "base/input.hpp"
#include "base/text.hpp"

namespace sonde::history {
namespace {

std::string path_of(const std::string& directory) {
  return fmt::format("{}/{}", directory, acknowledged_file);
}

}  // namespace

Result<std::vector<Acknowledged>> parse_acknowledged(std::string_view content) {
  std::vector<Acknowledged> out;
  int number = 0;
  for (const std::string_view line : split(content, '\n')) {
    ++number;
    if (trim(line).empty() || line.starts_with('#')) continue;
    const auto fields = split(line, '\t');
    if (fields.size() != 3 || fields[0].empty() || fields[1].empty())
      return failure(fmt::format("line {}: expected NIGHT, CASE and a text, with tabs between", number));
    out.push_back({std::string(fields[0]), std::string(fields[1]), std::string(fields[2])});
  }
  return out;
}

Result<std::vector<Acknowledged>> read_acknowledged(const std::string& directory) {
  const std::string path = path_of(directory);
  struct stat there {};
  if (::lstat(path.c_str(), &there) != 0 && errno == ENOENT) return std::vector<Acknowledged>();
  const auto content = read_input(path);
  if (!content) return tl::unexpected(content.error());
  auto parsed = parse_acknowledged(*content);
  if (!parsed) return failure(fmt::format("{} {}", path, parsed.error().message));
  return parsed;
}

Result<void> acknowledge(const std::string& directory, const Acknowledged& line) {
  const std::string path = path_of(directory);
  const Descriptor file(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666));
  if (!file.open()) return failure(fmt::format("cannot write '{}': {}", path, std::strerror(errno)));
  const std::string text = fmt::format("{}\t{}\t{}\n", line.night, line.what, printable(line.text));
  if (const auto written = write_all(file.number(), text); !written)
    return failure(fmt::format("cannot write '{}': {}", path, written.error().message));
  return {};
}

}  // namespace sonde::history
