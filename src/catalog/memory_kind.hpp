// Where message buffers lie (-memory): host memory, or memory of one of the drivers of GPUs.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

namespace sonde {

enum class MemoryKind : std::uint8_t {
  host,
  cuda,
  cuda_managed,
  cuda_host,
  hip,
  hip_managed,
  hip_host,
  ze,
  ze_shared,
  ze_host,
};

enum class GpuDriver : std::uint8_t { none, cuda, hip, level_zero };

/// Where a driver's memory is: on the device (the host cannot touch it), where the driver moves pages to and
/// fro, or on the host, locked for the device.
enum class GpuPlace : std::uint8_t { none, device, managed, pinned };

struct MemoryKindFacts {
  MemoryKind kind;
  std::string_view name;  ///< as -memory takes it
  GpuDriver driver;
  GpuPlace place;
};

inline constexpr std::array<MemoryKindFacts, 10> memory_kinds{{
    {MemoryKind::host, "host", GpuDriver::none, GpuPlace::none},
    {MemoryKind::cuda, "cuda", GpuDriver::cuda, GpuPlace::device},
    {MemoryKind::cuda_managed, "cuda_managed", GpuDriver::cuda, GpuPlace::managed},
    {MemoryKind::cuda_host, "cuda_host", GpuDriver::cuda, GpuPlace::pinned},
    {MemoryKind::hip, "hip", GpuDriver::hip, GpuPlace::device},
    {MemoryKind::hip_managed, "hip_managed", GpuDriver::hip, GpuPlace::managed},
    {MemoryKind::hip_host, "hip_host", GpuDriver::hip, GpuPlace::pinned},
    {MemoryKind::ze, "ze", GpuDriver::level_zero, GpuPlace::device},
    {MemoryKind::ze_shared, "ze_shared", GpuDriver::level_zero, GpuPlace::managed},
    {MemoryKind::ze_host, "ze_host", GpuDriver::level_zero, GpuPlace::pinned},
}};

[[nodiscard]] constexpr const MemoryKindFacts& facts_of(MemoryKind kind) {
  return memory_kinds[static_cast<std::size_t>(kind)];
}

[[nodiscard]] constexpr std::string_view name_of(GpuDriver driver) {
  switch (driver) {
    case GpuDriver::none:
      break;
    case GpuDriver::cuda:
      return "CUDA";
    case GpuDriver::hip:
      return "HIP";
    case GpuDriver::level_zero:
      return "Level Zero";
  }
  return "";
}

}  // namespace sonde
