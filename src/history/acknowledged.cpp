#include "history/acknowledged.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/descriptor.hpp"
#include "base/file_lock.hpp"
#include "base/input.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "host/output.hpp"

namespace sonde::history {
namespace {

std::string path_of(const std::string& directory) {
  return fmt::format("{}/{}", directory, acknowledged_file);
}

constexpr double patience_seconds = 5;
constexpr InputLimits limits{.most_bytes = 16 * mebibyte, .patient = false};

/// A new file may be written by those who may write the directory, whatever the umask: a history can belong
/// to a group.
Result<Descriptor> open_for_lines(const std::string& directory, const std::string& path) {
  constexpr int flags = O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  struct stat folder {};
  Descriptor made(::open(path.c_str(), flags | O_CREAT | O_EXCL, 0600));
  if (made.open() && ::stat(directory.c_str(), &folder) == 0) {
    if (::fchmod(made.number(), folder.st_mode & 0666) != 0) return host::not_kept(path, errno);
    return made;
  }
  Descriptor file(::open(path.c_str(), flags));
  struct stat facts {};
  if (!file.open() || ::fstat(file.number(), &facts) != 0) return host::not_kept(path, errno);
  if (!S_ISREG(facts.st_mode))
    return failure(fmt::format("cannot write {}: it is no ordinary file", sonde::quoted(path)));
  return file;
}

bool ends_line(int file, off_t size) {
  char last = 0;
  return ::pread(file, &last, 1, size - 1) == 1 && last == '\n';
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
  const auto content = read_input(path, limits);
  if (!content) return tl::unexpected(content.error());
  auto parsed = parse_acknowledged(*content);
  if (!parsed) return failure(fmt::format("{} {}", path, parsed.error().message));
  return parsed;
}

Result<void> acknowledge(const std::string& directory, const Acknowledged& line) {
  const std::string path = path_of(directory);
  const auto opened = open_for_lines(directory, path);
  if (!opened) return tl::unexpected(opened.error());
  const int file = opened->number();
  if (lock_file(file, patience_seconds) == LockOutcome::of_another)
    return failure(fmt::format("another program writes to {}: try again", sonde::quoted(path)));
  struct stat facts {};
  if (::fstat(file, &facts) != 0) return host::not_kept(path, errno);
  const bool torn = facts.st_size > 0 && !ends_line(file, facts.st_size);
  const std::string text =
      fmt::format("{}{}\t{}\t{}\n", torn ? "\n" : "", line.night, line.what, printable(line.text));
  errno = 0;
  if (write_all(file, text) && ::fsync(file) == 0) return {};
  const int error = errno != 0 ? errno : EIO;
  static_cast<void>(::ftruncate(file, facts.st_size));  // where that fails too there is nothing left to do
  return host::not_kept(path, error);
}

}  // namespace sonde::history
