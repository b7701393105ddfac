#include "device/driver.hpp"

namespace sonde::device {

Result<std::unique_ptr<Driver>> open_driver(GpuDriver which) {
  switch (which) {
    case GpuDriver::cuda:
      return open_cuda();
    case GpuDriver::hip:
      return open_hip();
    case GpuDriver::level_zero:
      return open_level_zero();
    case GpuDriver::none:
      break;
  }
  return failure("host memory needs no driver");
}

}  // namespace sonde::device
