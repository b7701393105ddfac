// Message buffers: whole pages, grown when a case needs more and kept for the next.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace sonde::run {

class Memory {
 public:
  Memory() = default;
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  /// At least `bytes` bytes; true when they are there. They are zeros, and what was in them is gone, when
  /// they had to grow.
  [[nodiscard]] bool provide(std::int64_t bytes);
  [[nodiscard]] std::byte* data() const { return data_; }
  [[nodiscard]] std::int64_t capacity() const { return capacity_; }
  [[nodiscard]] bool filled() const { return filled_; }
  /// Hands all bytes to `fill`, once until they grow or are forgotten.
  template <class Fill>
  void fill(const Fill& fill) {
    fill(std::span<std::byte>(data_, static_cast<std::size_t>(capacity_)));
    filled_ = true;
  }
  void forget_contents() { filled_ = false; }
  void release();

 private:
  std::byte* data_ = nullptr;
  std::int64_t capacity_ = 0;
  bool filled_ = false;
};

}  // namespace sonde::run
