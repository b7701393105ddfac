#include "host/disk_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "base/units.hpp"

namespace sonde::host {

namespace {

tl::unexpected<Error> system_error(const char* what, const std::string& path) {
  return failure(fmt::format("{} {}: {}", what, path, std::strerror(errno)));
}

/// What this process has made and left behind under -keep_files, which it may replace.
std::map<std::string, FileIdentity>& own_files() {
  static std::map<std::string, FileIdentity> files;
  return files;
}

constexpr std::int64_t chunk = 1 << 20;

std::string directory_of(const std::string& path) {
  const auto directory = std::filesystem::path(path).parent_path().string();
  return directory.empty() ? "." : directory;
}

/// Free space where the file system tells: some in memory say that they have no blocks at all.
Result<void> enough_free(const std::string& path, std::int64_t bytes) {
  struct statvfs system {};
  if (::statvfs(path.c_str(), &system) != 0 || system.f_blocks == 0) return {};
  const auto free = static_cast<std::int64_t>(system.f_bavail) * static_cast<std::int64_t>(system.f_frsize);
  if (free >= bytes) return {};
  return failure(fmt::format("no space: the file needs {}, {} has {} free", human_bytes(bytes),
                             directory_of(path), human_bytes(free)));
}

}  // namespace

DiskFile::DiskFile(std::string path, bool keep) : path_(std::move(path)), keep_(keep) {}

DiskFile::~DiskFile() {
  if (!made_here_) return;
  if (keep_)
    own_files()[path_] = file_;
  else
    remove_if_same(path_.c_str(), file_);
  forget_file(path_);
}

Result<void> DiskFile::create() {
  if (const auto own = own_files().find(path_); own != own_files().end())
    remove_if_same(path_.c_str(), own->second);
  const FileInTheMaking making;
  const int made = ::open(path_.c_str(), O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW | O_CLOEXEC,
                          S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH);
  if (made >= 0) {
    const Descriptor file(made);
    made_here_ = identify(made, file_);
    if (!keep_) remember_file(path_, file_);
    return {};
  }
  if (errno != EEXIST) return system_error("cannot create", path_);
  return failure(
      fmt::format("{} exists and is not overwritten: remove it, or choose another place or name with -path "
                  "or -file_name",
                  path_));
}

/// The file that was made here, never another one that stands in its place by now. What another rank has made
/// is known by its path only, and may be read.
Result<Descriptor> DiskFile::open(int flags) const {
  const int number = ::open(path_.c_str(), flags | O_NOFOLLOW | O_CLOEXEC);
  if (number < 0) return system_error("cannot open", path_);
  Descriptor descriptor(number);
  FileIdentity found;
  const bool known = made_here_ || flags != O_RDONLY;
  if (known && (!identify(number, found) || !found.same_file(file_)))
    return failure(fmt::format("{} was replaced by another file while it was in use", path_));
  return descriptor;
}

Result<void> DiskFile::reserve(std::int64_t bytes, std::int64_t free) {
  if (bytes == 0) return {};
  if (auto enough = enough_free(path_, free); !enough) return enough;
  const auto file = open(O_RDWR);
  if (!file) return tl::unexpected(file.error());
  reserved_ = true;  // some file systems keep a part of what they refuse
  const bool refused =
      ::fallocate(file->number(), 0, 0, bytes) != 0 && errno != EOPNOTSUPP && errno != ENOSYS;
  if (refused) return system_error("no space: cannot reserve the size of", path_);
  return {};
}

Result<void> DiskFile::let_go() {
  if (!reserved_) return {};
  reserved_ = false;
  return truncate();
}

Result<void> DiskFile::try_file_beside() const {
  const std::string directory = directory_of(path_);
  const int made = ::open(directory.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (made >= 0) ::close(made);
  if (made >= 0 || (errno != ENOSPC && errno != EDQUOT)) return {};
  return failure(
      fmt::format("no space: {} takes no more files, and the MPI library needs one beside {} for "
                  "the shared file pointer",
                  directory, path_));
}

Result<void> DiskFile::fill(std::int64_t bytes, const Content& content) const {
  const auto file = open(O_WRONLY);
  if (!file) return tl::unexpected(file.error());
  std::vector<std::byte> memory(static_cast<std::size_t>(std::min<std::int64_t>(chunk, bytes)));
  for (std::int64_t at = 0; at < bytes; at += std::ssize(memory)) {
    const auto size = std::min<std::int64_t>(std::ssize(memory), bytes - at);
    const auto piece = std::span(memory).first(static_cast<std::size_t>(size));
    content(at, piece);
    const std::string_view text(reinterpret_cast<const char*>(piece.data()), piece.size());
    if (auto written = write_all(file->number(), text); !written)
      return failure(fmt::format("cannot write {}: {}", path_, written.error().message));
  }
  return {};
}

Result<void> DiskFile::truncate() const {
  const auto file = open(O_WRONLY);
  if (!file) return tl::unexpected(file.error());
  if (::ftruncate(file->number(), 0) != 0) return system_error("cannot empty", path_);
  return {};
}

Result<void> DiskFile::read(std::int64_t position, std::span<std::byte> out) const {
  const auto file = open(O_RDONLY);
  if (!file) return tl::unexpected(file.error());
  while (!out.empty()) {
    const auto got = ::pread(file->number(), out.data(), out.size(), position);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error("cannot read", path_);
    if (got == 0) return failure(fmt::format("{} ends {} bytes too early", path_, out.size()));
    out = out.subspan(static_cast<std::size_t>(got));
    position += got;
  }
  return {};
}

Result<std::int64_t> DiskFile::size() const {
  const auto file = open(O_RDONLY);
  if (!file) return tl::unexpected(file.error());
  struct stat status {};
  if (::fstat(file->number(), &status) != 0) return system_error("cannot examine", path_);
  return status.st_size;
}

Result<void> DiskFile::drop_cached() const {
  const auto file = open(O_RDONLY);
  if (!file) return tl::unexpected(file.error());
  if (::fdatasync(file->number()) == 0 && ::posix_fadvise(file->number(), 0, 0, POSIX_FADV_DONTNEED) == 0)
    return {};
  return failure(fmt::format("the system did not drop the cached pages of {} (-cold)", path_));
}

}  // namespace sonde::host
