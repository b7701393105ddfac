// The caches of a processing unit as hwloc knows them.
#pragma once
#include "base/machine.hpp"

namespace sonde {

/// Nothing where Sonde is built without hwloc, or where it does not know.
[[nodiscard]] CacheSizes hwloc_caches(int cpu);

}  // namespace sonde
