// libamdhip64.so, which comes with ROCm 5 to 7 (HIP runtime API).
#include <fmt/format.h>

#include <array>
#include <cstdint>

#include "device/driver.hpp"
#include "device/shared_library.hpp"
#include "host/space.hpp"

namespace sonde::device {

namespace {

using Status = int;

constexpr Status success = 0, out_of_memory = 2;
constexpr unsigned attach_global = 1;
constexpr unsigned portable = 1;
constexpr int to_device = 1, to_host = 2;

struct Functions {
  Status (*init)(unsigned flags);
  Status (*version)(int* version);
  Status (*count)(int* count);
  Status (*set)(int index);
  Status (*name)(char* name, int length, int index);
  Status (*pci)(char* bus, int length, int index);
  Status (*allocate)(void** at, std::size_t bytes);
  Status (*allocate_managed)(void** at, std::size_t bytes, unsigned flags);
  Status (*allocate_host)(void** at, std::size_t bytes, unsigned flags);
  Status (*free)(void* at);
  Status (*free_host)(void* at);
  Status (*copy)(void* to, const void* from, std::size_t bytes, int direction);
  Status (*synchronise)();
  const char* (*text)(Status status);

  explicit Functions(SharedLibrary& library) {
    library.find("hipInit", init);
    library.find("hipDriverGetVersion", version);
    library.find("hipGetDeviceCount", count);
    library.find("hipSetDevice", set);
    library.find("hipDeviceGetName", name);
    library.find("hipDeviceGetPCIBusId", pci);
    library.find("hipMalloc", allocate);
    library.find("hipMallocManaged", allocate_managed);
    library.find("hipHostMalloc", allocate_host);
    library.find("hipFree", free);
    library.find("hipHostFree", free_host);
    library.find("hipMemcpy", copy);
    library.find("hipDeviceSynchronize", synchronise);
    library.find("hipGetErrorString", text);
  }
};

class Hip final : public Driver {
 public:
  Hip(const Functions& functions, int count) : hip_(functions), count_(count) {}

  int count() const override { return count_; }

  /// HIP counts 10000000 for a major and 100000 for a minor version.
  std::string version() const override {
    int number = 0;
    if (hip_.version(&number) != success) return "HIP";
    return fmt::format("HIP {}.{}", number / 10'000'000, number / 100'000 % 100);
  }

  DeviceName name(int index) const override {
    std::array<char, 256> text{}, bus{};
    DeviceName made;
    if (hip_.name(text.data(), text.size() - 1, index) == success) made.name = text.data();
    if (hip_.pci(bus.data(), bus.size() - 1, index) == success) made.pci = bus.data();
    return made;
  }

  Result<void> choose(int index) override {
    const Status status = hip_.set(index);
    if (status != success)
      return failure(fmt::format("device {} cannot be used: {}", index, hip_.text(status)));
    index_ = index;
    return {};
  }

  void enter_thread() noexcept override { hip_.set(index_); }

  std::byte* allocate(GpuPlace place, std::int64_t bytes) override {
    enter_thread();
    const auto size = static_cast<std::size_t>(bytes);
    void* at = nullptr;
    const Status status = place == GpuPlace::device    ? hip_.allocate(&at, size)
                          : place == GpuPlace::managed ? hip_.allocate_managed(&at, size, attach_global)
                                                       : hip_.allocate_host(&at, size, portable);
    if (status == out_of_memory) return nullptr;
    check(status, "allocate memory");
    return static_cast<std::byte*>(at);
  }

  void give_back(GpuPlace place, std::byte* at) noexcept override {
    enter_thread();
    static_cast<void>(place == GpuPlace::pinned ? hip_.free_host(at) : hip_.free(at));
  }

  void copy_in(std::byte* to, const std::byte* from, std::size_t bytes) override {
    enter_thread();
    check(hip_.copy(to, from, bytes, to_device), "write to the device");
  }
  void copy_out(std::byte* to, const std::byte* from, std::size_t bytes) override {
    enter_thread();
    check(hip_.copy(to, from, bytes, to_host), "read from the device");
  }
  void synchronise() override {
    enter_thread();
    check(hip_.synchronise(), "wait for the device");
  }

 private:
  void check(Status status, const char* what) const {
    if (status != success) throw host::SpaceError(fmt::format("HIP cannot {}: {}", what, hip_.text(status)));
  }

  Functions hip_;
  int count_;
  int index_ = 0;
};

}  // namespace

Result<std::unique_ptr<Driver>> open_hip() {
  constexpr std::array names{"libamdhip64.so.6", "libamdhip64.so.7", "libamdhip64.so.5"};
  auto library = SharedLibrary::open(names);
  if (!library) return failure(fmt::format("there is no HIP driver ({})", library.error().message));
  const Functions hip(*library);
  if (!library->missing().empty())
    return failure(
        fmt::format("the HIP driver is too old: {} lacks {}", library->name(), library->missing()));
  constexpr Status no_device = 100, invalid_device = 101;
  int count = 0;
  Status status = hip.init(0);
  if (status == success) status = hip.count(&count);
  if (status == no_device || status == invalid_device || (status == success && count == 0))
    return failure("the HIP driver finds no device");
  if (status != success) return failure(fmt::format("the HIP driver cannot be used: {}", hip.text(status)));
  return std::make_unique<Hip>(hip, count);
}

}  // namespace sonde::device
