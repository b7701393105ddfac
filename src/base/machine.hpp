// What the kernel tells of the machine this process runs on. Linux; elsewhere, and where files are missing,
// unknown.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sonde {

/// The whole content of a small file (at most 1 MiB of it); absent where it cannot be read.
[[nodiscard]] std::optional<std::string> file_text(const std::string& path);

/// The name of this host as the kernel has it; "" where it does not say.
[[nodiscard]] std::string host_name();

/// The processing units the kernel lets this thread run on, ascending; empty where it does not say.
[[nodiscard]] std::vector<int> bound_cpus();

/// The NUMA node that all these units belong to; absent where they span several or the kernel does not say.
[[nodiscard]] std::optional<int> common_numa_node(const std::vector<int>& cpus);

struct CacheSizes {
  std::optional<std::int64_t>
      last_level_bytes;  ///< of the largest data or unified cache of the first bound unit
  std::optional<std::int64_t> line_bytes;
};

/// What -off_cache -1 stands for on this machine: from hwloc where Sonde is built with it, else from the
/// files of the kernel.
[[nodiscard]] CacheSizes machine_caches();

/// Bytes per second of the fastest port of InfiniBand or RoCE that is up, by the kernel ("100 Gb/sec (4X
/// EDR)"); none where there is no such port. `folder`: where the kernel lists adapters.
[[nodiscard]] std::optional<double> fastest_port(const std::string& folder = "/sys/class/infiniband");

}  // namespace sonde
