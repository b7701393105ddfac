#include "host/growing_buffer.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

namespace sonde::host {

GrowingBuffer::~GrowingBuffer() {
  release();
}

void GrowingBuffer::release() {
  if (data_ != nullptr) munmap(data_, static_cast<std::size_t>(capacity_));
  data_ = nullptr;
  capacity_ = 0;
  filled_ = 0;
}

bool GrowingBuffer::provide(std::int64_t bytes) {
  bytes = std::max<std::int64_t>(bytes, 1);
  if (bytes <= capacity_) return true;
  const std::int64_t page = sysconf(_SC_PAGESIZE);
  const std::int64_t whole = (bytes + page - 1) / page * page;
  if (!std::in_range<std::ptrdiff_t>(whole)) return false;  // more than addresses of 32 bits reach
  const auto size = static_cast<std::size_t>(whole);
  void* made = data_ == nullptr
                   ? mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                   : mremap(data_, static_cast<std::size_t>(capacity_), size, MREMAP_MAYMOVE);
  if (made == MAP_FAILED) return false;
  data_ = static_cast<std::byte*>(made);
  capacity_ = whole;
  return true;
}

}  // namespace sonde::host
