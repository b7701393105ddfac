#include "host/files_to_remove.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <climits>
#include <cstring>
#include <ctime>

namespace sonde::host {

namespace {

struct Entry {
  std::atomic<bool> used{false};
  std::array<char, PATH_MAX> name{};
  FileIdentity file;
};
// A signal handler can reach nothing but objects with static storage.
std::array<Entry, 64> entries;
std::atomic<bool> in_the_making{false};

Entry* find(std::string_view path) {
  auto* const entry = std::ranges::find_if(
      entries, [path](const Entry& e) { return e.used && std::string_view(e.name.data()) == path; });
  return entry == entries.end() ? nullptr : &*entry;
}

/// ROMIO keeps the shared pointer of NAME in .NAME.shfp.NUMBER.NUMBER beside it.
bool holds_pointer_of(std::string_view file, std::string_view entry) {
  constexpr std::string_view mark = ".shfp.";
  if (!entry.starts_with('.')) return false;
  entry.remove_prefix(1);
  if (!entry.starts_with(file)) return false;
  entry.remove_prefix(file.size());
  return entry.starts_with(mark) &&
         entry.find_first_not_of("0123456789.", mark.size()) == std::string_view::npos;
}

bool earlier(const timespec& a, const timespec& b) {
  return a.tv_sec != b.tv_sec ? a.tv_sec < b.tv_sec : a.tv_nsec < b.tv_nsec;
}

/// Whether an entry of the directory has come since `file` was made: what was there before is not ours.
bool came_after(int directory, const char* entry, const FileIdentity& file) {
  FileIdentity found;
  return identify(directory, entry, found) && found.device == file.device &&
         !earlier(found.changed, file.changed);
}

/// Removes what MPI libraries have put beside a file. Directories are read by the bare system call: what else
/// reads them allocates memory, which a signal handler may not do.
void remove_helpers(const char* path, const FileIdentity& file) {
  const char* slash = std::strrchr(path, '/');
  const std::string_view name = slash == nullptr ? path : slash + 1;
  std::array<char, PATH_MAX> directory{'.'};
  if (slash != nullptr) std::memcpy(directory.data(), path, static_cast<std::size_t>(slash - path) + 1);
  const int opened = open(directory.data(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (opened < 0) return;
  alignas(dirent64) std::array<char, 4096> block;
  for (ssize_t got = 0; (got = getdents64(opened, block.data(), block.size())) > 0;)
    for (ssize_t at = 0; at < got;) {
      const auto* entry = reinterpret_cast<const dirent64*>(block.data() + at);
      if (holds_pointer_of(name, entry->d_name) && came_after(opened, entry->d_name, file))
        unlinkat(opened, entry->d_name, 0);
      at += entry->d_reclen;
    }
  close(opened);
}

timespec time_of(const struct statx_timestamp& stamp) {
  return {static_cast<time_t>(stamp.tv_sec), static_cast<long>(stamp.tv_nsec)};
}

bool identify(int directory, const char* name, int flags, FileIdentity& file) {
  struct statx status {};
  if (statx(directory, name, flags, STATX_BASIC_STATS | STATX_BTIME, &status) != 0) return false;
  file.device = (std::uint64_t{status.stx_dev_major} << 32) | status.stx_dev_minor;
  file.inode = status.stx_ino;
  file.born = (status.stx_mask & STATX_BTIME) != 0 ? time_of(status.stx_btime) : timespec{};
  file.changed = time_of(status.stx_ctime);
  return true;
}

}  // namespace

bool FileIdentity::same_file(const FileIdentity& other) const {
  return device == other.device && inode == other.inode && !earlier(born, other.born) &&
         !earlier(other.born, born);
}

bool identify(int descriptor, FileIdentity& file) {
  return identify(descriptor, "", AT_EMPTY_PATH, file);
}

bool identify(int directory, const char* name, FileIdentity& file) {
  return identify(directory, name, AT_SYMLINK_NOFOLLOW, file);
}

void remove_if_same(const char* path, const FileIdentity& file) {
  FileIdentity found;
  if (identify(AT_FDCWD, path, found) && found.same_file(file)) unlink(path);
}

void remember_file(const std::string& path, const FileIdentity& file) {
  if (path.size() + 1 > PATH_MAX || find(path) != nullptr) return;
  auto* const entry = std::ranges::find_if(entries, [](const Entry& e) { return !e.used; });
  if (entry == entries.end()) return;
  std::memcpy(entry->name.data(), path.c_str(), path.size() + 1);
  entry->file = file;
  entry->used = true;  // only now may a handler look at the name
}

void forget_file(std::string_view path) {
  if (Entry* entry = find(path)) entry->used = false;
}

FileInTheMaking::FileInTheMaking() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before_);
  in_the_making = true;
}

FileInTheMaking::~FileInTheMaking() {
  in_the_making = false;
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void remove_files() {
  const timespec moment{0, 1'000'000};
  for (int waits = 0; in_the_making && waits < 200; ++waits) nanosleep(&moment, nullptr);
  for (Entry& entry : entries)
    if (entry.used) {
      remove_if_same(entry.name.data(), entry.file);
      remove_helpers(entry.name.data(), entry.file);
    }
}

}  // namespace sonde::host
