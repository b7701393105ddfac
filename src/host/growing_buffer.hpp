// Message buffers: whole pages, grown when a case needs more and kept for the next.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace sonde::host {

class GrowingBuffer {
 public:
  GrowingBuffer() = default;
  ~GrowingBuffer();
  GrowingBuffer(const GrowingBuffer&) = delete;
  GrowingBuffer& operator=(const GrowingBuffer&) = delete;

  /// At least `bytes` bytes; true when they are there. What was in them stays when they have to grow; what is
  /// added is zeros. A buffer of no bytes has an address of its own as well: MPI libraries take two buffers at
  /// one address, be it null, for one.
  [[nodiscard]] bool provide(std::int64_t bytes);
  [[nodiscard]] std::byte* data() const { return data_; }
  [[nodiscard]] std::int64_t capacity() const { return capacity_; }
  /// Hands to `fill`(first byte, bytes) what it has not seen of the first `bytes` bytes since contents were
  /// forgotten.
  template <class Fill>
  void fill(std::int64_t bytes, const Fill& fill) {
    if (bytes <= filled_) return;
    fill(filled_, std::span<std::byte>(data_ + filled_, static_cast<std::size_t>(bytes - filled_)));
    filled_ = bytes;
  }
  void forget_contents() { filled_ = 0; }
  void release();

 private:
  std::byte* data_ = nullptr;
  std::int64_t capacity_ = 0;
  std::int64_t filled_ = 0;
};

}  // namespace sonde::host
