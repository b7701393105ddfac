#include "host/files_to_remove.hpp"

#include <dirent.h>
#include <fcntl.h>
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

/// Removes what MPI libraries have put beside a file. Directories are read by the bare system call: what else
/// reads them allocates memory, which a signal handler may not do.
void remove_helpers(const char* path) {
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
      if (holds_pointer_of(name, entry->d_name)) unlinkat(opened, entry->d_name, 0);
      at += entry->d_reclen;
    }
  close(opened);
}

}  // namespace

void remember_file(const std::string& path) {
  if (path.size() + 1 > PATH_MAX || find(path) != nullptr) return;
  auto* const entry = std::ranges::find_if(entries, [](const Entry& e) { return !e.used; });
  if (entry == entries.end()) return;
  std::memcpy(entry->name.data(), path.c_str(), path.size() + 1);
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
      unlink(entry.name.data());
      remove_helpers(entry.name.data());
    }
}

}  // namespace sonde::host
