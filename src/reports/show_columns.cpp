#include "reports/show_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "base/text.hpp"
#include "base/units.hpp"
#include "record/case_numbers.hpp"
#include "record/names.hpp"
#include "stats/interval.hpp"

namespace sonde::reports {

namespace {

using record::CaseRecord;

constexpr std::size_t longest_shown = 300;

ShowCell words(const std::string& text) {
  return {std::nullopt, shortened(text, longest_shown)};
}

ShowCell whole(std::int64_t value, std::int64_t unknown) {
  if (value == unknown) return {};
  return {static_cast<double>(value), std::to_string(value)};
}

ShowCell fixed(double value, int decimals) {
  if (!std::isfinite(value)) return {};
  return {value, fmt::format("{:.{}f}", value, decimals)};
}

ShowCell microseconds(double seconds) {
  return fixed(seconds * 1e6, 3);
}

/// "call_p99.9", "call_max".
std::string tail_key(double level) {
  return level < 1 ? fmt::format("call_p{:g}", 100 * level) : "call_max";
}

template <auto part, auto member>
ShowCell time(const CaseRecord& r, const std::string&) {
  return r.*part ? microseconds((*(r.*part)).*member) : ShowCell{};
}

template <std::optional<double> CaseRecord::*member, int decimals>
ShowCell number_cell(const CaseRecord& r, const std::string&) {
  return r.*member ? fixed(*(r.*member), decimals) : ShowCell{};
}

// One or two batches are no distribution.
template <double stats::Summary::*member>
ShowCell percentile(const CaseRecord& r, const std::string& key) {
  const bool few = r.summary && r.summary->batches > 0 && !stats::carry_interval(r.summary->batches);
  return few ? ShowCell{} : time<&CaseRecord::summary, member>(r, key);
}

// Half the width of the interval, relative to the median.
ShowCell half_width(const CaseRecord& r, const std::string&) {
  if (!r.summary || !(r.summary->median > 0) || !stats::has_interval(*r.summary)) return {};
  return fixed((r.summary->ci_high - r.summary->ci_low) / 2 / r.summary->median * 100, 1);
}

ShowCell modes(const CaseRecord& r, const std::string&) {
  if (!r.summary || r.summary->modes.empty()) return {};
  return whole(static_cast<std::int64_t>(r.summary->modes.size()), 0);
}

// A quantile of single calls (-tails), by its level in percent, which is what the key ends with.
const stats::TailQuantile* tail_of(const CaseRecord& r, const std::string& key) {
  if (!r.tail) return nullptr;
  const auto found = std::ranges::find_if(
      r.tail->quantiles, [&](const stats::TailQuantile& q) { return tail_key(q.level) == key; });
  return found == r.tail->quantiles.end() ? nullptr : &*found;
}

ShowCell tail_cell(const CaseRecord& r, const std::string& key) {
  const auto* found = tail_of(r, key);
  return found == nullptr ? ShowCell{} : microseconds(found->seconds);
}

// "[0.412, 0.431]"; an end that so few calls do not bound is "?".
ShowCell tail_interval(const CaseRecord& r, const std::string& key) {
  const auto* found = tail_of(r, key);
  if (found == nullptr) return {};
  const auto end = [](std::optional<double> seconds) { return seconds ? microseconds(*seconds).text : "?"; };
  return {found->low, fmt::format("[{}, {}]", end(found->low), end(found->high))};
}

void tail_columns(std::vector<ShowColumn>& columns, const std::vector<CaseRecord>& cases, Shown shown) {
  std::set<double> levels;
  for (const auto& record : cases)
    if (record.tail)
      for (const auto& quantile : record.tail->quantiles) levels.insert(quantile.level);
  for (const double level : levels) {
    columns.push_back({tail_key(level), tail_key(level) + "[usec]", false, tail_cell});
    if (shown == Shown::tails)
      columns.push_back({tail_key(level) + "_interval", "95 %", true,
                         [key = tail_key(level)](const CaseRecord& r, const std::string&) {
                           return tail_interval(r, key);
                         }});
  }
}

/// A number that few runs have (record/case_numbers.hpp), by name. Of tables it is a column without a field.
auto number_column(const std::string& name, int decimals, double factor = 1) {
  return [=](const CaseRecord& r, const std::string&) {
    const double value = r.extra.contains(name) ? std::nan("") : record::number_of(r, name);
    return name.ends_with("_s") ? microseconds(value) : fixed(factor * value, decimals);
  };
}

/// "[0.98, 1.07]"; nothing where there is no interval.
auto interval_column(const std::string& low, const std::string& high) {
  return [=](const CaseRecord& r, const std::string&) -> ShowCell {
    if (r.extra.contains(low)) return {};
    const double from = record::number_of(r, low), to = record::number_of(r, high);
    if (!std::isfinite(from) || !std::isfinite(to)) return {};
    return {from, fmt::format("[{:.3f}, {:.3f}]", from, to)};
  };
}

ShowCell overlap_percent(const CaseRecord& r, const std::string&) {
  return r.overlap ? fixed(r.overlap->percent, 1) : ShowCell{};
}

// What is wrong with the case: why it has no result, or the kinds of its warnings.
ShowCell remarks(const CaseRecord& r, const std::string&) {
  if (r.status != record::Status::measured) {
    const auto reason = record::to_word(r.reason);
    const auto what = record::to_word(r.status);
    return words(reason.empty() ? fmt::format("{}: {}", what, r.text) : fmt::format("{}: {}", what, reason));
  }
  std::string kinds;
  for (const auto& warning : r.warnings) kinds += (kinds.empty() ? "" : " ") + warning.kind;
  return words(kinds);
}

ShowCell extra(const CaseRecord& r, const std::string& key) {
  const auto found = r.extra.find(key);
  if (found == r.extra.end()) return {};
  return key.ends_with("_s") ? microseconds(found->second) : fixed(found->second, 2);
}

// Rates of the network are in the Mbytes of the run, as all its rates.
std::string title_of_extra(const std::string& name, double megabyte) {
  constexpr std::string_view of_rates = "[MB/sec]";
  if (name.ends_with("_s")) return name.substr(0, name.size() - 2) + "[usec]";
  if (!name.ends_with(of_rates)) return name;
  return name.substr(0, name.size() - of_rates.size()) + "[" + rate_unit(megabyte) + "]";
}

/// What columns of tables are sorted by: their names, and a number in them by its value: p99 before p99.9.
std::tuple<std::string, double, std::string> order_of(const std::string& name) {
  const auto digit = std::min(name.find_first_of("0123456789"), name.size());
  const std::string_view from = std::string_view(name).substr(digit);
  const auto number = sonde::number_of<double>(from.substr(0, from.find_first_not_of("0123456789.")));
  return {name.substr(0, digit), number.value_or(-1), name};
}

// A column for each kind of label that makes cases different ones.
void variant_columns(std::vector<ShowColumn>& columns, const std::vector<CaseRecord>& cases) {
  std::set<std::string> names;
  for (const auto& record : cases)
    for (const auto& [name, value] : record.id.variant) names.insert(name);
  for (const auto& name : names)
    columns.push_back({name, printable(name), true, [](const CaseRecord& r, const std::string& key) {
                         const auto found = r.id.variant.find(key);
                         return found == r.id.variant.end() ? ShowCell{} : words(found->second);
                       }});
}

void id_columns(std::vector<ShowColumn>& columns, const std::vector<CaseRecord>& cases) {
  const auto add = [&](const char* key, const char* title, auto of, bool left = false) {
    columns.push_back({key, title, left, of});
  };
  using K = const std::string&;
  add(
      "benchmark", "benchmark", [](const CaseRecord& r, K) { return words(shown_name(r.id)); }, true);
  add(
      "mode", "mode", [](const CaseRecord& r, K) { return words(r.id.mode); }, true);
  variant_columns(columns, cases);
  add("processes", "processes", [](const CaseRecord& r, K) { return whole(r.id.processes, 0); });
  add("threads", "threads", [](const CaseRecord& r, K) { return whole(r.id.threads, 0); });
  add("groups", "groups",
      [](const CaseRecord& r, K) { return r.id.multi ? whole(r.id.groups, 0) : ShowCell{}; });
  add("group", "group", [](const CaseRecord& r, K) { return whole(r.id.group, -1); });
  add("bytes", "bytes", [](const CaseRecord& r, K) { return whole(r.id.bytes, -1); });
  add("repetitions", "repetitions", [](const CaseRecord& r, K) { return whole(r.repetitions, 0); });
}

void time_columns(std::vector<ShowColumn>& columns, const std::vector<CaseRecord>& cases) {
  // One time only, as in the tables of single transfers.
  const bool single = std::ranges::all_of(cases, [](const CaseRecord& r) {
    return !r.times || (r.times->min == r.times->max && r.times->avg == r.times->max);
  });
  columns.push_back({"min", "t_min[usec]", false, time<&CaseRecord::times, &record::Times::min>, single});
  columns.push_back(
      {"max", single ? "t[usec]" : "t_max[usec]", false, time<&CaseRecord::times, &record::Times::max>});
  columns.push_back({"avg", "t_avg[usec]", false, time<&CaseRecord::times, &record::Times::avg>, single});
}

void result_columns(std::vector<ShowColumn>& columns, double megabyte) {
  columns.push_back({"median", "median[usec]", false, time<&CaseRecord::summary, &stats::Summary::median>});
  columns.push_back({"ci95", "ci95[+-%]", false, half_width});
  columns.push_back({"p5", "p5[usec]", false, percentile<&stats::Summary::p5>});
  columns.push_back({"p95", "p95[usec]", false, percentile<&stats::Summary::p95>});
  columns.push_back({"modes", "modes", false, modes});
  columns.push_back({"rate", rate_unit(megabyte), false, number_cell<&CaseRecord::megabytes_per_second, 2>});
  columns.push_back({"messages", "Msg/sec", false, number_cell<&CaseRecord::messages_per_second, 0>});
  columns.push_back(
      {"overlapped", "t_ovrl[usec]", false, time<&CaseRecord::overlap, &record::OverlapTimes::overlapped>});
  columns.push_back({"pure", "t_pure[usec]", false, time<&CaseRecord::overlap, &record::OverlapTimes::pure>});
  columns.push_back({"cpu", "t_CPU[usec]", false, time<&CaseRecord::overlap, &record::OverlapTimes::cpu>});
  columns.push_back({"overlap", "overlap[%]", false, overlap_percent});
  columns.push_back({"defects", "defects", false, number_cell<&CaseRecord::defects, 0>});
}

/// -arrival, rows of guidelines, -load.
void special_columns(std::vector<ShowColumn>& columns) {
  for (const std::string name : {"d_last", "d_total", "e_avg"})
    columns.push_back({name, name + "[usec]", false, number_column(name + "_s", 3)});
  columns.push_back({"absorb", "absorb[%]", false, number_column("absorption", 1, 100)});
  for (const std::string name : {"left", "right"})
    columns.push_back({name, name + "[usec]", false, number_column(name + "_s", 3)});
  columns.push_back({"ratio", "ratio", false, number_column("ratio", 3)});
  columns.push_back({"ratio_interval", "95 %", true, interval_column("ratio_low", "ratio_high")});
  for (const std::string level : {"50", "99"}) {
    columns.push_back(
        {"p" + level, "p" + level + "[usec]", false, number_column("loaded_p" + level + "_s", 3)});
    const auto impact = "impact" + level;
    columns.push_back({impact, impact, false, number_column(impact, 3)});
    columns.push_back(
        {impact + "_interval", "95 %", true, interval_column(impact + "_low", impact + "_high")});
  }
}

void host_columns(std::vector<ShowColumn>& columns, std::span<const record::RankPlace> places) {
  if (places.empty()) return;
  columns.push_back({"slowest", "slowest rank", false, [](const CaseRecord& r, const std::string&) {
                       return whole(r.slowest_world_rank, -1);
                     }});
  columns.push_back({"host", "its host", true, [places](const CaseRecord& r, const std::string&) {
                       const auto where = r.moved_to ? std::span(*r.moved_to) : places;
                       const auto place =
                           std::ranges::find(where, r.slowest_world_rank, &record::RankPlace::rank);
                       return place == where.end() ? ShowCell{} : words(place->host);
                     }});
  columns.push_back({"share", "of batches[%]", false, [](const CaseRecord& r, const std::string&) {
                       return r.summary && r.slowest_world_rank >= 0
                                  ? fixed(100 * r.summary->slowest_share, 0)
                                  : ShowCell{};
                     }});
}

}  // namespace

std::string shown_name(const record::CaseId& id) {
  return (id.multi ? "Multi-" : "") + id.benchmark;
}

bool knows_slowest_hosts(const record::Run& run) {
  return !run.header.places.empty() &&
         std::ranges::any_of(run.cases, [](const CaseRecord& r) { return r.slowest_world_rank >= 0; });
}

std::vector<ShowColumn> show_columns(const record::Run& run, Shown shown) {
  if (shown == Shown::hosts) return show_columns(run.cases, run.header.megabyte, run.header.places);
  if (shown == Shown::usual) return show_columns(run.cases, run.header.megabyte);
  std::vector<ShowColumn> columns;
  id_columns(columns, run.cases);
  columns.push_back({"calls", "calls", false, [](const CaseRecord& r, const std::string&) {
                       return r.tail ? whole(r.tail->calls, 0) : ShowCell{};
                     }});
  tail_columns(columns, run.cases, shown);
  columns.push_back({"remarks", "remarks", true, remarks});
  return columns;
}

std::vector<ShowColumn> show_columns(const std::vector<CaseRecord>& cases, double megabyte,
                                     std::span<const record::RankPlace> places) {
  std::vector<ShowColumn> columns;
  id_columns(columns, cases);
  time_columns(columns, cases);
  result_columns(columns, megabyte);
  special_columns(columns);
  tail_columns(columns, cases, Shown::usual);
  host_columns(columns, places);
  std::set<std::tuple<std::string, double, std::string>> extras;
  for (const auto& record : cases)
    for (const auto& [name, value] : record.extra) extras.insert(order_of(name));
  for (const auto& [prefix, number, name] : extras)
    columns.push_back({name, printable(title_of_extra(name, megabyte)), false, extra});
  columns.push_back({"remarks", "remarks", true, remarks});
  return columns;
}

}  // namespace sonde::reports
