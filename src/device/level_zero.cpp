// libze_loader.so.1 of oneAPI Level Zero. Its structures are large and grow, so they come from its header
// (libze-dev), where that is there when Sonde is built.
#include "device/driver.hpp"

#if __has_include(<level_zero/ze_api.h>)

#include <fmt/format.h>
#include <level_zero/ze_api.h>

#include <array>
#include <vector>

#include "device/shared_library.hpp"
#include "host/space.hpp"

namespace sonde::device {

namespace {

struct Functions {
  decltype(&zeInit) init;
  decltype(&zeDriverGet) drivers;
  decltype(&zeDriverGetProperties) driver_properties;
  decltype(&zeDeviceGet) devices;
  decltype(&zeDeviceGetProperties) device_properties;
  decltype(&zeDevicePciGetPropertiesExt) pci;
  decltype(&zeContextCreate) context;
  decltype(&zeMemAllocDevice) allocate;
  decltype(&zeMemAllocShared) allocate_shared;
  decltype(&zeMemAllocHost) allocate_host;
  decltype(&zeMemFree) free;
  decltype(&zeCommandListCreateImmediate) list;
  decltype(&zeCommandListAppendMemoryCopy) copy;

  explicit Functions(SharedLibrary& library) {
    library.find("zeInit", init);
    library.find("zeDriverGet", drivers);
    library.find("zeDriverGetProperties", driver_properties);
    library.find("zeDeviceGet", devices);
    library.find("zeDeviceGetProperties", device_properties);
    library.find("zeDevicePciGetPropertiesExt", pci);
    library.find("zeContextCreate", context);
    library.find("zeMemAllocDevice", allocate);
    library.find("zeMemAllocShared", allocate_shared);
    library.find("zeMemAllocHost", allocate_host);
    library.find("zeMemFree", free);
    library.find("zeCommandListCreateImmediate", list);
    library.find("zeCommandListAppendMemoryCopy", copy);
  }
};

std::string words(ze_result_t status) {
  return fmt::format("error 0x{:x}", static_cast<unsigned>(status));
}

class LevelZero final : public Driver {
 public:
  LevelZero(const Functions& functions, ze_driver_handle_t driver, std::vector<ze_device_handle_t> devices)
      : ze_(functions), driver_(driver), devices_(std::move(devices)) {}

  int count() const override { return static_cast<int>(devices_.size()); }

  std::string version() const override {
    ze_driver_properties_t facts{};
    facts.stype = ZE_STRUCTURE_TYPE_DRIVER_PROPERTIES;
    if (ze_.driver_properties(driver_, &facts) != ZE_RESULT_SUCCESS) return "Level Zero";
    return fmt::format("Level Zero {}", facts.driverVersion);
  }

  DeviceName name(int index) const override {
    const ze_device_handle_t device = devices_[static_cast<std::size_t>(index)];
    DeviceName made;
    ze_device_properties_t facts{};
    facts.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES;
    if (ze_.device_properties(device, &facts) == ZE_RESULT_SUCCESS) made.name = facts.name;
    ze_pci_ext_properties_t bus{};
    bus.stype = ZE_STRUCTURE_TYPE_PCI_EXT_PROPERTIES;
    if (ze_.pci(device, &bus) != ZE_RESULT_SUCCESS) return made;
    const auto& at = bus.address;
    made.pci = fmt::format("{:04x}:{:02x}:{:02x}.{:x}", at.domain, at.bus, at.device, at.function);
    return made;
  }

  /// Copies go through an immediate list that returns when they are done.
  Result<void> choose(int index) override {
    device_ = devices_[static_cast<std::size_t>(index)];
    ze_context_desc_t plain{};
    plain.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC;
    ze_command_queue_desc_t queue{};
    queue.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC;
    queue.mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS;
    ze_result_t status = ze_.context(driver_, &plain, &context_);
    if (status == ZE_RESULT_SUCCESS) status = ze_.list(context_, device_, &queue, &list_);
    if (status == ZE_RESULT_SUCCESS) return {};
    return failure(fmt::format("device {} cannot be used: {}", index, words(status)));
  }

  void enter_thread() noexcept override {}

  std::byte* allocate(GpuPlace place, std::int64_t bytes) override {
    constexpr std::size_t page = 4096;
    const auto size = static_cast<std::size_t>(bytes);
    ze_device_mem_alloc_desc_t there{};
    there.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC;
    ze_host_mem_alloc_desc_t here{};
    here.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC;
    void* at = nullptr;
    const ze_result_t status =
        place == GpuPlace::device    ? ze_.allocate(context_, &there, size, page, device_, &at)
        : place == GpuPlace::managed ? ze_.allocate_shared(context_, &there, &here, size, page, device_, &at)
                                     : ze_.allocate_host(context_, &here, size, page, &at);
    const bool none = status == ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY ||
                      status == ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY ||
                      status == ZE_RESULT_ERROR_UNSUPPORTED_SIZE;
    if (none) return nullptr;
    check(status, "allocate memory");
    return static_cast<std::byte*>(at);
  }

  void give_back(GpuPlace, std::byte* at) noexcept override { ze_.free(context_, at); }

  void copy_in(std::byte* to, const std::byte* from, std::size_t bytes) override {
    check(ze_.copy(list_, to, from, bytes, nullptr, 0, nullptr), "write to the device");
  }
  void copy_out(std::byte* to, const std::byte* from, std::size_t bytes) override {
    check(ze_.copy(list_, to, from, bytes, nullptr, 0, nullptr), "read from the device");
  }
  /// Each copy has waited for itself.
  void synchronise() override {}

 private:
  static void check(ze_result_t status, const char* what) {
    if (status != ZE_RESULT_SUCCESS)
      throw host::SpaceError(fmt::format("Level Zero cannot {}: {}", what, words(status)));
  }

  Functions ze_;
  ze_driver_handle_t driver_;
  std::vector<ze_device_handle_t> devices_;
  ze_device_handle_t device_ = nullptr;
  ze_context_handle_t context_ = nullptr;
  ze_command_list_handle_t list_ = nullptr;
};

/// The GPUs of a driver; a driver of other devices has none.
std::vector<ze_device_handle_t> gpus_of(const Functions& ze, ze_driver_handle_t driver) {
  std::uint32_t count = 0;
  if (ze.devices(driver, &count, nullptr) != ZE_RESULT_SUCCESS) return {};
  std::vector<ze_device_handle_t> all(count);
  if (count == 0 || ze.devices(driver, &count, all.data()) != ZE_RESULT_SUCCESS) return {};
  std::erase_if(all, [&](ze_device_handle_t device) {
    ze_device_properties_t facts{};
    facts.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES;
    return ze.device_properties(device, &facts) != ZE_RESULT_SUCCESS || facts.type != ZE_DEVICE_TYPE_GPU;
  });
  return all;
}

}  // namespace

Result<std::unique_ptr<Driver>> open_level_zero() {
  constexpr std::array names{"libze_loader.so.1"};
  auto library = SharedLibrary::open(names);
  if (!library) return failure(fmt::format("there is no Level Zero driver ({})", library.error().message));
  const Functions ze(*library);
  if (!library->missing().empty())
    return failure(
        fmt::format("the Level Zero loader is too old: {} lacks {}", library->name(), library->missing()));
  const ze_result_t status = ze.init(ZE_INIT_FLAG_GPU_ONLY);
  std::uint32_t count = 0;
  if (status == ZE_RESULT_SUCCESS) ze.drivers(&count, nullptr);
  std::vector<ze_driver_handle_t> drivers(count);
  if (count > 0) ze.drivers(&count, drivers.data());
  for (const ze_driver_handle_t driver : drivers)
    if (auto gpus = gpus_of(ze, driver); !gpus.empty())
      return std::make_unique<LevelZero>(ze, driver, std::move(gpus));
  return failure("the Level Zero driver finds no device");
}

}  // namespace sonde::device

#else

namespace sonde::device {

Result<std::unique_ptr<Driver>> open_level_zero() {
  return failure("this build knows no Level Zero; build it where level_zero/ze_api.h is (libze-dev)");
}

}  // namespace sonde::device

#endif
