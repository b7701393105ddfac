// Windows over device memory, and one-sided transfers from and into it.
#pragma once
#include <mpi.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "shadows.hpp"

namespace staging {

struct Window {
  Region over;
  std::vector<char> kept;  ///< what device and shadow held when they were last alike
};
inline std::multimap<MPI_Win, Window>& windows() {
  static std::multimap<MPI_Win, Window> all;
  return all;
}

struct Transfer {
  int target;
  Region into;
};
inline std::multimap<MPI_Win, Transfer>& transfers() {
  static std::multimap<MPI_Win, Transfer> all;
  return all;
}

inline void opened(MPI_Win window, const Region& over) {
  if (!over.on_device()) return;
  const auto* const first = static_cast<const char*>(over.for_mpi());
  const std::scoped_lock lock(mutex);
  windows().emplace(window, Window{over, std::vector<char>(first, first + over.bytes())});
}

/// Device bytes that differ from the kept ones, into the shadow.
inline void stores_to_shadows() {
  const std::scoped_lock lock(mutex);
  for (auto& [window, one] : windows()) {
    std::vector<char> device(one.kept.size());
    one.over.to_host(device.data(), 0, device.size());
    if (device == one.kept) continue;
    auto* const shadow = static_cast<char*>(one.over.for_mpi());
    for (std::size_t i = 0; i < device.size(); ++i)
      if (device[i] != one.kept[i]) shadow[i] = device[i];
    one.kept = std::move(device);
  }
}

/// Others may write to the shadow meanwhile: what is looked at is a copy. Between the first and the last byte
/// that differ the device is as the kept copy.
inline void transfers_to_device() {
  const std::scoped_lock lock(mutex);
  for (auto& [window, one] : windows()) {
    const auto* const shadow = static_cast<const char*>(one.over.for_mpi());
    std::vector<char> now(shadow, shadow + one.kept.size());
    if (now == one.kept) continue;
    const auto first = std::mismatch(now.begin(), now.end(), one.kept.begin()).first - now.begin();
    const auto after = now.rend() - std::mismatch(now.rbegin(), now.rend(), one.kept.rbegin()).first;
    one.over.to_device(now.data() + first, static_cast<std::size_t>(first),
                       static_cast<std::size_t>(after - first));
    one.kept = std::move(now);
  }
}

inline constexpr int all_targets = -1, no_target = -2;

inline void got(MPI_Win window, int target) {
  const std::scoped_lock lock(mutex);
  auto [next, end] = transfers().equal_range(window);
  while (next != end) {
    const auto one = next++;
    if (target != all_targets && target != one->second.target) continue;
    one->second.into.to_device();
    transfers().erase(one);
  }
}

template <class Synchronise>
int synchronised(MPI_Win window, int target, const Synchronise& synchronise) {
  stores_to_shadows();
  const int code = synchronise();
  transfers_to_device();
  got(window, target);
  return code;
}

}  // namespace staging
