// The memory of this rank: the drivers that -memory names, the device this rank takes, and a space for each
// kind.
#pragma once
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "catalog/memory_kind.hpp"
#include "device/driver.hpp"
#include "host/space.hpp"

namespace sonde::device {

/// Of the first and of the second rank of each pair.
using Kinds = std::array<MemoryKind, 2>;

/// The one driver that is on this host with a device; an error where there is none, or several, which it
/// names.
[[nodiscard]] Result<GpuDriver> driver_at_hand();

/// The kind of memory of a driver at a place.
[[nodiscard]] MemoryKind kind_at(GpuDriver driver, GpuPlace place);

/// The place of this process among those of its node, as its launcher tells it before MPI starts; nothing
/// where it does not.
[[nodiscard]] std::optional<int> local_rank_told();

class Spaces {
 public:
  /// Opens the drivers of these kinds. `devices`: what -device lists.
  static Result<Spaces> open(const Kinds& kinds, std::span<const int> devices);
  /// Takes the device of the rank that is at `local_rank` on its node; nothing happens where it has it
  /// already.
  Result<void> choose(int local_rank);

  [[nodiscard]] host::Space& space(bool second) const;
  /// Of the first kind that has a driver: what to tell of the device that was chosen.
  [[nodiscard]] const Driver* driver() const;
  [[nodiscard]] int index() const { return index_.value_or(0); }

 private:
  struct Held {
    std::shared_ptr<Driver> driver;  ///< none: host memory
    std::shared_ptr<host::Space> space;
  };

  std::array<Held, 2> held_;
  std::vector<int> devices_;
  std::optional<int> index_;
};

}  // namespace sonde::device
