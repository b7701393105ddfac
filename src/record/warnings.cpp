#include "record/warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "record/describe.hpp"
#include "record/slow_rank.hpp"
#include "record/warning_kinds.hpp"
#include "stats/interval.hpp"
#include "stats/order.hpp"
#include "stats/outliers.hpp"

namespace sonde::record {

namespace {

constexpr double coarse_share = 0.01;
constexpr double wide_share = 0.05;
constexpr double drift_share = 0.05;
constexpr double few_of_them = 0.25;
constexpr double outlier_cost = 0.05;
constexpr double unsteady_share = 0.1;   ///< of t_CPU, beside which an overlap of 10 % means nothing
constexpr double switch_seconds = 1e-3;  ///< that a lost core costs, often
constexpr double least_away = 1e-5;      ///< and at least

double percent(double share) {
  return 100 * share;
}

double half_width(const stats::Summary& s) {
  return s.median > 0 ? std::max(s.ci_high - s.median, s.median - s.ci_low) / s.median : 0;
}

std::optional<Warning> few_batches(const CaseRecord& row) {
  const stats::Summary& s = *row.summary;
  if (s.batches < 1 || stats::carry_interval(s.batches)) return std::nullopt;
  return Warning{"few_batches", fmt::format("{}: no interval from batches={}", short_name(row.id), s.batches),
                 "measure longer (-iter, -precision 2%)"};
}

double batch_seconds(const CaseRecord& row) {
  const stats::Summary& s = *row.summary;
  if (s.batches < 1) return 0;
  const double loop =
      row.measured_seconds > 0 ? row.measured_seconds : s.mean * static_cast<double>(s.repetitions);
  return loop / s.batches;
}

std::optional<Warning> coarse_timer(const CaseRecord& row, std::optional<double> resolution) {
  const double share = coarse_timer_share(row, resolution);
  if (!(share > 0)) return std::nullopt;
  return Warning{"coarse_timer",
                 fmt::format("{}: timer steps by {}, {} of a batch", short_name(row.id),
                             compact_seconds(*resolution), compact_percent(share)),
                 "more repetitions (-iter) or a finer timer"};
}

std::optional<Warning> wide_interval(const CaseRecord& row) {
  const double width = half_width(*row.summary);
  if (!stats::has_interval(*row.summary) || width <= wide_share) return std::nullopt;
  const stats::Summary& s = *row.summary;
  const bool claimed = stats::interval_is_claimed(s.effective_batches);
  const auto why = claimed ? std::string()
                           : fmt::format(" (batches are correlated: {}x counts as {:.2g}x)", s.batches,
                                         s.effective_batches);
  return Warning{"wide_interval",
                 fmt::format("{}: median known to {}{}", short_name(row.id), compact_percent(width), why),
                 "measure longer (-precision 2%)"};
}

/// Two levels that lie within two steps of a coarse timer may be one.
std::optional<Warning> several_modes(const CaseRecord& row, std::optional<double> resolution) {
  const auto& modes = row.summary->modes;
  if (modes.size() < 2) return std::nullopt;
  const double tick = coarse_timer_share(row, resolution);
  if (tick > 0 && modes.back().seconds <= modes.front().seconds * (1 + 2 * tick)) return std::nullopt;
  std::string list;
  for (const auto& mode : modes)
    list += fmt::format("{}{} ({:.0f}%)", list.empty() ? "" : ", ", compact_seconds(mode.seconds),
                        percent(mode.weight));
  return Warning{"several_modes", fmt::format("{}: times sit at {}", short_name(row.id), list),
                 "look for what switches, as frequency or load"};
}

std::optional<Warning> drift(const CaseRecord& row) {
  const stats::Summary& s = *row.summary;
  if (std::abs(s.drift) <= drift_share || std::abs(s.trend) < stats::trend_limit(s.batches))
    return std::nullopt;
  return Warning{"drift",
                 fmt::format("{}: median {} by {} over the loop", short_name(row.id),
                             s.drift > 0 ? "rose" : "fell", compact_percent(std::abs(s.drift))),
                 s.drift > 0 ? "look for heat or load that grew; repeat the case"
                             : "warm up longer (-warm_up auto) or repeat the case"};
}

std::optional<Warning> outliers(const CaseRecord& row) {
  const stats::Summary& s = *row.summary;
  if (!s.outlier_share || !s.outlier_time || *s.outlier_share > few_of_them) return std::nullopt;
  if (stats::cost({*s.outlier_share, *s.outlier_time}) <= outlier_cost) return std::nullopt;
  return Warning{"outliers",
                 fmt::format("{}: mean {}, median {}; {:.2g}% of the batches took {:.0f}% of the time",
                             short_name(row.id), compact_seconds(s.mean), compact_seconds(s.median),
                             percent(*s.outlier_share), percent(*s.outlier_time)),
                 "compare medians (-stats); look for what interrupts"};
}

std::optional<Warning> slow_rank(const CaseRecord& row, const CaseConditions& conditions) {
  if (!conditions.ranks_wait) return std::nullopt;
  const auto slow = slow_rank_of(row, conditions.ranks_alike);
  if (!slow) return std::nullopt;
  return Warning{"slow_rank", fmt::format("{}: {} {}", short_name(row.id), slow->name, slow->why),
                 "look at its host and core: load, frequency"};
}

std::optional<Warning> involuntary_switches(const CaseRecord& row) {
  const RankCounters* worst = nullptr;
  for (const RankCounters& w : row.witnesses)
    if (worst == nullptr || w.involuntary_switches > worst->involuntary_switches) worst = &w;
  if (worst == nullptr || worst->involuntary_switches < 2) return std::nullopt;
  const double loop = batch_seconds(row) * row.summary->batches;
  const auto switches = static_cast<double>(worst->involuntary_switches);
  if (switch_seconds * switches < coarse_share * loop) return std::nullopt;
  if (least_away * switches > loop) return std::nullopt;  // the kernel counts around the loop, too
  return Warning{"involuntary_switches",
                 fmt::format("{}: rank={} lost its core {}x in a loop of {}", short_name(row.id),
                             worst->world_rank, worst->involuntary_switches, compact_seconds(loop)),
                 "bind ranks to cores, leave one free"};
}

std::optional<Warning> unsteady_computation(const CaseRecord& row) {
  if (!row.overlap || !(row.overlap->cpu_spread > unsteady_share)) return std::nullopt;
  return Warning{"unsteady_computation",
                 fmt::format("{}: computing alone varies by {}, so does the overlap", short_name(row.id),
                             compact_percent(row.overlap->cpu_spread)),
                 "compute longer (-cpu_secs)"};
}

/// "0,3,7 and +12 more"
std::string list_of(std::span<const int> numbers) {
  constexpr std::size_t shown = 8;
  const auto first = numbers.first(std::min(shown, numbers.size()));
  return fmt::format("{}{}", fmt::join(first, ","),
                     numbers.size() > shown ? fmt::format(" and +{} more", numbers.size() - shown) : "");
}

using Sharing = std::map<std::vector<int>, std::vector<int>>;  // units -> the ranks bound to exactly those

std::vector<int> ranks_that_share(const Sharing& bindings) {
  std::vector<int> sharing;
  for (const auto& [units, ranks] : bindings) {
    std::vector<int> inside;
    for (const auto& [other, others] : bindings)
      if (std::ranges::includes(units, other)) inside.insert(inside.end(), others.begin(), others.end());
    if (inside.size() > units.size()) sharing.insert(sharing.end(), inside.begin(), inside.end());
  }
  std::ranges::sort(sharing);
  sharing.erase(std::unique(sharing.begin(), sharing.end()), sharing.end());
  return sharing;
}

struct Host {
  std::vector<int> ranks;
  std::vector<int> unbound;
  Sharing bound;
};

std::map<std::string, Host> hosts_of(std::span<const RankPlace> places,
                                     const std::map<std::string, int>& units) {
  std::map<std::string, Host> hosts;
  for (const RankPlace& place : places) {
    const auto known = units.find(place.host);
    if (known == units.end() || place.cores.empty()) continue;
    Host& host = hosts[place.host];
    host.ranks.push_back(place.rank);
    auto cores = place.cores;
    std::ranges::sort(cores);
    if (static_cast<int>(cores.size()) < known->second || known->second == 1)
      host.bound[cores].push_back(place.rank);
    else
      host.unbound.push_back(place.rank);
  }
  return hosts;
}

void judge_host(const std::string& name, const Host& host, int units, std::vector<Warning>& out) {
  if (static_cast<int>(host.ranks.size()) > units)
    out.push_back({"oversubscribed",
                   fmt::format("{}: ranks={} on processing units={}", name, host.ranks.size(), units),
                   "start fewer ranks a host"});
  else if (const auto sharing = ranks_that_share(host.bound); !sharing.empty())
    out.push_back({"shared_core", fmt::format("{}: ranks={} share cores", name, list_of(sharing)),
                   "bind each rank to its own core (--bind-to core)"});
  if (!host.unbound.empty() && static_cast<int>(host.ranks.size()) <= units)
    out.push_back({"unbound", fmt::format("{}: ranks={} not bound to a core", name, list_of(host.unbound)),
                   "bind each rank to its own core (--bind-to core)"});
}

}  // namespace

double coarse_timer_share(const CaseRecord& row, std::optional<double> resolution) {
  const double batch = row.summary ? batch_seconds(row) : 0;
  if (!resolution || batch <= 0 || *resolution <= coarse_share * batch) return 0;
  return *resolution / batch;
}

std::vector<Warning> placement_warnings(std::span<const RankPlace> places,
                                        const std::map<std::string, int>& processing_units) {
  std::vector<Warning> out;
  for (const auto& [name, host] : hosts_of(places, processing_units))
    judge_host(name, host, processing_units.at(name), out);
  return out;
}

std::map<std::string, int> processing_units(std::span<const RankPlace> places) {
  std::map<std::string, std::set<int>> units;
  for (const auto& place : places) units[place.host].insert(place.cores.begin(), place.cores.end());
  std::map<std::string, int> counts;
  for (const auto& [host, cores] : units)
    if (!cores.empty()) counts[host] = static_cast<int>(cores.size());
  return counts;
}

bool share_cores(std::span<const RankPlace> places) {
  return std::ranges::any_of(placement_warnings(places, processing_units(places)),
                             [](const Warning& warning) {
                               return warning.kind == "oversubscribed" || warning.kind == "shared_core";
                             });
}

bool may_share_cores(std::span<const RankPlace> places) {
  std::set<std::pair<std::string, int>> taken;
  for (const RankPlace& place : places)
    for (const int core : std::set(place.cores.begin(), place.cores.end()))
      if (!taken.emplace(place.host, core).second) return true;
  return false;
}

std::vector<Warning> case_warnings(const CaseRecord& row, const CaseConditions& conditions) {
  std::vector<Warning> out;
  if (!row.summary) return out;
  const auto explained = [&](std::string_view kind) {
    return conditions.cores_shared &&
           (kind == "wide_interval" || kind == "several_modes" || kind == "involuntary_switches");
  };
  for (const auto& warning :
       {coarse_timer(row, conditions.timer_resolution), conditions.once ? std::nullopt : few_batches(row),
        wide_interval(row), several_modes(row, conditions.timer_resolution), drift(row), outliers(row),
        slow_rank(row, conditions), involuntary_switches(row), unsteady_computation(row)})
    if (warning && !explained(warning->kind)) out.push_back(*warning);
  return out;
}

std::vector<Warning> digest(std::span<const Warning> all) {
  std::vector<Warning> out;
  std::map<std::string, int> counts;
  for (const Warning& warning : all)
    if (++counts[warning.kind] == 1) out.push_back(warning);
  for (Warning& warning : out)
    if (const int more = counts[warning.kind] - 1; more > 0) {
      const auto end = std::min(warning.text.find(": "), warning.text.size());
      warning.text.insert(end, fmt::format(" and +{} more", more));
    }
  std::ranges::stable_sort(out, {}, [](const Warning& warning) { return severity_of(warning.kind); });
  return out;
}

}  // namespace sonde::record
