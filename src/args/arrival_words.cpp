#include "args/arrival_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "args/setters.hpp"
#include "args/values.hpp"
#include "base/fnv1a.hpp"
#include "base/text.hpp"

namespace sonde {

namespace {

constexpr double most = 1e6;      // a factor, or seconds of a trace
constexpr double longest = 3600;  // seconds of a delay

using enum ArrivalPattern;
constexpr auto patterns =
    setters::in_order<ArrivalPattern>({"none", "first", "last", "root", "ascending", "descending", "halves",
                                       "node", "random", "alternate", "trace", "all"});

std::string_view word_of(ArrivalPattern pattern) {
  return std::ranges::find(patterns, pattern, &setters::Words<ArrivalPattern>::second)->first;
}

constexpr bool draws(ArrivalPattern pattern) {
  return pattern == random || pattern == all;
}

/// "1.5", or a delay with its unit: "50us", "2ms", "1s".
Result<void> scale(std::string_view text, Arrival& arrival) {
  constexpr std::array<std::pair<std::string_view, double>, 3> units{{{"us", 1e-6}, {"ms", 1e-3}, {"s", 1}}};
  for (const auto& [unit, seconds] : units) {
    if (!text.ends_with(unit)) continue;
    const auto number = positive_number(text.substr(0, text.size() - unit.size()), longest / seconds);
    if (!number)
      return failure(
          fmt::format("{} is not a delay above 0 and at most {} s; expected for example 50us, 2ms, 1s",
                      sonde::quoted(text), longest));
    return arrival.seconds = *number * seconds, Result<void>{};
  }
  const auto factor = positive_number(text, most);
  if (!factor)
    return failure(fmt::format("{} is neither a factor above 0 and at most {} nor a delay such as 50us",
                               sonde::quoted(text), most));
  arrival.factor = *factor;
  return {};
}

Result<void> delays_of(const Draft& draft, std::string_view file, std::vector<double>& delays) {
  auto read = setters::each_line(draft, file, "delay", [&](std::string_view line) -> Result<void> {
    if (line == "0") return delays.push_back(0), Result<void>{};
    return positive_number(line, most).map([&](double delay) { delays.push_back(delay); });
  });
  if (read && std::ranges::none_of(delays, [](double delay) { return delay > 0; }))
    return failure(
        fmt::format("{} delays no rank; expected a number for each rank, one a line", sonde::quoted(file)));
  return read;
}

/// What stands behind the comma, if one does: a seed, or the file of a trace.
Result<void> add_detail(const Draft& draft, std::optional<std::string_view> detail, Arrival& arrival) {
  if (arrival.pattern == trace) {
    if (detail.value_or("").empty())
      return failure("trace needs a file with a delay for each rank, as in trace,FILE");
    return delays_of(draft, *detail, arrival.trace);
  }
  if (!detail) return {};
  if (!draws(arrival.pattern))
    return failure(fmt::format("{} takes nothing behind a comma; random and all take a seed, trace a file",
                               word_of(arrival.pattern)));
  return whole_number(*detail, 0).map([&](auto seed) { arrival.seed = static_cast<std::uint64_t>(seed); });
}

/// The name of a file may have a colon.
auto about_file(std::string_view named) {
  const bool names_file = same_word(named.substr(0, named.find(',')), word_of(trace));
  return [names_file](Error error) {
    if (names_file) error.message += "; a file whose name has a ':' needs a factor behind it: trace,FILE:1";
    return error;
  };
}

}  // namespace

namespace setters {

Result<void> arrival(Draft& draft, std::string_view value) {
  Arrival made;
  const auto colon = value.rfind(':');
  const auto named = value.substr(0, colon);
  if (colon != std::string_view::npos)
    if (auto scaled = scale(value.substr(colon + 1), made); !scaled)
      return scaled.map_error(about_file(named));
  const auto comma = named.find(',');
  const auto pattern = meaning_of<patterns>(named.substr(0, comma));
  if (!pattern) return tl::unexpected(pattern.error());
  made.pattern = *pattern;
  const auto detail = comma == std::string_view::npos ? std::nullopt : std::optional(named.substr(comma + 1));
  if (auto added = add_detail(draft, detail, made); !added) return added;
  draft.settings.arrival = std::move(made);
  return {};
}

}  // namespace setters

std::string text_of(const Arrival& arrival) {
  const auto& [pattern, factor, seconds, seed, trace] = arrival;
  std::string out(word_of(pattern));
  if (draws(pattern)) out += fmt::format(",{}", seed);
  if (pattern == ArrivalPattern::trace)
    out += fmt::format(",{:016x}", fnv1a(fmt::format("{}", fmt::join(trace, ","))));
  return out + (seconds > 0 ? fmt::format(":{:.12g}us", seconds * 1e6) : fmt::format(":{:.12g}", factor));
}

}  // namespace sonde
