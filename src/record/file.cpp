#include "record/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "base/contract.hpp"
#include "base/file_lock.hpp"
#include "base/text.hpp"
#include "record/csv.hpp"
#include "record/json.hpp"

namespace sonde::record {

namespace {

constexpr auto sync_interval = std::chrono::seconds(1);
constexpr std::size_t longest_head = std::size_t{8} << 20;  // a header of some 10^4 ranks

std::string system_text() {
  return std::strerror(errno);
}

// Whether the open file is still the one of that name.
bool still_there(int fd, const std::string& path) {
  struct stat mine {
  }, found{};
  return ::fstat(fd, &mine) == 0 && ::lstat(path.c_str(), &found) == 0 && mine.st_dev == found.st_dev &&
         mine.st_ino == found.st_ino;
}

// The first line, without its newline; empty where it is too long for a header or not complete.
std::string first_line(int fd) {
  std::string line;
  char piece[4096];
  while (line.size() < longest_head) {
    const ssize_t got = ::pread(fd, piece, sizeof piece, static_cast<off_t>(line.size()));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return {};
    line.append(piece, static_cast<std::size_t>(got));
    if (const auto end = line.find('\n'); end != std::string::npos) return line.substr(0, end);
  }
  return {};
}

/// What a first line begins; nothing where Sonde did not write it.
std::optional<FileKind> kind_of(const std::string& line) {
  if (is_csv_head(line)) return FileKind::csv;
  const auto parsed = parse_line(line);
  return parsed && std::holds_alternative<Header>(*parsed) ? std::optional(FileKind::json) : std::nullopt;
}

// The bytes up to and including the last newline.
Result<std::int64_t> complete_size(int fd, std::int64_t size) {
  std::string piece(std::size_t{1} << 16, '\0');
  while (size > 0) {
    const std::int64_t from = std::max<std::int64_t>(0, size - static_cast<std::int64_t>(piece.size()));
    const ssize_t got = ::pread(fd, piece.data(), static_cast<std::size_t>(size - from), from);
    if (got < 0 && errno == EINTR) continue;
    if (got < size - from)
      return failure(fmt::format("cannot read it: {}", got < 0 ? system_text() : "it shrinks"));
    const auto newline = piece.rfind('\n', static_cast<std::size_t>(got) - 1);
    if (newline != std::string::npos) return from + static_cast<std::int64_t>(newline) + 1;
    size = from;
  }
  return std::int64_t{0};
}

// A run that died while it wrote its first line leaves the beginning of one and no newline.
bool torn_within_first_line(int fd, std::int64_t size) {
  constexpr std::string_view header = R"({"schema":1,"kind":"header",)";
  const std::string csv = csv_head();  // with which others begin
  const auto complete = complete_size(fd, size);
  if (!complete || *complete > 0) return false;
  std::string start(std::max(header.size(), csv.size()), '\0');
  const ssize_t got = ::pread(fd, start.data(), start.size(), 0);
  if (got <= 0) return false;
  start.resize(static_cast<std::size_t>(got));
  return csv.starts_with(start) ||
         header.substr(0, start.size()) == std::string_view(start).substr(0, header.size());
}

/// An error where the file holds something else than is to be added.
Result<void> holds(int fd, const std::string& path, std::int64_t size, FileKind wanted) {
  const auto found = kind_of(first_line(fd));
  if (!found && !torn_within_first_line(fd, size))
    return failure(
        fmt::format("'{}' was not made by Sonde, its first line is no header: choose another name", path));
  if (!found || *found == wanted) return {};
  const bool csv = *found == FileKind::csv;
  return failure(fmt::format("'{}' is {}: name it with {}, or choose another name", path,
                             csv ? "a CSV file, not a JSON record" : "a JSON record, not a CSV file",
                             csv ? "-csv" : "-json"));
}

/// False where the file system knows no locks.
Result<bool> lock(int fd, const std::string& path) {
  const LockOutcome lock = lock_file(fd);
  if (lock != LockOutcome::of_another) return lock == LockOutcome::ours;
  return failure(fmt::format("another run writes to '{}': choose another file", path));
}

/// A file that was there, which others do not write to.
struct OldFile {
  Descriptor file;  ///< not open where there was none
  bool locked = true;
  std::int64_t size = 0;      ///< bytes
  std::int64_t complete = 0;  ///< of them, in complete lines
};

tl::unexpected<Error> not_regular(const std::string& path) {
  return failure(fmt::format("'{}' is not a regular file: choose another name", path));
}

Result<void> look_at(OldFile& old, const std::string& path, FileKind kind) {
  struct stat about {};
  const int fd = old.file.number();
  if (::fstat(fd, &about) != 0) return failure(fmt::format("cannot look at '{}': {}", path, system_text()));
  if (!S_ISREG(about.st_mode)) return not_regular(path);
  old.size = about.st_size;
  if (old.size == 0) return {};
  if (auto mine = holds(fd, path, old.size, kind); !mine) return mine;
  const auto complete = complete_size(fd, old.size);
  if (!complete) return failure(fmt::format("cannot append to '{}': {}", path, complete.error().message));
  old.complete = *complete;
  return {};
}

Result<OldFile> open_old(const std::string& path, FileKind kind) {
  // O_NONBLOCK: a pipe of that name must not hang the run.
  OldFile old{Descriptor(::open(path.c_str(), O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC))};
  if (!old.file.open() && errno == ENOENT) return old;
  if (!old.file.open() && errno == ELOOP)
    return failure(fmt::format("'{}' is a symbolic link: records go only to a file itself", path));
  if (!old.file.open()) return failure(fmt::format("cannot append to '{}': {}", path, system_text()));
  const auto locked = lock(old.file.number(), path);
  if (!locked) return tl::unexpected(locked.error());
  old.locked = *locked;
  if (const auto usable = look_at(old, path, kind); !usable) return tl::unexpected(usable.error());
  return old;
}

/// Neither a file nor a link: a device, a pipe, a folder.
bool takes_no_records(const std::string& path) {
  struct stat found {};
  return ::lstat(path.c_str(), &found) == 0 && !S_ISREG(found.st_mode) && !S_ISLNK(found.st_mode);
}

tl::unexpected<Error> not_created(const std::string& path) {
  if (errno == EEXIST && takes_no_records(path)) return not_regular(path);
  if (errno == EEXIST)
    return failure(fmt::format(
        "'{}' exists: choose another name, add a run to it with -append or go on with -resume", path));
  return failure(fmt::format("cannot create '{}': {}", path, system_text()));
}

/// 0, or what the system would say to a new file of that name.
int error_of_new(const std::string& path) {
  struct stat found {};
  if (::lstat(path.c_str(), &found) == 0) return EEXIST;
  if (errno != ENOENT) return errno;
  const auto slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  return ::access(folder.c_str(), W_OK | X_OK) == 0 ? 0 : errno;
}

}  // namespace

Result<RecordFile> RecordFile::create(const std::string& path) {
  Descriptor made(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_APPEND | O_CLOEXEC, 0666));
  if (!made.open()) return not_created(path);
  RecordFile file(std::move(made), path, 0);
  file.fresh_ = true;
  const auto locked = lock(file.file_.number(), path);
  if (!locked) return tl::unexpected(locked.error());
  file.locked_ = *locked;
  return file;
}

Result<RecordFile> RecordFile::append(const std::string& path, FileKind kind) {
  auto old = open_old(path, kind);
  if (!old) return tl::unexpected(old.error());
  if (!old->file.open()) return create(path);
  if (old->complete < old->size && ::ftruncate(old->file.number(), old->complete) != 0)
    return failure(fmt::format("cannot cut the torn last line of '{}': {}", path, system_text()));
  RecordFile out(std::move(old->file), path, old->complete);
  out.locked_ = old->locked;
  return out;
}

Result<void> RecordFile::could_create(const std::string& path) {
  errno = error_of_new(path);
  if (errno != 0) return not_created(path);
  return {};
}

Result<std::int64_t> RecordFile::could_append(const std::string& path, FileKind kind) {
  const auto old = open_old(path, kind);
  if (!old) return tl::unexpected(old.error());
  if (old->file.open()) return old->complete;
  return could_create(path).map([] { return std::int64_t{0}; });
}

RecordFile::~RecordFile() {
  if (fresh_ && file_.open()) remove_empty();
}

/// A run that is refused before its first line leaves no file that would stand in the way of the next one.
void RecordFile::remove_empty() const {
  struct stat ours {};
  if (still_there(file_.number(), path_) && ::fstat(file_.number(), &ours) == 0 && ours.st_size == 0)
    ::unlink(path_.c_str());
}

Result<void> RecordFile::cut(std::int64_t size) {
  EXPECTS(file_.open() && size >= 0 && size <= size_);
  if (::ftruncate(file_.number(), size) != 0)
    return failure(fmt::format("cannot shorten '{}': {}", path_, system_text()));
  size_ = size;
  return {};
}

Result<void> RecordFile::write_line(std::string_view line) {
  EXPECTS(file_.open());
  EXPECTS(!contains(line, "\n"));
  if (!broken_.empty()) return failure(broken_);
  std::string bytes(line);
  bytes += '\n';
  if (auto written = write_all(file_.number(), bytes); !written) {
    broken_ = fmt::format("cannot write to '{}': {}", path_, written.error().message);
    if (::ftruncate(file_.number(), size_) != 0) broken_ += "; its last line is torn";
    return failure(broken_);
  }
  size_ += static_cast<std::int64_t>(bytes.size());
  if (std::chrono::steady_clock::now() - synced_ < sync_interval) return {};
  return sync();
}

Result<void> RecordFile::sync() {
  EXPECTS(file_.open());
  synced_ = std::chrono::steady_clock::now();
  if (::fdatasync(file_.number()) == 0 || errno == EINVAL || errno == EROFS)
    return {};  // not every file can be synchronised
  broken_ = fmt::format("cannot write '{}' to the disk: {}", path_, system_text());
  return failure(broken_);
}

Result<void> RecordFile::close() {
  if (!file_.open()) return {};
  auto synced = broken_.empty() ? sync() : Result<void>{};
  if (synced && !still_there(file_.number(), path_))
    synced =
        failure(fmt::format("'{}' is gone: it was removed, replaced or unmounted during the run", path_));
  if (!file_.close() && synced) return failure(fmt::format("cannot close '{}': {}", path_, system_text()));
  return synced;
}

}  // namespace sonde::record
