#include "cases/disk_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>
#include <vector>

#include "base/units.hpp"
#include "host/files_to_remove.hpp"

namespace sonde::cases {

namespace {

Failure io_failure(std::string text) {
  return {record::Reason::io_error, std::move(text)};
}

Failure system_failure(const char* what, const std::string& path) {
  return io_failure(fmt::format("{} {}: {}", what, path, std::strerror(errno)));
}

/// A descriptor that closes itself.
class Descriptor {
 public:
  Descriptor(const std::string& path, int flags)
      : number_(::open(path.c_str(), flags | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH)) {
  }
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] bool open() const { return number_ >= 0; }

 private:
  int number_;
};

/// What this process has made and left behind under -keep_files, which it may replace.
std::set<std::string>& own_files() {
  static std::set<std::string> files;
  return files;
}

constexpr std::size_t chunk = 1 << 20;

bool write_all(int descriptor, std::span<const std::byte> bytes, std::int64_t position) {
  while (!bytes.empty()) {
    const auto written = ::pwrite(descriptor, bytes.data(), bytes.size(), position);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
    position += written;
  }
  return true;
}

std::optional<Failure> no_room(const std::string& path, std::int64_t bytes, std::int64_t free) {
  const auto directory = std::filesystem::path(path).parent_path().string();
  return io_failure(fmt::format("no space: the file needs {}, {} has {} free", human_bytes(bytes), directory,
                                human_bytes(free)));
}

}  // namespace

DiskFile::DiskFile(std::string path, bool keep) : path_(std::move(path)), keep_(keep) {}

DiskFile::~DiskFile() {
  if (!made_) return;
  if (keep_) {
    own_files().insert(path_);
  } else {
    ::unlink(path_.c_str());
  }
  host::forget_file(path_);
}

std::optional<Failure> DiskFile::create() {
  if (own_files().contains(path_)) ::unlink(path_.c_str());
  const host::FileInTheMaking making;
  const Descriptor file(path_, O_CREAT | O_EXCL | O_RDWR);
  if (file.open()) {
    made_ = true;
    if (!keep_) host::remember_file(path_);
    return std::nullopt;
  }
  if (errno != EEXIST) return system_failure("cannot create", path_);
  return io_failure(
      fmt::format("{} exists and is not overwritten: remove it, or choose another place or name with -path "
                  "or -file_name",
                  path_));
}

std::optional<Failure> DiskFile::room_for(std::int64_t bytes) const {
  if (bytes == 0) return std::nullopt;
  struct statvfs system {};
  if (::statvfs(path_.c_str(), &system) == 0) {
    const auto free = static_cast<std::int64_t>(system.f_bavail) * static_cast<std::int64_t>(system.f_frsize);
    if (free < bytes) return no_room(path_, bytes, free);
  }
  const Descriptor file(path_, O_RDWR);
  if (!file.open()) return system_failure("cannot open", path_);
  const bool refused = ::fallocate(file.number(), 0, 0, bytes) != 0 && errno != EOPNOTSUPP && errno != ENOSYS;
  if (refused) return system_failure("no space: cannot reserve the size of", path_);
  return truncate();
}

std::optional<Failure> DiskFile::fill(std::int64_t bytes, const Content& content) const {
  const Descriptor file(path_, O_WRONLY);
  if (!file.open()) return system_failure("cannot open", path_);
  std::vector<std::byte> memory(std::min(chunk, static_cast<std::size_t>(bytes)));
  for (std::int64_t at = 0; at < bytes; at += std::ssize(memory)) {
    const auto size = std::min<std::int64_t>(std::ssize(memory), bytes - at);
    const auto piece = std::span(memory).first(static_cast<std::size_t>(size));
    content(at, piece);
    if (!write_all(file.number(), piece, at)) return system_failure("cannot write", path_);
  }
  return std::nullopt;
}

std::optional<Failure> DiskFile::truncate() const {
  const Descriptor file(path_, O_WRONLY);
  if (!file.open() || ::ftruncate(file.number(), 0) != 0) return system_failure("cannot empty", path_);
  return std::nullopt;
}

std::optional<Failure> DiskFile::read(std::int64_t position, std::span<std::byte> out) const {
  const Descriptor file(path_, O_RDONLY);
  if (!file.open()) return system_failure("cannot open", path_);
  while (!out.empty()) {
    const auto got = ::pread(file.number(), out.data(), out.size(), position);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_failure("cannot read", path_);
    if (got == 0) return io_failure(fmt::format("{} ends {} bytes too early", path_, out.size()));
    out = out.subspan(static_cast<std::size_t>(got));
    position += got;
  }
  return std::nullopt;
}

std::optional<Failure> DiskFile::has(std::int64_t bytes) const {
  struct stat status {};
  if (::lstat(path_.c_str(), &status) != 0) return system_failure("lost", path_);
  if (status.st_size >= bytes) return std::nullopt;
  return io_failure(fmt::format("{} has {} bytes after {} were written", path_, status.st_size, bytes));
}

bool drop_cached(const std::string& path) {
  const Descriptor file(path, O_RDONLY);
  return file.open() && ::fdatasync(file.number()) == 0 &&
         ::posix_fadvise(file.number(), 0, 0, POSIX_FADV_DONTNEED) == 0;
}

}  // namespace sonde::cases
