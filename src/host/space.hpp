// What memory is to those who lay out, fill and look at messages: memory of the host, or memory that only a
// driver reaches.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>

namespace sonde::host {

/// A driver could not allocate, write or read; the text is a sentence for the row.
class SpaceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Space {
 public:
  /// Writes the bytes of a stretch from `first` on into a piece of host memory; `first` is a multiple of 4
  /// MiB.
  using Fill = std::function<void(std::int64_t first, std::span<std::byte> piece)>;
  /// Sees the bytes of a stretch from `first` on, in order.
  using Look = std::function<void(std::int64_t first, std::span<const std::byte> piece)>;

  Space() = default;
  virtual ~Space() = default;
  Space(const Space&) = delete;
  Space& operator=(const Space&) = delete;

  /// Null where there is not so much memory. Throws SpaceError where the driver fails otherwise.
  [[nodiscard]] virtual std::byte* allocate(std::int64_t bytes) = 0;
  virtual void give_back(std::byte* at, std::int64_t bytes) noexcept = 0;
  /// Whether memory can be extended.
  [[nodiscard]] virtual bool extends() const { return false; }
  /// The same memory with its contents, longer and perhaps at another place; null where there is not so much,
  /// and the memory stays as it is.
  [[nodiscard]] virtual std::byte* extend(std::byte* /*at*/, std::int64_t /*held*/, std::int64_t /*bytes*/) {
    return nullptr;
  }
  /// Calls `fill` piece by piece. What was written is there when it returns. Throws SpaceError.
  virtual void write(std::byte* to, std::int64_t bytes, const Fill& fill) = 0;
  /// Waits for nothing first: what has not arrived is not seen. Throws SpaceError.
  virtual void read(const std::byte* from, std::int64_t bytes, const Look& look) = 0;
  /// Returns when the device has nothing left to do. Throws SpaceError.
  virtual void settle() {}
  /// Makes the device the one of the calling thread, as MPI libraries that take its memory want it.
  virtual void enter_thread() noexcept {}
};

[[nodiscard]] Space& host_space();

}  // namespace sonde::host
