// Unpacks what gzip has packed, piece by piece.
#pragma once
#include <functional>
#include <memory>
#include <string_view>

#include "base/result.hpp"

namespace sonde::readers {

using TakeText = std::function<Result<void>(std::string_view text)>;

class Gunzip {
 public:
  Gunzip();
  Gunzip(const Gunzip&) = delete;
  Gunzip& operator=(const Gunzip&) = delete;
  ~Gunzip();

  /// Whether the bytes begin as those of gzip do.
  [[nodiscard]] static bool is_packed(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }
  /// Hands on what is unpacked now. An error where the data are damaged, and where this build has no zlib.
  /// Several packed files may stand one behind the other.
  Result<void> add(std::string_view bytes, const TakeText& take);
  /// Whether the data end where a packed file ends.
  [[nodiscard]] bool complete() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sonde::readers
