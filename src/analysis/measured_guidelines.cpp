#include "analysis/measured_guidelines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <map>
#include <utility>

#include "base/units.hpp"
#include "record/describe.hpp"
#include "stats/order.hpp"

namespace sonde::analysis {

namespace {

constexpr std::string_view between = "_as_";
constexpr std::string_view no_name = "the composition";

std::optional<KnownWithin> known_within(const record::MeasuredGuideline::Ratio& ratio) {
  constexpr double most_level = 0.999999;  // above it the quantile has no end
  if (!(ratio.level > 0 && ratio.level <= most_level && ratio.low > 0 && ratio.high >= ratio.low &&
        ratio.pairs > 1))
    return std::nullopt;
  const double reach = boost::math::quantile(boost::math::normal(), (1 + ratio.level) / 2);
  return KnownWithin{std::log(ratio.high / ratio.low) / (2 * reach), static_cast<double>(ratio.pairs - 1)};
}

/// Seconds of a call by which ranks that began a batch apart can be wrong; 0: not known.
double skew_of(const record::CaseRecord& row) {
  const double apart = std::abs(row.start_late_seconds.value_or(0)) + row.clock_error_seconds.value_or(0);
  return std::isfinite(apart) ? apart / calls_of_batch(row) : 0;
}

/// How far a coarse timer, which is read once a batch on each side, leaves the logarithm of the ratio open.
double open_by_timer(const Occurrence& found) {
  const double half_a_step = open_by_step(found);
  constexpr double least = 0.1;  // of a side, where all of it may be rounding
  double open = 0;
  for (const double side : {found.row->guideline->left, found.row->guideline->right})
    open -= side > 0 ? std::log(std::max(1 - half_a_step / side, least)) : 0;
  return open;
}

/// Nothing where no launch knows the ratio.
std::optional<GuidelinePair> pair_of(Occurrences same) {
  const auto& first = *same[0].row;
  GuidelinePair out{Guideline::composition, first.id, first.id};
  std::map<std::size_t, std::vector<double>> logs;
  std::vector<double> left, right, skew;
  for (const Occurrence& found : same) {
    const auto& measured = *found.row->guideline;
    if (!(measured.ratio.median > 0) || !std::isfinite(measured.ratio.median)) continue;
    logs[found.run].push_back(std::log(measured.ratio.median));
    left.push_back(measured.left), right.push_back(measured.right), skew.push_back(skew_of(*found.row));
    out.rounding = std::max(out.rounding, open_by_timer(found));
    if (same.size() == 1) out.within = known_within(measured.ratio);
  }
  if (logs.empty()) return std::nullopt;
  for (const auto& [run, values] : logs) out.logs.push_back({run, stats::median(values)});
  out.composed = Composed{first.guideline->id, stats::median(left), stats::median(right),
                          first.guideline->buffer_bytes, stats::median(skew)};
  return out;
}

/// "1 to 32 KiB", "512 B to 32 KiB", "8 B".
std::string lengths(std::int64_t from, std::int64_t to) {
  std::string first = exact_bytes(from);
  const auto last = exact_bytes(to);
  if (from == to) return first;
  const auto unit = [](const std::string& text) { return text.substr(text.find(' ')); };
  return fmt::format("{} to {}", unit(first) == unit(last) ? first.substr(0, first.find(' ')) : first, last);
}

/// By call and length; null where nothing is cheaper.
using CheapestByCall = std::map<record::CaseId, std::map<std::int64_t, const CheckedGuideline*>>;

CheapestByCall cheapest_by_call(std::span<const CheckedGuideline> rows) {
  CheapestByCall out;
  for (const auto& row : rows) {
    if (!row.composed) continue;
    auto call = row.left;
    call.benchmark = composed_names(call.benchmark).call, call.bytes = -1;
    auto& best = out[call][row.left.bytes];
    if (row.verdict == GuidelineVerdict::violated && (best == nullptr || row.ratio > best->ratio))
      best = &row;
  }
  return out;
}

}  // namespace

std::vector<GuidelinePair> measured_pairs(Occurrences rows) {
  std::vector<GuidelinePair> out;
  while (!rows.empty()) {
    const auto same = pop_case(rows);
    if (!std::ranges::all_of(same, [](const Occurrence& o) { return o.row->guideline.has_value(); }))
      continue;
    if (auto pair = pair_of(same)) out.push_back(std::move(*pair));
  }
  return out;
}

ComposedNames composed_names(std::string_view benchmark) {
  const auto at = benchmark.find(between);
  if (at == std::string_view::npos) return {std::string(benchmark), std::string(no_name)};
  std::string words(benchmark.substr(at + between.size()));
  constexpr std::string_view then = "_then_";
  if (const auto found = words.find(then); found != std::string::npos) words.replace(found, then.size(), "_");
  ComposedNames out{std::string(benchmark.substr(0, at)), {}};
  const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  const bool of_calls = !words.empty() && is_capital(words[0]);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] != '_' || (of_calls && i + 1 < words.size() && !is_capital(words[i + 1])))
      out.composition += words[i];
    else
      out.composition += of_calls ? " + " : " ";
  }
  return out;
}

std::vector<CheapestOfLengths> cheapest_of_lengths(const GuidelineCheck& check) {
  std::vector<CheapestOfLengths> out;
  for (const auto& [call, by_length] : cheapest_by_call(check.rows)) {
    const CheckedGuideline* before = nullptr;
    for (const auto& [bytes, best] : by_length) {
      if (best != nullptr && (before == nullptr || before->left.benchmark != best->left.benchmark))
        out.push_back({composed_names(best->left.benchmark), {}});
      if (best != nullptr) out.back().rows.push_back(best);
      before = best;
    }
  }
  return out;
}

std::string sentence(const CheapestOfLengths& cheaper) {
  const auto [least, most] = std::ranges::minmax(cheaper.rows, {}, &CheckedGuideline::ratio);
  auto name = cheaper.rows.front()->left;
  const auto from = name.bytes, to = cheaper.rows.back()->left.bytes;
  name.benchmark = cheaper.names.call, name.bytes = -1;
  const auto low = fmt::format("{:.3g}", least->ratio), high = fmt::format("{:.3g}", most->ratio);
  return fmt::format("{}{}: use {}, {}{} times faster", record::short_name(name),
                     from < 0 ? "" : ", " + lengths(from, to), cheaper.names.composition, low,
                     low == high ? "" : " to " + high);
}

}  // namespace sonde::analysis
