// Messages that are complete later: what comes in goes to the device when their request is waited for.
#pragma once
#include <mpi.h>

#include <cstddef>
#include <map>
#include <mutex>
#include <vector>

#include "shadows.hpp"

namespace staging {

using Regions = std::vector<Region>;

struct Started {
  Regions regions;
  bool persistent = false, active = false, parted_send = false;
  std::size_t part_bytes = 0;
};

inline std::map<MPI_Request, Started>& requests() {
  static std::map<MPI_Request, Started> all;
  return all;
}

/// Takes note that a persistent request begins.
inline Started starting(MPI_Request request) {
  const std::scoped_lock lock(mutex);
  const auto found = requests().find(request);
  if (found == requests().end()) return {};
  found->second.active = true;
  return found->second;
}

inline void start(int n, const MPI_Request all[]) {
  for (int i = 0; i < n; ++i) {
    const Started started = starting(all[i]);
    if (started.parted_send) continue;
    for (const Region& region : started.regions) region.to_shadow();
  }
}

/// What a wait for these requests completes. It is forgotten before the wait, since the library may give the
/// handle of a complete request to another thread.
class Awaited {
 public:
  Awaited(int n, const MPI_Request all[]) : requests_(all, all + n) {
    const std::scoped_lock lock(mutex);
    for (const MPI_Request request : requests_) {
      const auto found = requests().find(request);
      started_.push_back(found == requests().end() ? Started{} : found->second);
      if (found == requests().end()) continue;
      found->second.active = false;
      if (!found->second.persistent) requests().erase(found);
    }
  }
  int end(int code, bool complete) {
    for (std::size_t i = 0; i < started_.size(); ++i) {
      if (!started_[i].active) continue;
      for (const Region& region : started_[i].regions)
        if (region.written() && complete) region.to_device();
      const std::scoped_lock lock(mutex);
      if (!complete) requests()[requests_[i]] = started_[i];
    }
    return code;
  }

 private:
  std::vector<MPI_Request> requests_;
  std::vector<Started> started_;
};

}  // namespace staging
