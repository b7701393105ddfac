// A libamdhip64.so.6 that stands in: what the HIP runtime exports, over stand_in_memory.hpp.
#include "stand_in_memory.hpp"

namespace {

using Result = int;
constexpr Result success = 0, invalid_value = 1, out_of_memory = 2, no_device = 100, invalid_device = 101,
                 uncorrectable_error = 214;

Result result_of(stand_in::Status status) {
  switch (status) {
    case stand_in::Status::success:
      return success;
    case stand_in::Status::out_of_memory:
      return out_of_memory;
    case stand_in::Status::lost:
      return uncorrectable_error;
    case stand_in::Status::no_such_memory:
      break;
  }
  return invalid_value;
}

Result known(int device) {
  return device < 0 || device >= stand_in::devices() ? invalid_device : success;
}

}  // namespace

SONDE_STAND_IN Result hipInit(unsigned /*flags*/) {
  return stand_in::devices() > 0 ? success : no_device;
}
SONDE_STAND_IN Result hipDriverGetVersion(int* version) {
  *version = 50'222'804;
  return success;
}
SONDE_STAND_IN Result hipGetDeviceCount(int* count) {
  *count = stand_in::devices();
  return *count > 0 ? success : no_device;
}
SONDE_STAND_IN Result hipSetDevice(int device) {
  return known(device);
}
SONDE_STAND_IN Result hipDeviceGetName(char* name, int length, int device) {
  stand_in::write_name(name, length);
  return known(device);
}
SONDE_STAND_IN Result hipDeviceGetPCIBusId(char* bus, int length, int device) {
  stand_in::write_pci(bus, length, device);
  return known(device);
}
SONDE_STAND_IN Result hipDeviceSynchronize() {
  return result_of(stand_in::synchronise());
}
SONDE_STAND_IN Result hipMalloc(void** at, std::size_t bytes) {
  return result_of(stand_in::allocate(bytes, true, at));
}
SONDE_STAND_IN Result hipMallocManaged(void** at, std::size_t bytes, unsigned /*flags*/) {
  return result_of(stand_in::allocate(bytes, false, at));
}
SONDE_STAND_IN Result hipHostMalloc(void** at, std::size_t bytes, unsigned /*flags*/) {
  return result_of(stand_in::allocate(bytes, false, at));
}
SONDE_STAND_IN Result hipFree(void* at) {
  return result_of(stand_in::give_back(at));
}
SONDE_STAND_IN Result hipHostFree(void* at) {
  return result_of(stand_in::give_back(at));
}
SONDE_STAND_IN Result hipMemcpy(void* to, const void* from, std::size_t bytes, int direction) {
  constexpr int to_device = 1, to_host = 2;
  if (direction == to_device) return result_of(stand_in::copy_in(to, from, bytes));
  return direction == to_host ? result_of(stand_in::copy_out(to, from, bytes)) : invalid_value;
}
SONDE_STAND_IN const char* hipGetErrorString(Result status) {
  switch (status) {
    case success:
      return "no error";
    case invalid_value:
      return "invalid argument";
    case out_of_memory:
      return "out of memory";
    case no_device:
      return "no ROCm-capable device is detected";
    case invalid_device:
      return "invalid device ordinal";
    case uncorrectable_error:
      return "uncorrectable ECC error encountered";
    default:
      return "unrecognized error code";
  }
}
