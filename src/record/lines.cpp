#include "record/lines.hpp"

#include <fmt/format.h>

namespace sonde::record {

Result<void> LineCutter::pass(std::string_view line) {
  ++lines_;
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.find('\0') != std::string_view::npos)
    return failure(fmt::format("{}: the line holds a zero byte: this is not a text file", lines_));
  auto taken = take_(line);
  if (!taken) return failure(fmt::format("{}: {}", lines_, taken.error().message));
  return taken;
}

Result<void> LineCutter::add(std::string_view piece) {
  for (;;) {
    const auto end = piece.find('\n');
    if (rest_.size() + std::min(end, piece.size()) > longest_line)
      return failure(fmt::format("{}: the line is longer than {} MiB: this is not a record", lines_ + 1,
                                 longest_line >> 20));
    if (end == std::string_view::npos) break;
    Result<void> passed;
    if (rest_.empty()) {
      passed = pass(piece.substr(0, end));
    } else {
      rest_ += piece.substr(0, end);
      passed = pass(rest_);
      rest_.clear();
    }
    if (!passed) return passed;
    piece.remove_prefix(end + 1);
  }
  rest_ += piece;
  return {};
}

}  // namespace sonde::record
