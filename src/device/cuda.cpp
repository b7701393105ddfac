// libcuda.so.1, which comes with NVIDIA's kernel driver (CUDA driver API, since version 6).
#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstdint>

#include "base/machine.hpp"
#include "base/text.hpp"
#include "device/driver.hpp"
#include "device/shared_library.hpp"
#include "host/space.hpp"

namespace sonde::device {

namespace {

using Status = int;
using Device = int;
using Context = void*;
using Address = unsigned long long;

constexpr Status success = 0, out_of_memory = 2;
constexpr unsigned attach_global = 1;
constexpr unsigned portable = 1;

struct Functions {
  Status (*init)(unsigned flags);
  Status (*version)(int* version);
  Status (*count)(int* count);
  Status (*get)(Device* device, int index);
  Status (*name)(char* name, int length, Device device);
  Status (*pci)(char* bus, int length, Device device);
  Status (*retain)(Context* context, Device device);
  Status (*set_current)(Context context);
  Status (*allocate)(Address* at, std::size_t bytes);
  Status (*allocate_managed)(Address* at, std::size_t bytes, unsigned flags);
  Status (*allocate_host)(void** at, std::size_t bytes, unsigned flags);
  Status (*free)(Address at);
  Status (*free_host)(void* at);
  Status (*copy_in)(Address to, const void* from, std::size_t bytes);
  Status (*copy_out)(void* to, Address from, std::size_t bytes);
  Status (*synchronise)();
  Status (*text)(Status status, const char** text);

  explicit Functions(SharedLibrary& library) {
    library.find("cuInit", init);
    library.find("cuDriverGetVersion", version);
    library.find("cuDeviceGetCount", count);
    library.find("cuDeviceGet", get);
    library.find("cuDeviceGetName", name);
    library.find("cuDeviceGetPCIBusId", pci);
    library.find("cuDevicePrimaryCtxRetain", retain);
    library.find("cuCtxSetCurrent", set_current);
    library.find("cuMemAlloc_v2", allocate);
    library.find("cuMemAllocManaged", allocate_managed);
    library.find("cuMemHostAlloc", allocate_host);
    library.find("cuMemFree_v2", free);
    library.find("cuMemFreeHost", free_host);
    library.find("cuMemcpyHtoD_v2", copy_in);
    library.find("cuMemcpyDtoH_v2", copy_out);
    library.find("cuCtxSynchronize", synchronise);
    library.find("cuGetErrorString", text);
  }
};

std::string words(const Functions& cuda, Status status) {
  const char* text = nullptr;
  if (cuda.text(status, &text) != success || text == nullptr) return fmt::format("error {}", status);
  return text;
}

class Cuda final : public Driver {
 public:
  Cuda(const Functions& functions, int count) : cuda_(functions), count_(count) {}

  int count() const override { return count_; }

  /// The kernel's part has a version of its own, which bug reports ask for.
  std::string version() const override {
    int number = 0;
    std::string text = "CUDA";
    if (cuda_.version(&number) == success) text += fmt::format(" {}.{}", number / 1000, number % 1000 / 10);
    const auto kernel = file_text("/sys/module/nvidia/version");
    return kernel && !trim(*kernel).empty() ? fmt::format("{}, {}", trim(*kernel), text) : text;
  }

  DeviceName name(int index) const override {
    std::array<char, 256> text{}, bus{};
    Device device = 0;
    if (cuda_.get(&device, index) != success) return {};
    DeviceName made;
    if (cuda_.name(text.data(), text.size() - 1, device) == success) made.name = text.data();
    if (cuda_.pci(bus.data(), bus.size() - 1, device) == success) made.pci = bus.data();
    return made;
  }

  Result<void> choose(int index) override {
    Device device = 0;
    Status status = cuda_.get(&device, index);
    if (status == success) status = cuda_.retain(&context_, device);
    if (status == success) status = cuda_.set_current(context_);
    if (status == success) return {};
    return failure(fmt::format("device {} cannot be used: {}", index, words(cuda_, status)));
  }

  void enter_thread() noexcept override { cuda_.set_current(context_); }

  std::byte* allocate(GpuPlace place, std::int64_t bytes) override {
    enter_thread();
    const auto size = static_cast<std::size_t>(bytes);
    Address at = 0;
    void* locked = nullptr;
    const Status status = place == GpuPlace::device    ? cuda_.allocate(&at, size)
                          : place == GpuPlace::managed ? cuda_.allocate_managed(&at, size, attach_global)
                                                       : cuda_.allocate_host(&locked, size, portable);
    if (status == out_of_memory) return nullptr;
    check(status, "allocate memory");
    return place == GpuPlace::pinned ? static_cast<std::byte*>(locked) : pointer(at);
  }

  void give_back(GpuPlace place, std::byte* at) noexcept override {
    enter_thread();
    static_cast<void>(place == GpuPlace::pinned ? cuda_.free_host(at) : cuda_.free(address(at)));
  }

  void copy_in(std::byte* to, const std::byte* from, std::size_t bytes) override {
    enter_thread();
    check(cuda_.copy_in(address(to), from, bytes), "write to the device");
  }
  void copy_out(std::byte* to, const std::byte* from, std::size_t bytes) override {
    enter_thread();
    check(cuda_.copy_out(to, address(from), bytes), "read from the device");
  }
  void synchronise() override {
    enter_thread();
    check(cuda_.synchronise(), "wait for the device");
  }

 private:
  static Address address(const std::byte* at) { return std::bit_cast<std::uintptr_t>(at); }
  static std::byte* pointer(Address at) { return std::bit_cast<std::byte*>(static_cast<std::uintptr_t>(at)); }

  void check(Status status, const char* what) const {
    if (status != success)
      throw host::SpaceError(fmt::format("CUDA cannot {}: {}", what, words(cuda_, status)));
  }

  Functions cuda_;
  int count_;
  Context context_ = nullptr;
};

}  // namespace

Result<std::unique_ptr<Driver>> open_cuda() {
  constexpr std::array names{"libcuda.so.1"};
  auto library = SharedLibrary::open(names);
  if (!library) return failure(fmt::format("there is no CUDA driver ({})", library.error().message));
  const Functions cuda(*library);
  if (!library->missing().empty())
    return failure(
        fmt::format("the CUDA driver is too old: {} lacks {}", library->name(), library->missing()));
  constexpr Status no_device = 100;
  int count = 0;
  Status status = cuda.init(0);
  if (status == success) status = cuda.count(&count);
  if (status == no_device || (status == success && count == 0))
    return failure("the CUDA driver finds no device");
  if (status != success) return failure("the CUDA driver cannot be used: " + words(cuda, status));
  return std::make_unique<Cuda>(cuda, count);
}

}  // namespace sonde::device
