#include "args/values.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

#include "base/text.hpp"
#include "base/units.hpp"

namespace sonde {

namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

std::string range_text(std::int64_t low, std::int64_t high) {
  return high == largest ? fmt::format("{} or more", low) : fmt::format("{} to {}", low, high);
}

template <class Number>
std::errc read(std::string_view text, Number& number) {
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  return error == std::errc{} && rest != end ? std::errc::invalid_argument : error;
}

}  // namespace

Result<std::int64_t> whole_number(std::string_view text, std::int64_t low, std::int64_t high) {
  std::int64_t number = 0;
  const auto error = read(text, number);
  if (error == std::errc::invalid_argument)
    return failure(
        fmt::format("{} is not a whole number; expected {}", sonde::quoted(text), range_text(low, high)));
  if (error != std::errc{})
    return failure(
        fmt::format("{} does not fit in 64 bits; expected {}", sonde::quoted(text), range_text(low, high)));
  if (number < low || number > high)
    return failure(fmt::format("{} is out of range; expected {}", number, range_text(low, high)));
  return number;
}

Result<double> positive_number(std::string_view text, double high) {
  double number = 0;
  const auto error = read(text, number);
  if (error == std::errc::invalid_argument || !std::isfinite(number))
    return failure(fmt::format("{} is not a number; expected one above 0, such as 1.5", sonde::quoted(text)));
  if (error != std::errc{} || number <= 0 || number > high)
    return failure(fmt::format("{} is out of range; expected a number above 0 and at most {}",
                               sonde::quoted(text), high));
  return number;
}

Result<bool> truth(std::string_view text) {
  for (const char* yes : {"on", "yes", "true", "enable", "1"})
    if (same_word(text, yes)) return true;
  for (const char* no : {"off", "no", "false", "disable", "0"})
    if (same_word(text, no)) return false;
  return failure(
      fmt::format("{} is neither on nor off; accepted are on, yes, true, enable, 1 and off, no, false, "
                  "disable, 0",
                  sonde::quoted(text)));
}

Result<double> duration(std::string_view text, double high) {
  constexpr std::array<std::pair<char, double>, 3> units{{{'s', 1}, {'m', 60}, {'h', 3600}}};
  std::string_view number = text;
  double scale = 1;
  for (const auto& [letter, seconds] : units) {
    if (!text.ends_with(letter)) continue;
    number.remove_suffix(1);
    scale = seconds;
  }
  const auto value = positive_number(number, high / scale);
  if (!value)
    return failure(
        fmt::format("{} is not a duration above 0 and at most {} s; expected seconds, or 90s, 10m, 2h",
                    sonde::quoted(text), high));
  return *value * scale;
}

Result<double> percentage(std::string_view text) {
  if (!text.ends_with('%'))
    return failure(fmt::format("{} is not a percentage; expected for example 2%", sonde::quoted(text)));
  const auto value = positive_number(text.substr(0, text.size() - 1), 100);
  if (!value || *value >= 100)
    return failure(fmt::format("{} is not a percentage above 0 and below 100; expected for example 2%",
                               sonde::quoted(text)));
  return *value / 100;
}

Result<Grid> grid(std::string_view text) {
  const auto cross = text.find_first_of("xX");
  if (cross == std::string_view::npos)
    return failure(fmt::format("{} is not PxQ; expected two whole numbers such as 3x2", sonde::quoted(text)));
  const auto rows = whole_number(text.substr(0, cross), 1);
  const auto columns = whole_number(text.substr(cross + 1), 1);
  if (!rows) return failure(fmt::format("the P of {}: {}", sonde::quoted(text), rows.error().message));
  if (!columns) return failure(fmt::format("the Q of {}: {}", sonde::quoted(text), columns.error().message));
  if (*rows > largest / *columns)
    return failure(
        fmt::format("{} has more places than fit in 64 bits; expected P times Q of about the number of ranks",
                    sonde::quoted(text)));
  return Grid{*rows, *columns};
}

Result<std::pair<int, int>> log_range(std::string_view text) {
  const auto colon = text.find(':');
  const bool both = colon != std::string_view::npos;
  const auto low = both ? whole_number(text.substr(0, colon), 0, 62) : Result<std::int64_t>(0);
  if (!low) return failure(fmt::format("the minimum of {}: {}", sonde::quoted(text), low.error().message));
  const auto high = whole_number(both ? text.substr(colon + 1) : text, 0, 62);
  if (!high) return failure(fmt::format("the maximum of {}: {}", sonde::quoted(text), high.error().message));
  if (*low > *high)
    return failure(
        fmt::format("{} has a minimum above its maximum; expected [min:]max", sonde::quoted(text)));
  return std::pair{static_cast<int>(*low), static_cast<int>(*high)};
}

Result<Iterations> iterations(std::string_view text, const Iterations& defaults) {
  const auto parts = split(text, ',');
  if (parts.size() > 3)
    return failure(
        fmt::format("{} has more than three values; expected repetitions[,volume in MB[,non-aggregate "
                    "repetitions]] (the policy is chosen with -iter_policy)",
                    sonde::quoted(text)));
  Iterations out = defaults;
  const auto count = whole_number(parts[0], 1);
  if (!count) return failure(fmt::format("the repetitions: {}", count.error().message));
  out.per_sample = *count;
  if (parts.size() > 1) {
    const auto volume = whole_number(parts[1], 1, largest / mebibyte);
    if (!volume) return failure(fmt::format("the overall volume in MB: {}", volume.error().message));
    out.overall_bytes = *volume * mebibyte;
  }
  if (parts.size() > 2) {
    const auto single = whole_number(parts[2], 1);
    if (!single) return failure(fmt::format("the non-aggregate repetitions: {}", single.error().message));
    out.nonaggregate = *single;
  }
  return out;
}

Result<OffCache> off_cache(std::string_view text) {
  const auto parts = split(text, ',');
  if (parts.size() > 2)
    return failure(
        fmt::format("{} has more than two values; expected size in MB[,line in bytes]", sonde::quoted(text)));
  OffCache out;
  if (parts[0] == "-1") {
    out.megabytes = -1;
  } else {
    const auto size = positive_number(parts[0], 1e9);
    if (!size)
      return failure(
          fmt::format("the cache size in MB: {} (-1: the sizes of this machine)", size.error().message));
    out.megabytes = *size;
  }
  if (parts.size() > 1) {
    const auto line = whole_number(parts[1], 1, mebibyte);
    if (!line) return failure(fmt::format("the cache line in bytes: {}", line.error().message));
    out.line_bytes = *line;
  }
  return out;
}

Result<std::vector<std::int64_t>> length_list(std::string_view text) {
  std::vector<std::int64_t> lengths;
  for (const auto part : split(text, ',')) {
    const auto length = parse_bytes(part);
    if (!length) return failure(length.error().message);
    lengths.push_back(*length);
  }
  return lengths;
}

}  // namespace sonde
