#include "host/growing_buffer.hpp"

#include <unistd.h>

#include <algorithm>

namespace sonde::host {

GrowingBuffer::~GrowingBuffer() {
  release();
}

void GrowingBuffer::release() {
  if (data_ != nullptr) space_->give_back(data_, capacity_);
  data_ = nullptr;
  capacity_ = 0;
  filled_ = 0;
}

void GrowingBuffer::move_to(Space& space) {
  if (space_ == &space) return;
  release();
  space_ = &space;
}

bool GrowingBuffer::provide(std::int64_t bytes) {
  bytes = std::max<std::int64_t>(bytes, 1);
  if (bytes <= capacity_) return true;
  const std::int64_t page = sysconf(_SC_PAGESIZE);
  const std::int64_t whole = (bytes + page - 1) / page * page;
  std::byte* made = nullptr;
  if (data_ != nullptr && space_->extends()) {
    made = space_->extend(data_, capacity_, whole);
  } else {
    release();
    made = space_->allocate(whole);
  }
  if (made == nullptr) return false;
  data_ = made;
  capacity_ = whole;
  return true;
}

void GrowingBuffer::fill(std::int64_t bytes, const Space::Fill& fill) {
  if (bytes <= filled_) return;
  const std::int64_t first = filled_;
  space_->write(data_ + first, bytes - first,
                [&](std::int64_t at, std::span<std::byte> piece) { fill(first + at, piece); });
  filled_ = bytes;
}

}  // namespace sonde::host
