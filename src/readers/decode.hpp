// From bytes as they lie in a file to text: unpacked, in UTF-8, without a byte order mark.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "readers/gunzip.hpp"

namespace sonde::readers {

class Decoder {
 public:
  explicit Decoder(TakeText take) : take_(std::move(take)) {}

  /// Hands on the text of these bytes. gzip and UTF-16 with a byte order mark are known; other packers are
  /// named in the error.
  Result<void> add(std::string_view bytes);
  /// Hands on what was held back to see how the file begins.
  Result<void> finish();
  /// Whether packed data ended before their end.
  [[nodiscard]] bool cut_short() const { return gunzip_ && !gunzip_->complete(); }

 private:
  enum class Encoding { utf8, utf16_little, utf16_big };

  Result<void> unpacked(std::string_view bytes);
  Result<void> begin();
  Result<void> encoded(std::string_view bytes);
  Result<void> from_utf16(std::string_view bytes);
  void append_utf16(std::string& out, unsigned unit);

  TakeText take_;
  std::string packed_head_, head_;  ///< the first bytes, before what they are is known
  std::optional<Gunzip> gunzip_;
  bool packing_known_ = false;
  std::optional<Encoding> encoding_;
  std::string odd_;         ///< half a character
  unsigned surrogate_ = 0;  ///< the first half of a pair
};

}  // namespace sonde::readers
