// A libze_loader.so.1 that stands in: what the loader of oneAPI Level Zero exports, with one driver, over
// stand_in_memory.hpp.
#include <level_zero/ze_api.h>

#include <algorithm>
#include <cstdint>

#include "stand_in_memory.hpp"

namespace {

int driver, context, list, all_devices[64];  // their addresses are handles

template <class Handle>
Handle handle(int& of) {
  return reinterpret_cast<Handle>(&of);
}

int index_of(ze_device_handle_t device) {
  return static_cast<int>(reinterpret_cast<int*>(device) - all_devices);
}

ze_result_t result_of(stand_in::Status status) {
  switch (status) {
    case stand_in::Status::success:
      return ZE_RESULT_SUCCESS;
    case stand_in::Status::out_of_memory:
      return ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY;
    case stand_in::Status::lost:
      return ZE_RESULT_ERROR_DEVICE_LOST;
    case stand_in::Status::no_such_memory:
      break;
  }
  return ZE_RESULT_ERROR_INVALID_ARGUMENT;
}

/// Handles from `all` where they are asked for, else their number.
template <class Handle>
ze_result_t list_all(int* all, int many, std::uint32_t* count, Handle* handles) {
  const auto there = static_cast<std::uint32_t>(many);
  *count = handles == nullptr || *count == 0 ? there : std::min(*count, there);
  for (std::uint32_t i = 0; handles != nullptr && i < *count; ++i) handles[i] = handle<Handle>(all[i]);
  return ZE_RESULT_SUCCESS;
}

}  // namespace

SONDE_STAND_IN ze_result_t zeInit(ze_init_flags_t) {
  return stand_in::devices() > 0 ? ZE_RESULT_SUCCESS : ZE_RESULT_ERROR_UNINITIALIZED;
}
SONDE_STAND_IN ze_result_t zeDriverGet(std::uint32_t* count, ze_driver_handle_t* drivers) {
  return list_all(&driver, 1, count, drivers);
}
SONDE_STAND_IN ze_result_t zeDriverGetProperties(ze_driver_handle_t, ze_driver_properties_t* facts) {
  facts->driverVersion = 17;
  return ZE_RESULT_SUCCESS;
}
SONDE_STAND_IN ze_result_t zeDeviceGet(ze_driver_handle_t, std::uint32_t* count,
                                       ze_device_handle_t* devices) {
  return list_all(all_devices, stand_in::devices(), count, devices);
}
SONDE_STAND_IN ze_result_t zeDeviceGetProperties(ze_device_handle_t, ze_device_properties_t* facts) {
  facts->type = ZE_DEVICE_TYPE_GPU;
  stand_in::write_name(facts->name, sizeof facts->name);
  return ZE_RESULT_SUCCESS;
}
SONDE_STAND_IN ze_result_t zeDevicePciGetPropertiesExt(ze_device_handle_t device,
                                                       ze_pci_ext_properties_t* facts) {
  facts->address = {0, 10 + static_cast<std::uint32_t>(index_of(device)), 0, 0};
  return ZE_RESULT_SUCCESS;
}
SONDE_STAND_IN ze_result_t zeContextCreate(ze_driver_handle_t, const ze_context_desc_t*,
                                           ze_context_handle_t* made) {
  *made = handle<ze_context_handle_t>(context);
  return ZE_RESULT_SUCCESS;
}
SONDE_STAND_IN ze_result_t zeContextDestroy(ze_context_handle_t) {
  return ZE_RESULT_SUCCESS;
}
SONDE_STAND_IN ze_result_t zeMemAllocDevice(ze_context_handle_t, const ze_device_mem_alloc_desc_t*,
                                            std::size_t bytes, std::size_t, ze_device_handle_t, void** at) {
  return result_of(stand_in::allocate(bytes, true, at));
}
SONDE_STAND_IN ze_result_t zeMemAllocShared(ze_context_handle_t, const ze_device_mem_alloc_desc_t*,
                                            const ze_host_mem_alloc_desc_t*, std::size_t bytes, std::size_t,
                                            ze_device_handle_t, void** at) {
  return result_of(stand_in::allocate(bytes, false, at));
}
SONDE_STAND_IN ze_result_t zeMemAllocHost(ze_context_handle_t, const ze_host_mem_alloc_desc_t*,
                                          std::size_t bytes, std::size_t, void** at) {
  return result_of(stand_in::allocate(bytes, false, at));
}
SONDE_STAND_IN ze_result_t zeMemFree(ze_context_handle_t, void* at) {
  return result_of(stand_in::give_back(at));
}
/// Lists that wait for each of their commands, only.
SONDE_STAND_IN ze_result_t zeCommandListCreateImmediate(ze_context_handle_t, ze_device_handle_t,
                                                        const ze_command_queue_desc_t* how,
                                                        ze_command_list_handle_t* made) {
  *made = handle<ze_command_list_handle_t>(list);
  return how->mode == ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS ? ZE_RESULT_SUCCESS
                                                        : ZE_RESULT_ERROR_UNSUPPORTED_ENUMERATION;
}
SONDE_STAND_IN ze_result_t zeCommandListDestroy(ze_command_list_handle_t) {
  return ZE_RESULT_SUCCESS;
}
SONDE_STAND_IN ze_result_t zeCommandListAppendMemoryCopy(ze_command_list_handle_t, void* to, const void* from,
                                                         std::size_t bytes, ze_event_handle_t, std::uint32_t,
                                                         ze_event_handle_t*) {
  if (stand_in::range_of(to).begin == nullptr) return result_of(stand_in::copy_out(to, from, bytes));
  const ze_result_t status = result_of(stand_in::copy_in(to, from, bytes));
  return status == ZE_RESULT_SUCCESS ? result_of(stand_in::synchronise()) : status;
}
