// Message buffers: whole pages, grown when a case needs more and kept for the next.
#pragma once
#include <cstddef>
#include <cstdint>

#include "host/space.hpp"

namespace sonde::host {

class GrowingBuffer {
 public:
  GrowingBuffer() = default;
  ~GrowingBuffer();
  GrowingBuffer(const GrowingBuffer&) = delete;
  GrowingBuffer& operator=(const GrowingBuffer&) = delete;

  /// At least `bytes` bytes; true when they are there. What was in host memory stays when it has to grow,
  /// what is added is zeros; other memory is filled anew. A buffer of no bytes has an address of its own as
  /// well: MPI libraries take two buffers at one address, be it null, for one. Throws SpaceError.
  [[nodiscard]] bool provide(std::int64_t bytes);
  [[nodiscard]] std::byte* data() const { return data_; }
  [[nodiscard]] std::int64_t capacity() const { return capacity_; }
  /// Where the memory lies.
  [[nodiscard]] Space& space() const { return *space_; }
  /// Gives back what lies elsewhere.
  void move_to(Space& space);
  /// Has `fill` write what it has not written of the first `bytes` bytes since contents were forgotten.
  /// Throws SpaceError.
  void fill(std::int64_t bytes, const Space::Fill& fill);
  void forget_contents() { filled_ = 0; }
  void release();

 private:
  Space* space_ = &host_space();
  std::byte* data_ = nullptr;
  std::int64_t capacity_ = 0;
  std::int64_t filled_ = 0;
};

}  // namespace sonde::host
