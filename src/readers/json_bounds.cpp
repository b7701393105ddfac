#include "readers/json_bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "record/plausible.hpp"

namespace sonde::readers {

namespace {

constexpr int deepest = 16;  // records have five levels

// Bytes that the parser's tree takes, about: the node of an object with its map, of an array, of a string, of one
// more value, and of a key beside its string.
constexpr std::size_t object_bytes = 80, array_bytes = 48, string_bytes = 48, value_bytes = 24,
                      key_bytes = 64;
constexpr std::size_t most_times_the_line = 5;

class Scan {
 public:
  explicit Scan(std::string_view line) : line_(line) {}

  Result<void> run() {
    for (; at_ < line_.size(); ++at_) {
      take(line_[at_]);
      if (depth_ > deepest) return failure(fmt::format("values are nested deeper than {} levels", deepest));
    }
    if (tree_ <= std::max(record::always_allowed, most_times_the_line * line_.size())) return {};
    return failure("the line holds more values than any record");
  }

 private:
  void take(char c) {
    switch (c) {
      case '"':
        tree_ += string_bytes;
        skip_string();
        break;
      case '{':
        tree_ += object_bytes;
        ++depth_;
        break;
      case '[':
        tree_ += array_bytes;
        ++depth_;
        break;
      case '}':
      case ']':
        --depth_;
        break;
      case ':':
        tree_ += key_bytes;
        break;
      case ',':
        tree_ += value_bytes;
        break;
      default:
        break;
    }
  }

  void skip_string() {
    for (++at_; at_ < line_.size() && line_[at_] != '"'; ++at_)
      if (line_[at_] == '\\') ++at_;
  }

  std::string_view line_;
  std::size_t at_ = 0;
  std::size_t tree_ = 0;
  int depth_ = 0;
};

}  // namespace

Result<void> check_bounds(std::string_view line) {
  return Scan(line).run();
}

}  // namespace sonde::readers
