// A driver's memory as a space.
#pragma once
#include <vector>

#include "device/driver.hpp"
#include "host/space.hpp"

namespace sonde::device {

/// Contents go through 4 MiB of host memory, with the driver's copies. Managed memory and locked memory too:
/// the driver then knows which side has written last.
class DeviceSpace final : public host::Space {
 public:
  /// `driver` lives as long as this.
  DeviceSpace(Driver& driver, GpuPlace place) : driver_(driver), place_(place) {}

  [[nodiscard]] std::byte* allocate(std::int64_t bytes) override;
  void give_back(std::byte* at, std::int64_t bytes) noexcept override;
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

}  // namespace sonde::device
