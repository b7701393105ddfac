#include "host/memory_limit.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

#include "base/input.hpp"
#include "base/text.hpp"
#include "base/units.hpp"

namespace sonde::host {

namespace {

constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t least_limit = 256 * mebibyte;  // what the system says may be wrong

/// Of control groups; `list` is how a line of /proc/self/cgroup names the version.
struct GroupFiles {
  const char *list, *mount, *most, *used, *inactive_files, *active_files;
};
constexpr std::array versions{
    GroupFiles{":memory:", "/sys/fs/cgroup/memory", "/memory.limit_in_bytes", "/memory.usage_in_bytes",
               "total_inactive_file ", "total_active_file "},
    GroupFiles{"0::", "/sys/fs/cgroup", "/memory.max", "/memory.current", "inactive_file ", "active_file "}};

/// The number behind `name`, which begins a line.
std::optional<std::int64_t> number_in(const std::string& path, std::string_view name = {}) {
  const auto text = read_input(path);
  if (!text) return std::nullopt;
  for (const auto line : split(*text, '\n')) {
    if (!line.starts_with(name)) continue;
    const auto value = trim(line.substr(name.size()));
    return number_of<std::int64_t>(value.substr(0, value.find(' ')));
  }
  return std::nullopt;
}

/// Pages of files count as used, and are given back when memory is asked for.
std::int64_t left_in(const std::string& folder, const GroupFiles& names) {
  const auto most = number_in(folder + names.most), used = number_in(folder + names.used);
  if (!most || !used) return unlimited;
  const std::string facts = folder + "/memory.stat";
  const std::int64_t files =
      number_in(facts, names.inactive_files).value_or(0) + number_in(facts, names.active_files).value_or(0);
  return std::max<std::int64_t>(0, *most - std::max<std::int64_t>(0, *used - files));
}

rlimit of_user{}, narrowed{};
bool limited = false;

}  // namespace

std::optional<std::int64_t> memory_at_hand(const std::string& root) {
  const auto available = number_in(root + "/proc/meminfo", "MemAvailable:");
  if (!available) return std::nullopt;
  std::int64_t least = *available * kibibyte;
  const std::string groups = read_input(root + "/proc/self/cgroup").value_or("");
  for (const auto line : split(groups, '\n'))
    for (const GroupFiles& version : versions) {
      const auto at = line.find(version.list);
      if (at == std::string_view::npos) continue;
      std::string group(line.substr(at + std::string_view(version.list).size()));
      // The folder may not be there, in a container, and those above it may limit more.
      for (;; group.resize(group.rfind('/'))) {
        least = std::min(least, left_in(fmt::format("{}{}{}", root, version.mount, group), version));
        if (!contains(group, "/")) break;
      }
    }
  return least;
}

void limit_memory() {
  const auto at_hand = memory_at_hand();
  const auto taken = number_in("/proc/self/status", "VmData:");
  if (!at_hand || !taken || ::getrlimit(RLIMIT_DATA, &of_user) != 0) return;
  const std::int64_t share = *at_hand / 4 * 3;  // the rest is for what others still take
  narrowed = of_user;
  narrowed.rlim_cur = static_cast<rlim_t>(*taken * kibibyte + std::max(least_limit, share));
  limited = narrowed.rlim_cur < of_user.rlim_cur && ::setrlimit(RLIMIT_DATA, &narrowed) == 0;
}

MemoryLimitOfUser::MemoryLimitOfUser() {
  if (limited) ::setrlimit(RLIMIT_DATA, &of_user);
}

MemoryLimitOfUser::~MemoryLimitOfUser() {
  if (limited) ::setrlimit(RLIMIT_DATA, &narrowed);
}

}  // namespace sonde::host
