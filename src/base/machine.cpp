#include "base/machine.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "base/text.hpp"
#include "base/units.hpp"

#ifdef SONDE_HWLOC
#include <hwloc.h>

#include <memory>
#endif

namespace sonde {

namespace {

constexpr int most_cpus = 1 << 16;

std::optional<int> index_of(std::string_view text) {
  const auto value = number_of<int>(text);
  return value && *value >= 0 && *value < most_cpus ? value : std::nullopt;
}

// A file with a length: "32768K", "64".
std::optional<std::int64_t> length_in(const std::string& path) {
  const auto text = file_text(path);
  if (!text) return std::nullopt;
  const auto bytes = parse_bytes(trim(*text));
  return bytes && *bytes > 0 ? std::optional(*bytes) : std::nullopt;
}

/// As hwloc knows them. Nothing where Sonde is built without it, or where it does not know.
CacheSizes hwloc_caches([[maybe_unused]] int cpu) {
  CacheSizes found;
#ifdef SONDE_HWLOC
  hwloc_topology_t topology{};
  if (hwloc_topology_init(&topology) != 0) return {};
  const std::unique_ptr<hwloc_topology, void (*)(hwloc_topology_t)> owner(topology, hwloc_topology_destroy);
  if (hwloc_topology_load(topology) != 0) return {};
  // From the unit outwards: the last cache on the way is the largest.
  for (auto* at = hwloc_get_pu_obj_by_os_index(topology, static_cast<unsigned>(cpu)); at != nullptr;
       at = at->parent) {
    if (hwloc_obj_type_is_dcache(at->type) == 0) continue;
    const auto& cache = at->attr->cache;
    if (cache.size > 0) found.last_level_bytes = static_cast<std::int64_t>(cache.size);
    if (cache.linesize > 0) found.line_bytes = cache.linesize;
  }
#endif
  return found;
}

CacheSizes kernel_caches(int cpu) {
  CacheSizes found;
  int level = 0;
  for (int index = 0; index < 16; ++index) {
    const auto folder = fmt::format("/sys/devices/system/cpu/cpu{}/cache/index{}/", cpu, index);
    const auto type = file_text(folder + "type"), text = file_text(folder + "level");
    if (!type || !text) break;
    const int here = index_of(trim(*text)).value_or(0);
    if (trim(*type) == "Instruction" || here <= level) continue;
    level = here;
    found = {length_in(folder + "size"), length_in(folder + "coherency_line_size")};
  }
  return found;
}

}  // namespace

std::optional<std::string> file_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  std::string text(static_cast<std::size_t>(mebibyte), '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  if (in.bad()) return std::nullopt;
  return text;
}

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

std::vector<int> bound_cpus() {
  std::vector<int> cpus;
  // The kernel refuses a set that is smaller than its own, so that it grows until it fits.
  for (int room = 1024; room <= most_cpus; room *= 4) {
    cpu_set_t* set = CPU_ALLOC(static_cast<std::size_t>(room));
    const std::size_t bytes = CPU_ALLOC_SIZE(static_cast<std::size_t>(room));
    const bool told = set != nullptr && ::sched_getaffinity(0, bytes, set) == 0;
    for (int cpu = 0; told && cpu < room; ++cpu)
      if (CPU_ISSET_S(static_cast<std::size_t>(cpu), bytes, set)) cpus.push_back(cpu);
    CPU_FREE(set);
    if (told) break;
  }
  return cpus;
}

std::optional<int> common_numa_node(const std::vector<int>& cpus) {
  namespace fs = std::filesystem;
  std::optional<int> common;
  for (const int cpu : cpus) {
    std::optional<int> node;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(fmt::format("/sys/devices/system/cpu/cpu{}", cpu), error))
      if (const auto name = entry.path().filename().string(); name.starts_with("node"))
        node = index_of(name.substr(4));
    if (!node || (common && common != node)) return std::nullopt;
    common = node;
  }
  return common;
}

std::optional<double> fastest_port(const std::string& folder) {
  namespace fs = std::filesystem;
  constexpr double bytes_of_gigabit = 1e9 / 8;
  const auto inside = [](const fs::path& place) {
    std::error_code error;
    return fs::directory_iterator(place, error);  // the end where there is no such folder
  };
  std::optional<double> fastest;
  for (const auto& adapter : inside(folder))
    for (const auto& port : inside(adapter.path() / "ports")) {
      if (!file_text((port.path() / "state").string()).value_or("").ends_with("ACTIVE\n")) continue;
      const auto rate = file_text((port.path() / "rate").string()).value_or("");
      const auto gigabits = number_of<double>(rate.substr(0, rate.find(' ')));
      if (gigabits && *gigabits > 0) fastest = std::max(fastest.value_or(0), *gigabits * bytes_of_gigabit);
    }
  return fastest;
}

CacheSizes machine_caches() {
  const auto cpus = bound_cpus();
  const int cpu = cpus.empty() ? 0 : cpus.front();
  CacheSizes found = hwloc_caches(cpu);
  const CacheSizes kernel = kernel_caches(cpu);
  if (!found.last_level_bytes) found.last_level_bytes = kernel.last_level_bytes;
  if (!found.line_bytes) found.line_bytes = kernel.line_bytes;
  return found;
}

}  // namespace sonde
