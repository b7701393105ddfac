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

std::string rate_unit(double bytes) {
  if (bytes == decimal_megabyte) return "MB/s";
  if (bytes == static_cast<double>(mebibyte)) return "MiB/s";
  return fmt::format("MB/s of {:.0f} bytes", bytes);
}

std::string human_rate(double bytes_per_second) {
  double value = bytes_per_second;
  const char* unit = "B/s";
  for (const char* next : {"kB/s", "MB/s", "GB/s", "TB/s"}) {
    if (!(value >= 999.95)) break;
    value /= 1000;
    unit = next;
  }
  return fmt::format("{:.4g} {}", value, unit);
}

std::string human_percent(double share) {
  const double percent = 100 * share;
  return std::abs(percent) < 9.95 ? fmt::format("{:.2g} %", percent) : fmt::format("{:.0f} %", percent);
}

std::string human_ratio(double ratio, std::string_view with_percent, std::string_view with_times) {
  constexpr double many = 3;
  if (ratio < many) return fmt::format(fmt::runtime(with_percent), human_percent(ratio - 1));
  const std::string times =
      ratio < 9.95 ? fmt::format("{:.2g} times", ratio) : fmt::format("{:.0f} times", ratio);
  return fmt::format(fmt::runtime(with_times), times);
}

}  // namespace sonde
