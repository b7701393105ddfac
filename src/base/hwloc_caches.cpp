#include "base/hwloc_caches.hpp"

#ifdef SONDE_HWLOC
#include <hwloc.h>

#include <cstdint>
#include <memory>

namespace sonde {

CacheSizes hwloc_caches(int cpu) {
  hwloc_topology_t topology{};
  if (hwloc_topology_init(&topology) != 0) return {};
  const std::unique_ptr<hwloc_topology, void (*)(hwloc_topology_t)> owner(topology, hwloc_topology_destroy);
  if (hwloc_topology_load(topology) != 0) return {};
  CacheSizes found;
  // From the unit outwards: the last cache on the way is the largest.
  for (auto* at = hwloc_get_pu_obj_by_os_index(topology, static_cast<unsigned>(cpu)); at != nullptr;
       at = at->parent) {
    if (hwloc_obj_type_is_dcache(at->type) == 0) continue;
    const auto& cache = at->attr->cache;
    if (cache.size > 0) found.last_level_bytes = static_cast<std::int64_t>(cache.size);
    if (cache.linesize > 0) found.line_bytes = cache.linesize;
  }
  return found;
}

}  // namespace sonde
#else
sonde::CacheSizes sonde::hwloc_caches(int) {
  return {};
}
#endif
