// Cuts what arrives in pieces into complete lines.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace sonde::record {

/// No line of a record comes near this; a file that has a longer one is not ours.
inline constexpr std::size_t longest_line = std::size_t{64} << 20;

class LineCutter {
 public:
  using Take = std::function<Result<void>(std::string_view line)>;
  explicit LineCutter(Take take) : take_(std::move(take)) {}

  /// Passes on every line that is complete now. The message of an error starts with the number of the line.
  Result<void> add(std::string_view piece);
  /// Whether bytes are left behind the last newline.
  [[nodiscard]] bool torn() const { return !rest_.empty(); }
  [[nodiscard]] std::string_view rest() const { return rest_; }
  [[nodiscard]] std::int64_t lines() const { return lines_; }

 private:
  Result<void> pass(std::string_view line);

  Take take_;
  std::string rest_;
  std::int64_t lines_ = 0;
};

}  // namespace sonde::record
