#include "host/space.hpp"

#include <sys/mman.h>

#include <utility>

namespace sonde::host {

namespace {

class HostSpace final : public Space {
 public:
  std::byte* allocate(std::int64_t bytes) override {
    if (!fits(bytes)) return nullptr;
    return made(mmap(nullptr, static_cast<std::size_t>(bytes), PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  }
  void give_back(std::byte* at, std::int64_t bytes) noexcept override {
    munmap(at, static_cast<std::size_t>(bytes));
  }
  bool extends() const override { return true; }
  std::byte* extend(std::byte* at, std::int64_t held, std::int64_t bytes) override {
    if (!fits(bytes)) return nullptr;
    return made(mremap(at, static_cast<std::size_t>(held), static_cast<std::size_t>(bytes), MREMAP_MAYMOVE));
  }
  void write(std::byte* to, std::int64_t bytes, const Fill& fill) override {
    fill(0, {to, static_cast<std::size_t>(bytes)});
  }
  void read(const std::byte* from, std::int64_t bytes, const Look& look) override {
    look(0, {from, static_cast<std::size_t>(bytes)});
  }

 private:
  /// Addresses of 32 bits reach less.
  static bool fits(std::int64_t bytes) { return std::in_range<std::ptrdiff_t>(bytes); }
  static std::byte* made(void* at) { return at == MAP_FAILED ? nullptr : static_cast<std::byte*>(at); }
};

}  // namespace

Space& host_space() {
  static HostSpace space;
  return space;
}

}  // namespace sonde::host
