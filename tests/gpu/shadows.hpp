// Memory of a CUDA device that has a shadow on the host, which MPI gets in its place.
#pragma once
#include <dlfcn.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>

namespace staging {

/// Nothing is asked before the program has opened it.
struct Driver {
  using Status = int;
  using Address = unsigned long long;
  static constexpr Status success = 0, no_context = 201;

  Status (*attribute)(void* value, int which, Address at) = nullptr;
  Status (*range)(Address* base, std::size_t* bytes, Address at) = nullptr;
  Status (*copy_in)(Address to, const void* from, std::size_t bytes) = nullptr;
  Status (*copy_out)(void* to, Address from, std::size_t bytes) = nullptr;
  Status (*set_current)(void* context) = nullptr;

  explicit Driver(void* library) {
    find(library, "cuPointerGetAttribute", attribute);
    find(library, "cuMemGetAddressRange_v2", range);
    find(library, "cuMemcpyHtoD_v2", copy_in);
    find(library, "cuMemcpyDtoH_v2", copy_out);
    find(library, "cuCtxSetCurrent", set_current);
  }

  /// Null where the program has none.
  static const Driver* opened() {
    static void* library = nullptr;
    static std::mutex once;
    const std::scoped_lock lock(once);
    if (library == nullptr) library = dlopen("libcuda.so.1", RTLD_NOLOAD | RTLD_LAZY);
    if (library == nullptr) return nullptr;
    static const Driver driver(library);
    return &driver;
  }

  static Address address(const void* at) { return std::bit_cast<std::uintptr_t>(at); }

  [[nodiscard]] bool is_device(const void* at) const {
    constexpr int memory_type = 2, managed = 8;
    unsigned type = 0, moves = 0;
    if (attribute(&type, memory_type, address(at)) != success || type != 2) return false;
    return attribute(&moves, managed, address(at)) != success || (moves & 0xffU) == 0;
  }

  /// With the context of the pointer where the thread has none. What fails ends the job: messages would be
  /// wrong.
  template <class Call>
  void must(const char* what, const void* at, const Call& call) const {
    Status status = call();
    void* context = nullptr;
    if (status == no_context && attribute(&context, 1, address(at)) == success &&
        set_current(context) == success)
      status = call();
    if (status == success) return;
    std::fprintf(stderr, "staging: %s at %p fails: CUDA error %d\n", what, at, status);
    std::abort();
  }

 private:
  template <class Function>
  static void find(void* library, const char* name, Function& into) {
    into = reinterpret_cast<Function>(dlsym(library, name));
    if (into != nullptr) return;
    std::fprintf(stderr, "staging: libcuda.so.1 lacks %s\n", name);
    std::abort();
  }
};

struct Shadow {
  char* base = nullptr;  ///< on the device
  std::size_t bytes = 0;
  std::shared_ptr<char[]> memory;
};

inline std::mutex mutex;  // of all that the threads of a rank share

/// Of the allocation that holds a device pointer.
inline Shadow shadow_of(const Driver& driver, const void* at) {
  static std::map<char*, Shadow> all;
  Driver::Address base = 0;
  std::size_t bytes = 0;
  driver.must("cuMemGetAddressRange", at, [&] { return driver.range(&base, &bytes, Driver::address(at)); });
  const std::scoped_lock lock(mutex);
  auto* const first = std::bit_cast<char*>(static_cast<std::uintptr_t>(base));
  Shadow& shadow = all[first];
  if (shadow.bytes != bytes) shadow = {first, bytes, std::shared_ptr<char[]>(new char[bytes])};
  return shadow;
}

/// The bytes from a pointer of the program on; on the host they are left alone.
class Region {
 public:
  Region(const void* at, long bytes, bool written)
      : at_(const_cast<void*>(at)), mpi_(at_), written_(written) {
    driver_ = at == nullptr ? nullptr : Driver::opened();
    if (driver_ != nullptr && !driver_->is_device(at)) driver_ = nullptr;
    if (driver_ == nullptr) return;
    shadow_ = shadow_of(*driver_, at);
    const auto place = static_cast<std::size_t>(static_cast<char*>(at_) - shadow_.base);
    bytes_ = std::min(static_cast<std::size_t>(std::max(bytes, 0L)), shadow_.bytes - place);
    mpi_ = shadow_.memory.get() + place;
  }

  [[nodiscard]] bool on_device() const { return driver_ != nullptr; }
  [[nodiscard]] bool written() const { return written_ && on_device() && bytes_ > 0; }
  [[nodiscard]] const void* at() const { return at_; }
  [[nodiscard]] void* for_mpi() const { return mpi_; }  ///< where MPI finds it
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

  void to_shadow() const { to_shadow(0, bytes_); }
  void to_shadow(std::size_t first, std::size_t bytes) const {
    if (on_device()) to_host(static_cast<char*>(mpi_) + first, first, bytes);
  }
  void to_host(char* into, std::size_t first, std::size_t bytes) const {
    const char* from = static_cast<char*>(at_) + first;
    const auto copy = [&] { return driver_->copy_out(into, Driver::address(from), bytes); };
    if (bytes > 0) driver_->must("a copy to the host", from, copy);
  }
  void to_device() const {
    if (on_device()) to_device(static_cast<char*>(mpi_), 0, bytes_);
  }
  void to_device(const char* from, std::size_t first, std::size_t bytes) const {
    const char* to = static_cast<char*>(at_) + first;
    const auto copy = [&] { return driver_->copy_in(Driver::address(to), from, bytes); };
    if (bytes > 0) driver_->must("a copy to the device", to, copy);
  }

 private:
  void* at_;
  void* mpi_;
  bool written_;
  const Driver* driver_ = nullptr;
  Shadow shadow_;
  std::size_t bytes_ = 0;
};

}  // namespace staging
