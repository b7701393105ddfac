#include "analysis/limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "analysis/observations.hpp"
#include "analysis/provenance_notes.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "record/bus.hpp"
#include "record/describe.hpp"
#include "stats/order.hpp"
#include "stats/sign_interval.hpp"

namespace sonde::analysis {

namespace {

static_assert([] {
  for (std::size_t i = 0; i < limited_quantities.size(); ++i)
    if (limited_quantities[i].quantity != static_cast<Limited>(i)) return false;
  return true;
}());

/// "Multi-PingPong", "Put_all AGGREGATE".
std::string full_name(const record::CaseId& id) {
  return (id.multi ? "Multi-" : "") + id.benchmark + (id.mode.empty() ? "" : " " + id.mode);
}

/// Whether the whole text fits a pattern in which * stands for any letters.
bool fits(std::string_view pattern, std::string_view text) {
  std::size_t at = 0, in = 0, star = std::string_view::npos, resume = 0;
  while (in < text.size()) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = at++;
      resume = in;
    } else if (at < pattern.size() && pattern[at] == text[in]) {
      ++at, ++in;
    } else if (star != std::string_view::npos) {
      at = star + 1;
      in = ++resume;
    } else {
      return false;
    }
  }
  return std::ranges::all_of(pattern.substr(at), [](char c) { return c == '*'; });
}

bool names_benchmark(const Limit& limit, const record::CaseId& id) {
  return fits(lower(limit.benchmark), lower(full_name(id)));
}

/// Messages of no bytes have no rate of bytes: a limit on one leaves them out, unless it is on them alone.
bool has_no_rate(const Limit& limit, const record::CaseId& id) {
  const bool of_bytes = limit.quantity == Limited::rate || limit.quantity == Limited::bus;
  return of_bytes && id.bytes == 0 && !(limit.bytes && limit.bytes->high == 0);
}

bool names(const Limit& limit, const record::CaseId& id) {
  return !has_no_rate(limit, id) && (!limit.processes || limit.processes->has(id.processes)) &&
         (!limit.bytes || limit.bytes->has(id.bytes)) && names_benchmark(limit, id);
}

/// Whether a value lies beyond a limit by more than rounding.
bool beyond(double value, const Limit& limit) {
  constexpr double rounding = 1e-9;
  return facts(limit.quantity).upper ? value > limit.value * (1 + rounding)
                                     : value < limit.value * (1 - rounding);
}

/// What a limit judges a case by.
std::optional<Measure> measure_for(const Limit& limit, Occurrences rows) {
  if (limit.quantity != Limited::time) return Measure{facts(limit.quantity).shown};
  if (limit.statistic) return Measure{*limit.statistic};
  const auto measures = measures_of(rows, {});
  if (measures.empty() || facts(measures[0].quantity).unit != Unit::seconds) return std::nullopt;
  return measures[0];
}

/// Why what the launches measured is no number of one thing; empty where it is.
std::string unlike_launches(const Limit& limit, Occurrences rows) {
  if (limit.quantity == Limited::time && unlike_messages(rows))
    return "repetitions move unlike numbers of messages: limit its rate";
  std::set<std::string_view> lengths;
  for (const Occurrence& found : rows)
    if (is_sound(*found.row) && !found.length.empty()) lengths.insert(found.length);
  if (lengths.size() < 2) return {};
  return fmt::format("{} in others", fmt::join(lengths, " in some launches, "));
}

std::vector<double> ascending(const std::map<std::size_t, double>& by_run) {
  std::vector<double> out;
  out.reserve(by_run.size());
  for (const auto& [run, value] : by_run) out.push_back(value);
  std::ranges::sort(out);
  return out;
}

std::map<std::size_t, double> bus_of_runs(Occurrences rows, std::span<const record::BusRates> rates) {
  std::map<std::size_t, std::vector<double>> values;
  for (const Occurrence& found : rows)
    if (const auto value = rates[found.run].bus(*found.row); value && *value > 0)
      values[found.run].push_back(*value);
  std::map<std::size_t, double> out;
  for (const auto& [run, several] : values) out[run] = stats::median(several);
  return out;
}

/// What a row without a number says.
std::string text_of_unmeasured(Occurrences rows) {
  for (const Occurrence& found : rows)
    if (found.row->status != record::Status::measured && !found.row->text.empty()) return found.row->text;
  return {};
}

/// "about 5 probably decide". `launches`: those that lack a value, too, as of the next ones as many will.
std::string more_launches(std::span<const double> values, std::size_t launches, double median, double limit) {
  constexpr int most = 200;
  constexpr std::size_t fewest_for_spread = 3;
  const auto fewest = static_cast<std::size_t>(stats::fewest_for_sign);
  const auto n = values.size();
  const auto to_measure = [&](std::size_t wanted) { return (wanted * launches + n - 1) / n; };
  if (n < fewest_for_spread) return fmt::format("take {} or more", to_measure(fewest));
  double mean = 0, square = 0;
  for (const double value : values) mean += value / static_cast<double>(n);
  for (const double value : values) square += (value - mean) * (value - mean) / static_cast<double>(n - 1);
  const double distance = std::abs(limit - median) / std::sqrt(square);
  const auto decide = square > 0 ? stats::values_to_decide(std::erfc(distance / std::sqrt(2.0)) / 2, most)
                                 : std::optional(stats::fewest_for_sign);
  if (!decide) return fmt::format("more than {} would be needed", most);
  return fmt::format("about {} probably decide",
                     to_measure(std::max({static_cast<std::size_t>(*decide), n + 1, fewest})));
}

/// What a limit judges a case by, and its values of all launches, ascending.
struct Judged {
  std::string statistic;
  Measure measure{};
  std::vector<double> values{};
  double rounding = 0;  ///< how far printed digits or a coarse timer leave the slowness of a value open
  double timer = 0;     ///< the timer's part of it
};

/// Whether a value is farther from a limit than what leaves its slowness open.
bool clears(const Judged& judged, double value, double limit, double open) {
  return !(open > 0) || std::abs(slowness(value, judged.measure) - slowness(limit, judged.measure)) > open;
}

/// Whether it is farther than its digits and its timer leave open.
bool digits_decide(const Judged& judged, double value, double limit) {
  return clears(judged, value, limit, judged.rounding);
}

std::string why_open(const Judged& judged, std::size_t launches, const CheckedCase& out, const Limit& limit) {
  const auto n = judged.values.size();
  const bool beyond_digits = digits_decide(judged, out.value, limit.value);
  const bool apart = beyond(out.low, limit) == beyond(out.high, limit);
  return fmt::format(
      "{}; the median {} the limit; {}",
      out.level > 0 ? (apart ? "the limit lies within a step of the timer" : "the limit lies in the interval")
      : n == 1      ? "one launch: no interval"
                    : fmt::format("{}: no interval", counted(n, "launch")),
      beyond(out.value, limit) ? "is beyond" : "keeps",
      beyond_digits ? more_launches(judged.values, launches, out.value, limit.value)
                    : "the digits or the timer are too coarse to decide");
}

/// A limit is broken only where the digits that are printed leave no doubt, and kept where the timer leaves
/// none.
void judge_values(CheckedCase& out, const Judged& judged, std::size_t launches, const Limit& limit) {
  out.value = stats::quantile(judged.values, 0.5);
  const auto interval = stats::sign_interval(judged.values);
  out.low = interval.low, out.high = interval.high, out.level = interval.level;
  const bool upper = facts(limit.quantity).upper;
  const double best = upper ? interval.low : interval.high, worst = upper ? interval.high : interval.low;
  if (interval.level > 0 && !beyond(worst, limit) && clears(judged, worst, limit.value, judged.timer)) {
    out.verdict = LimitVerdict::kept;
  } else if (interval.level > 0 && beyond(best, limit) && digits_decide(judged, best, limit.value)) {
    out.verdict = LimitVerdict::broken;
    out.why = "the whole interval lies beyond the limit";
  } else {
    out.verdict = LimitVerdict::open;
    out.why = interval.level > 0 && beyond(best, limit) ? "the limit lies within the last printed digit"
                                                        : why_open(judged, launches, out, limit);
  }
}

Judged judged_by(const Limit& limit, Occurrences rows, std::span<const record::BusRates> rates) {
  const std::string word(facts(limit.quantity).word);
  if (limit.quantity == Limited::bus)
    return {
        word, {Quantity::rate}, ascending(bus_of_runs(rows, rates)), rounding_of(rows, {Quantity::t_max})};
  const auto measure = measure_for(limit, rows);
  if (!measure) return {word};
  return {word_of(*measure), *measure, ascending(value_of_runs(rows, *measure)), rounding_of(rows, *measure),
          timer_rounding_of(rows, *measure)};
}

/// Of rows without a value.
std::string why_not_measured(const Limit& limit, const Judged& judged, Occurrences rows) {
  if (const std::string text = text_of_unmeasured(rows); !text.empty())
    return fmt::format("not measured: {}", text);
  return fmt::format("its rows have no {}{}", judged.statistic,
                     limit.quantity == Limited::bus ? " rate" : "");
}

/// What lets a limit that the measured launches keep stay open: in others the case failed, or has no value.
/// Empty where there is nothing.
std::string lost_launches(const Endings& ended, std::size_t measured) {
  std::vector<std::string> parts;
  if (ended.failed > 0) parts.push_back(fmt::format("failed in {}", counted(ended.failed, "launch")));
  if (const auto known = measured + ended.lost; known < ended.runs)
    parts.push_back(
        fmt::format("not measured in {} of {}", ended.runs - known, counted(ended.runs, "launch")));
  return fmt::format("{}", fmt::join(parts, "; "));
}

CheckedCase judge(const Limit& limit, Occurrences rows, std::span<const record::BusRates> rates) {
  const std::string unlike = unlike_launches(limit, rows);
  const Judged judged =
      unlike.empty() ? judged_by(limit, rows, rates) : Judged{std::string(facts(limit.quantity).word)};
  CheckedCase out{.id = rows[0].row->id, .statistic = judged.statistic, .launches = judged.values.size()};
  const Endings ended = endings_of(rows);
  if (!judged.values.empty()) judge_values(out, judged, ended.runs, limit);
  if (ended.wrong > 0) {
    out.verdict = LimitVerdict::broken;
    out.why = fmt::format("wrong data in {}", counted(ended.wrong, "launch"));
  } else if (judged.values.empty()) {
    out.why = unlike.empty() ? why_not_measured(limit, judged, rows) : unlike;
  } else if (const auto lost = lost_launches(ended, judged.values.size()); !lost.empty()) {
    if (out.verdict == LimitVerdict::kept) out.verdict = LimitVerdict::open;
    out.why = fmt::format("{}{}{}", lost, out.why.empty() ? "" : "; ", out.why);
  }
  return out;
}

/// "2, 4, 8 and 12 more".
template <class Text>
std::string some_of(const std::set<std::int64_t>& values, Text text) {
  constexpr std::size_t most = 6;
  std::vector<std::string> shown;
  for (const auto value : values)
    if (shown.size() < most) shown.push_back(text(value));
  const auto more = values.size() - shown.size();
  return fmt::format("{}{}", fmt::join(shown, ", "), more > 0 ? fmt::format(" and {} more", more) : "");
}

/// Why a limit names no case, and which cases there are.
std::string nothing_named(const Limit& limit, std::span<const Occurrence> all) {
  std::set<std::int64_t> processes, bytes;
  std::set<std::string> benchmarks;
  for (const Occurrence& found : all) {
    const auto& id = found.row->id;
    benchmarks.insert(full_name(id));
    if (!names_benchmark(limit, id)) continue;
    processes.insert(id.processes);
    if (id.bytes >= 0 && (!limit.processes || limit.processes->has(id.processes))) bytes.insert(id.bytes);
  }
  if (!bytes.empty()) return "no such length: " + some_of(bytes, human_bytes);
  if (!processes.empty() && limit.processes)
    return "no such number of processes: " +
           some_of(processes, [](std::int64_t n) { return fmt::format("{}", n); });
  if (!processes.empty()) return "its cases have no length";
  const std::vector<std::string_view> known(benchmarks.begin(), benchmarks.end());
  const auto near = nearest(limit.benchmark, known);
  return near.empty() ? "no such benchmark in the runs"
                      : fmt::format("no such benchmark: did you mean {}?", sonde::quoted(near));
}

void sort_worst_first(LimitCheck& check) {
  const auto worst = check.verdicts();
  std::ranges::stable_sort(
      check.cases, {}, [&](const CheckedCase& c) { return std::tuple(worst[c.limit], c.limit, c.verdict); });
}

/// The end of a range that is worse, with three digits, the last of them away from it.
double loosened(double value, double margin, bool upper) {
  constexpr int digits = 3;
  const double bound = upper ? value * (1 + margin) : value / (1 + margin);
  const double step = std::pow(10.0, std::floor(std::log10(bound)) - (digits - 1));
  return step * (upper ? std::ceil(bound / step - 1e-9) : std::floor(bound / step + 1e-9));
}

/// What a limit is made on: a time that is shared by several messages (-window_size) says nothing without
/// their number.
std::optional<Measure> limited_measure(Occurrences rows) {
  const Measure messages{Quantity::message_rate};
  const bool all = std::ranges::all_of(rows, [&](const Occurrence& found) {
    return !is_sound(*found.row) || value_of(*found.row, messages, found.megabyte);
  });
  const auto measures = measures_of(rows, {});
  if (measures.empty()) return std::nullopt;
  return all ? messages : measures[0];
}

std::optional<Limited> limited_by(const Measure& measure) {
  switch (facts(measure.quantity).unit) {
    case Unit::seconds:
      return Limited::time;
    case Unit::bytes_per_second:
      return Limited::rate;
    case Unit::per_second:
      return Limited::message_rate;
    case Unit::percent:
    case Unit::of_column:
      break;
  }
  return std::nullopt;
}

/// Bytes per second that all runs name.
Result<double> port_rate_of(std::span<const record::Run> runs) {
  std::set<double> rates;  // 0 of a run that names none
  for (const record::Run& run : runs) rates.insert(run.header.port_rate.value_or(0));
  if (rates.size() == 1 && *rates.begin() > 0) return *rates.begin();
  const bool some_lack = rates.empty() || *rates.begin() <= 0;
  return failure(fmt::format(
      "{}: write it, as in \"58 % of 400 Gbit/s\"",
      some_lack ? "no rate of a port is recorded" : "the records name different rates of their ports"));
}

/// Limits that are fractions of what a port can do become bytes per second. The error says why they cannot.
Result<void> fractions_to_rates(std::vector<Limit>& limits, std::span<const record::Run> runs) {
  const auto port = port_rate_of(runs);
  if (!port) return tl::unexpected(port.error());
  for (Limit& limit : limits) {
    if (!limit.of_port) continue;
    limit.value *= *port;
    limit.text += fmt::format(" ({})", record::port_text(runs[0].header));
    limit.of_port = false;
  }
  return {};
}

/// The limit that a case keeps by `margin`; none where its number is none that can be limited.
std::optional<Limit> limit_from(Occurrences rows, const Measure& measure, double margin) {
  const auto limited = limited_by(measure);
  const auto values = ascending(value_of_runs(rows, measure));
  if (!limited || values.empty()) return std::nullopt;
  const bool upper = facts(*limited).upper;
  const auto interval = stats::sign_interval(values);
  const double end =
      interval.level > 0 ? (upper ? interval.high : interval.low) : (upper ? values.back() : values.front());
  const auto& id = rows[0].row->id;
  Limit limit{.benchmark = full_name(id), .quantity = *limited, .value = loosened(end, margin, upper)};
  if (id.processes > 0) limit.processes = WholeRange{id.processes, id.processes};
  if (id.bytes >= 0) limit.bytes = WholeRange{id.bytes, id.bytes};
  if (*limited == Limited::time) limit.statistic = measure.quantity;
  return limit;
}

/// What is not in the limit of a case; empty where nothing is missing.
std::string lost_text(Occurrences rows, bool limited) {
  const Endings ended = endings_of(rows);
  const bool wrong = ended.wrong > 0;
  const std::string text = wrong ? std::string() : text_of_unmeasured(rows);
  const std::string head = limited ? "" : "no limit: ";
  if (!wrong && ended.failed == 0) return limited ? "" : head + (text.empty() ? "no number" : text);
  return fmt::format("{}{} in {} of {}{}", head, wrong ? "wrong data" : "failed",
                     wrong ? ended.wrong : ended.failed, counted(ended.runs, "launch"),
                     text.empty() ? "" : fmt::format(" ({})", text));
}

}  // namespace

std::string_view to_word(LimitVerdict verdict) {
  constexpr std::array<std::string_view, 4> words{"broken", "missing", "open", "kept"};
  return words[static_cast<std::size_t>(verdict)];
}

std::vector<LimitVerdict> LimitCheck::verdicts() const {
  std::vector<LimitVerdict> out(limits.size(), LimitVerdict::kept);
  for (const CheckedCase& c : cases) out[c.limit] = std::min(out[c.limit], c.verdict);
  return out;
}

LimitCheck check_limits(std::span<const record::Run> runs, std::vector<Limit> limits) {
  LimitCheck out{.limits = std::move(limits), .launches = runs.size(), .notes = record::notes_of(runs)};
  std::vector<record::BusRates> rates;
  for (const record::Run& run : runs) rates.emplace_back(run.header, 0);
  const auto port = fractions_to_rates(out.limits, runs);
  const auto all = by_case(runs);
  std::vector<Occurrences> cases;
  for (Occurrences rest = all; !rest.empty();) cases.push_back(pop_case(rest));
  for (std::size_t i = 0; i < out.limits.size(); ++i) {
    const Limit& limit = out.limits[i];
    const auto before = out.cases.size();
    for (const Occurrences rows : cases) {
      if (!names(limit, rows[0].row->id)) continue;
      out.cases.push_back(limit.of_port ? CheckedCase{.id = rows[0].row->id, .why = port.error().message}
                                        : judge(limit, rows, rates));
      out.cases.back().limit = i;
    }
    if (out.cases.size() == before) out.cases.push_back({.limit = i, .why = nothing_named(limit, all)});
  }
  sort_worst_first(out);
  for (const auto& some : {notes_on_ends(runs, ""), provenance_notes(runs, {})})
    out.notes.insert(out.notes.end(), some.begin(), some.end());
  return out;
}

std::string limits_sentence(const LimitCheck& check) {
  std::map<LimitVerdict, std::size_t> counts;
  for (const auto verdict : check.verdicts()) ++counts[verdict];
  std::string out =
      fmt::format("{} of {} kept", counts[LimitVerdict::kept], counted(check.limits.size(), "limit"));
  for (const auto& [verdict, n] : counts)
    if (verdict != LimitVerdict::kept) out += fmt::format(", {} {}", n, to_word(verdict));
  return out;
}

std::string cases_of(const Limit& limit) {
  const auto ends = [](const WholeRange& range, auto text) {
    return range.low == range.high ? text(range.low)
                                   : fmt::format("{} to {}", text(range.low), text(range.high));
  };
  std::string out = limit.benchmark;
  if (limit.processes)
    out += fmt::format(", {} process{}",
                       ends(*limit.processes, [](std::int64_t n) { return fmt::format("{}", n); }),
                       limit.processes->high == 1 ? "" : "es");
  if (limit.bytes) out += ", " + ends(*limit.bytes, human_bytes);
  return out;
}

LimitsOfRuns limits_from(std::span<const record::Run> runs, double margin) {
  std::map<std::tuple<std::string, int, std::int64_t, Quantity>, std::pair<Limit, std::size_t>> loosest;
  LimitsOfRuns out;
  const auto all = by_case(runs);
  for (Occurrences rest = all; !rest.empty();) {
    const auto rows = pop_case(rest);
    const auto measure = limited_measure(rows);
    const auto limit = measure ? limit_from(rows, *measure, margin) : std::nullopt;
    if (const auto lost = lost_text(rows, limit.has_value()); !lost.empty())
      out.notes.push_back(fmt::format("{}: {}", record::describe(rows[0].row->id), lost));
    if (!limit) continue;
    const auto& id = rows[0].row->id;
    const auto key = std::tuple(lower(limit->benchmark), id.processes, id.bytes, measure->quantity);
    auto& [kept, cases] = loosest.try_emplace(key, *limit, 0).first->second;
    ++cases;
    kept.value = facts(limit->quantity).upper ? std::max(kept.value, limit->value)
                                              : std::min(kept.value, limit->value);
  }
  out.limits.reserve(loosest.size());
  for (auto& [key, limit] : loosest) {
    if (limit.second > 1)
      out.notes.push_back(fmt::format("{}: one limit for {}, which is the loosest of theirs",
                                      cases_of(limit.first), counted(limit.second, "case")));
    out.limits.push_back(std::move(limit.first));
  }
  return out;
}

}  // namespace sonde::analysis
