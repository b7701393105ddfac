#include "history/alarm_episodes.hpp"

#include <algorithm>
#include <tuple>

namespace sonde::history {
namespace {

void collect_alarms(const NightVerdict& verdict, std::size_t night, bool newest,
                    std::vector<std::vector<AlarmEpisode>>& of_case) {
  for (const CaseShift& moved : verdict.moved) {
    if (moved.change <= 0) continue;
    auto& all = of_case[moved.of];
    if (!all.empty() && all.back().nights.back() == night) continue;
    if (all.empty() || night > all.back().nights.back() + newest_nights) all.push_back({moved});
    AlarmEpisode& one = all.back();
    one.nights.push_back(night);
    if (newest || moved.score > one.moved.score) one.moved = moved;
  }
}

/// The last acknowledged night of those around the one at which the new level seems to begin.
std::optional<std::size_t> level_of(const AlarmEpisode& one, const History& history) {
  std::optional<std::size_t> out;
  for (const auto& [night, why] : history.new_levels[one.moved.of])
    if (night + newest_nights >= one.moved.since && night <= one.nights.back()) out = night;
  return out;
}

}  // namespace

std::vector<AlarmEpisode> raised(const History& history, const Check& check) {
  if (!check.calibrated) return {};
  const std::size_t last = history.last();
  const auto series = series_of(history);
  auto seen = series;
  for (Series& one : seen) one.known_after = newest_nights;
  const bool differ = std::ranges::any_of(series, [](const Series& one) { return !one.new_levels.empty(); });
  if (!differ) seen.clear();
  const Differences with_levels(series), on_their_day(seen);
  Judge today(with_levels, least_nights - 1), then(on_their_day, least_nights - 1);
  std::vector<std::vector<AlarmEpisode>> of_case(history.rows.size());
  for (std::size_t night = least_nights - 1; night < last; ++night) {
    collect_alarms(today.next(), night, false, of_case);
    if (differ) collect_alarms(then.next(), night, false, of_case);
  }
  collect_alarms(*check.calibrated, last, true, of_case);
  std::vector<AlarmEpisode> out;
  for (auto& all : of_case)
    for (AlarmEpisode& one : all) {
      one.level = level_of(one, history);
      out.push_back(std::move(one));
    }
  std::ranges::stable_sort(out, [&](const AlarmEpisode& a, const AlarmEpisode& b) {
    const auto key = [&](const AlarmEpisode& r) {
      return std::tuple(r.nights.back() != last, r.level.has_value(), -r.moved.score);
    };
    return key(a) < key(b);
  });
  return out;
}

}  // namespace sonde::history
