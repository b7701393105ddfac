#include "run/files_to_remove.hpp"

#include <limits.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>

namespace sonde::run {

namespace {

struct Entry {
  std::atomic<bool> used{false};
  std::array<char, PATH_MAX> name{};
};
// A signal handler can reach nothing but objects with static storage.
std::array<Entry, 64> entries;

Entry* find(std::string_view path) {
  const auto entry = std::ranges::find_if(
      entries, [path](const Entry& e) { return e.used && std::string_view(e.name.data()) == path; });
  return entry == entries.end() ? nullptr : &*entry;
}

}  // namespace

void remember_file(const std::string& path) {
  if (path.size() + 1 > PATH_MAX || find(path) != nullptr) return;
  const auto entry = std::ranges::find_if(entries, [](const Entry& e) { return !e.used; });
  if (entry == entries.end()) return;
  std::memcpy(entry->name.data(), path.c_str(), path.size() + 1);
  entry->used = true;  // only now may a handler look at the name
}

void forget_file(std::string_view path) {
  if (Entry* entry = find(path)) entry->used = false;
}

void remove_files() {
  for (Entry& entry : entries)
    if (entry.used) unlink(entry.name.data());
}

}  // namespace sonde::run
