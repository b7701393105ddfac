// The one owner of a file descriptor, and the one way to write all of something to it.
#pragma once
#include <string_view>
#include <utility>

#include "base/result.hpp"

namespace sonde {

/// A descriptor that closes itself; -1 where nothing is open.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }

  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] bool open() const { return number_ >= 0; }

  /// Closes it now; false, with the reason in errno, where the system could not keep what was written.
  bool close();

 private:
  int number_ = -1;
};

/// Writes all bytes or returns the reason of the system; goes on after interrupts and short writes, and waits
/// for at most so long (-1: no limit) where a pipe that another program has made non-blocking is full.
[[nodiscard]] Result<void> write_all(int descriptor, std::string_view bytes, int patience_ms = -1);

}  // namespace sonde
