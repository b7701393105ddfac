// The memory of this rank: the drivers that -memory names, the device this rank takes, and a space for each
// kind.
#pragma once
#include <array>
#include <memory>
#include <optional>
#include <span>
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

/// A driver's memory as a space. Contents go through 4 MiB of host memory, with the driver's copies. Managed
/// memory and locked memory too: the driver then knows which side has written last.
class DeviceSpace final : public host::Space {
 public:
  /// `driver` lives as long as this.
  DeviceSpace(Driver& driver, GpuPlace place) : driver_(driver), place_(place) {}

  [[nodiscard]] std::byte* allocate(std::int64_t bytes) override { return driver_.allocate(place_, bytes); }
  void give_back(std::byte* at, std::int64_t /*bytes*/) noexcept override { driver_.give_back(place_, at); }
  void write(std::byte* to, std::int64_t bytes, const Fill& fill) override;
  void read(const std::byte* from, std::int64_t bytes, const Look& look) override;
  void settle() override { driver_.synchronise(); }
  void enter_thread() noexcept override { driver_.enter_thread(); }

 private:
  std::span<std::byte> staging(std::int64_t bytes);

  Driver& driver_;
  GpuPlace place_;
  std::vector<std::byte> staging_;
};

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
