// The driver of GPUs: found at run time, asked for memory that messages lie in. No toolkit is needed to
// build; the declarations of what a driver exports are our own.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/result.hpp"
#include "catalog/memory_kind.hpp"

namespace sonde::device {

struct DeviceName {
  std::string name;  ///< "NVIDIA H100 80GB HBM3"
  std::string pci;   ///< "0000:3b:00.0"; empty where the driver does not say
};

/// One that has at least one device. What a device cannot do is a host::SpaceError with the driver's own
/// words.
class Driver {
 public:
  Driver() = default;
  virtual ~Driver() = default;
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;

  [[nodiscard]] virtual int count() const = 0;
  [[nodiscard]] virtual std::string version() const = 0;
  [[nodiscard]] virtual DeviceName name(int index) const = 0;
  /// Takes device `index` from here on, on this thread, and makes its context the current one.
  virtual Result<void> choose(int index) = 0;
  /// Makes that context the current one of the calling thread.
  virtual void enter_thread() noexcept = 0;

  /// Null where there is not so much memory.
  [[nodiscard]] virtual std::byte* allocate(GpuPlace place, std::int64_t bytes) = 0;
  virtual void give_back(GpuPlace place, std::byte* at) noexcept = 0;
  /// Between memory of the host and the driver's, completed when they return.
  virtual void copy_in(std::byte* to, const std::byte* from, std::size_t bytes) = 0;
  virtual void copy_out(std::byte* to, const std::byte* from, std::size_t bytes) = 0;
  virtual void synchronise() = 0;
};

/// Each initialised; an error where it is not there or finds no device.
[[nodiscard]] Result<std::unique_ptr<Driver>> open_cuda();
[[nodiscard]] Result<std::unique_ptr<Driver>> open_hip();
[[nodiscard]] Result<std::unique_ptr<Driver>> open_level_zero();

}  // namespace sonde::device
