// A libcuda.so.1 that stands in: what the CUDA driver exports, over stand_in_memory.hpp. As there, calls fail
// where the thread has no current context.
#include <cstdint>

#include "stand_in_memory.hpp"

namespace {

using Result = int;
using Address = unsigned long long;
constexpr Result success = 0, invalid_value = 1, out_of_memory = 2, not_initialised = 3, no_device = 100,
                 invalid_device = 101, invalid_context = 201, uncorrectable_error = 214;

bool initialised = false;
thread_local void* current = nullptr;
int contexts[64];  // one a device; its address is the handle

Result in_context() {
  if (!initialised) return not_initialised;
  return current == nullptr ? invalid_context : success;
}

template <class Call>
Result after(Call call) {
  if (const Result status = in_context(); status != success) return status;
  switch (call()) {
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

void* pointer(Address at) {
  return reinterpret_cast<void*>(static_cast<std::uintptr_t>(at));
}

Result allocate_at(Address* at, std::size_t bytes, bool hidden) {
  void* got = nullptr;
  const Result status = after([&] { return stand_in::allocate(bytes, hidden, &got); });
  if (status == success) *at = reinterpret_cast<std::uintptr_t>(got);
  return status;
}

Result known(int device) {
  if (!initialised) return not_initialised;
  return device < 0 || device >= stand_in::devices() ? invalid_device : success;
}

}  // namespace

SONDE_STAND_IN Result cuInit(unsigned flags) {
  if (flags != 0) return invalid_value;
  initialised = stand_in::devices() > 0;
  return initialised ? success : no_device;
}
SONDE_STAND_IN Result cuDriverGetVersion(int* version) {
  *version = 12040;
  return success;
}
SONDE_STAND_IN Result cuDeviceGetCount(int* count) {
  *count = stand_in::devices();
  return initialised ? success : not_initialised;
}
SONDE_STAND_IN Result cuDeviceGet(int* device, int index) {
  *device = index;
  return known(index);
}
SONDE_STAND_IN Result cuDeviceGetName(char* name, int length, int device) {
  stand_in::write_name(name, length);
  return known(device);
}
SONDE_STAND_IN Result cuDeviceGetPCIBusId(char* bus, int length, int device) {
  stand_in::write_pci(bus, length, device);
  return known(device);
}
SONDE_STAND_IN Result cuDevicePrimaryCtxRetain(void** context, int device) {
  if (const Result status = known(device); status != success) return status;
  *context = &contexts[device];
  return success;
}
SONDE_STAND_IN Result cuDevicePrimaryCtxRelease_v2(int device) {
  return known(device);
}
SONDE_STAND_IN Result cuCtxSetCurrent(void* context) {
  current = context;
  return initialised ? success : not_initialised;
}
SONDE_STAND_IN Result cuCtxSynchronize() {
  return after([] { return stand_in::synchronise(); });
}
SONDE_STAND_IN Result cuMemAlloc_v2(Address* at, std::size_t bytes) {
  return bytes == 0 ? invalid_value : allocate_at(at, bytes, true);
}
SONDE_STAND_IN Result cuMemAllocManaged(Address* at, std::size_t bytes, unsigned /*flags*/) {
  return bytes == 0 ? invalid_value : allocate_at(at, bytes, false);
}
SONDE_STAND_IN Result cuMemHostAlloc(void** at, std::size_t bytes, unsigned /*flags*/) {
  return after([&] { return stand_in::allocate(bytes, false, at); });
}
SONDE_STAND_IN Result cuMemFree_v2(Address at) {
  return after([&] { return stand_in::give_back(pointer(at)); });
}
SONDE_STAND_IN Result cuMemFreeHost(void* at) {
  return after([&] { return stand_in::give_back(at); });
}
SONDE_STAND_IN Result cuMemcpyHtoD_v2(Address to, const void* from, std::size_t bytes) {
  return after([&] { return stand_in::copy_in(pointer(to), from, bytes); });
}
SONDE_STAND_IN Result cuMemcpyDtoH_v2(void* to, Address from, std::size_t bytes) {
  return after([&] { return stand_in::copy_out(to, pointer(from), bytes); });
}
SONDE_STAND_IN Result cuPointerGetAttribute(void* value, int which, Address at) {
  constexpr int context = 1, memory_type = 2, managed = 8;
  constexpr unsigned of_host = 1, of_device = 2;
  const stand_in::Range range = stand_in::range_of(pointer(at));
  if (range.begin == nullptr) return invalid_value;
  if (which == context) return *static_cast<void**>(value) = contexts, success;
  if (which == managed) return *static_cast<bool*>(value) = false, success;
  if (which != memory_type) return invalid_value;
  return *static_cast<unsigned*>(value) = range.hidden ? of_device : of_host, success;
}
SONDE_STAND_IN Result cuMemGetAddressRange_v2(Address* begin, std::size_t* bytes, Address at) {
  return after([&] {
    const stand_in::Range range = stand_in::range_of(pointer(at));
    *begin = reinterpret_cast<std::uintptr_t>(range.begin);
    *bytes = range.bytes;
    return range.begin == nullptr ? stand_in::Status::no_such_memory : stand_in::Status::success;
  });
}
SONDE_STAND_IN Result cuGetErrorString(Result status, const char** text) {
  switch (status) {
    case success:
      return *text = "no error", success;
    case invalid_value:
      return *text = "invalid argument", success;
    case out_of_memory:
      return *text = "out of memory", success;
    case not_initialised:
      return *text = "initialization error", success;
    case no_device:
      return *text = "no CUDA-capable device is detected", success;
    case invalid_device:
      return *text = "invalid device ordinal", success;
    case invalid_context:
      return *text = "invalid device context", success;
    case uncorrectable_error:
      return *text = "uncorrectable ECC error encountered", success;
    default:
      return *text = nullptr, invalid_value;
  }
}
