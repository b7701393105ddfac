#include "base/units.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>

namespace sonde {

namespace {

constexpr double most_whole_seconds = 1e15;  // whole numbers of 64 bits have more

int suffix_shift(char c) {
  switch (c) {
    case 'k':
    case 'K':
      return 10;
    case 'm':
    case 'M':
      return 20;
    case 'g':
    case 'G':
      return 30;
    default:
      return -1;
  }
}

}  // namespace

Result<std::int64_t> parse_bytes(std::string_view text) {
  std::int64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc::result_out_of_range)
    return failure(fmt::format("'{}' does not fit in 64 bits", text));
  if (error != std::errc{} || number < 0)
    return failure(fmt::format(
        "'{}' is not a length: expected a whole number of bytes, with an optional suffix k, M or G", text));
  if (rest == end) return number;
  const int shift = suffix_shift(*rest);
  if (shift < 0 || rest + 1 != end)
    return failure(fmt::format("'{}' has unknown text after the number: the suffixes are k, M and G", text));
  if (number > (std::numeric_limits<std::int64_t>::max() >> shift))
    return failure(fmt::format("'{}' does not fit in 64 bits", text));
  return number << shift;
}

std::string human_bytes(std::int64_t bytes) {
  if (bytes < kibibyte) return fmt::format("{} B", bytes);
  double value = static_cast<double>(bytes) / static_cast<double>(kibibyte);
  const char* unit = "KiB";
  for (const char* next : {"MiB", "GiB", "TiB"}) {
    if (value < 1024) break;
    value /= 1024;
    unit = next;
  }
  return fmt::format("{:.4g} {}", value, unit);
}

std::string human_seconds(double seconds) {
  if (!(seconds < most_whole_seconds)) return fmt::format("{:.3g} s", seconds);
  if (seconds < 0.9995e-3) return fmt::format("{:.3g} us", seconds * 1e6);
  if (seconds < 0.9995) return fmt::format("{:.3g} ms", seconds * 1e3);
  if (seconds < 59.95) return fmt::format("{:.3g} s", seconds);
  const auto whole = static_cast<std::int64_t>(std::llround(seconds));
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace sonde
