#include "base/units.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <initializer_list>
#include <limits>

namespace sonde {

namespace {

constexpr double most_whole_seconds = 1e15;  // whole numbers of 64 bits have more

int suffix_shift(char c) {
  const auto at = std::string_view("kKmMgG").find(c);
  return at == std::string_view::npos ? -1 : 10 * (1 + static_cast<int>(at) / 2);
}

/// In the first of the units, each `step` times the one before it, of which there are less than `most`.
std::string in_units(double value, double step, double most, std::initializer_list<const char*> units) {
  const auto* unit = units.begin();
  for (; unit + 1 != units.end() && value >= most; ++unit) value /= step;
  return fmt::format("{:.4g} {}", value, *unit);
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
  return in_units(static_cast<double>(bytes) / static_cast<double>(kibibyte), 1024, 1024,
                  {"KiB", "MiB", "GiB", "TiB"});
}

std::string exact_bytes(std::int64_t bytes) {
  const std::string text = human_bytes(bytes);
  std::int64_t unit = 1;
  while (unit <= bytes / kibibyte && unit < kibibyte * gibibyte) unit *= kibibyte;
  double shown = 0;
  std::from_chars(text.data(), text.data() + text.size(), shown);
  return shown * static_cast<double>(unit) == static_cast<double>(bytes) ? text : fmt::format("{} B", bytes);
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
  return in_units(bytes_per_second, 1000, 999.95, {"B/s", "kB/s", "MB/s", "GB/s", "TB/s"});
}

std::string human_percent(double share) {
  const double percent = 100 * share;
  return std::abs(percent) < 9.95 ? fmt::format("{:.2g} %", percent) : fmt::format("{:.0f} %", percent);
}

}  // namespace sonde
