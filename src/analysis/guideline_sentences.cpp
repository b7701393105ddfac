#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "analysis/guidelines.hpp"
#include "analysis/measured_guidelines.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "record/describe.hpp"

namespace sonde::analysis {

namespace {

using RowsOfOne = std::span<const CheckedGuideline>;

/// Whether `next` is the neighbour of `row` in one sentence.
bool goes_on(const CheckedGuideline& row, const CheckedGuideline& next) {
  auto id = row.left;
  id.bytes = next.left.bytes;
  return row.verdict == next.verdict && row.guideline == next.guideline && id == next.left &&
         row.right.processes == next.right.processes;
}

std::string range(const std::string& first, const std::string& last) {
  return first == last ? first : first + " to " + last;
}

/// "1.31 [1.27, 1.36] times as long as", of several "1.2 to 1.4 [1.1, 1.5]": all their intervals together.
std::string times_as_long(RowsOfOne rows) {
  const auto [least, most] = std::ranges::minmax(rows, {}, &CheckedGuideline::ratio);
  auto out = range(fmt::format("{:.2f}", least.ratio), fmt::format("{:.2f}", most.ratio));
  if (std::ranges::all_of(rows, [](const auto& row) { return row.level > 0; }))
    out += fmt::format(" [{:.2f}, {:.2f}]", std::ranges::min(rows, {}, &CheckedGuideline::low).low,
                       std::ranges::max(rows, {}, &CheckedGuideline::high).high);
  return out + " times as long as";
}

std::string sentence(RowsOfOne rows) {
  const auto& first = rows.front();
  const bool one = rows.size() == 1;
  record::CaseId name = first.left;
  name.bytes = -1;
  const auto bytes = first.left.bytes < 0
                         ? std::string()
                         : range(exact_bytes(first.left.bytes), exact_bytes(rows.back().left.bytes));
  const auto takes = fmt::format("{} {}", one ? "takes" : "take", times_as_long(rows));
  const auto [least, most] =
      std::ranges::minmax(rows, {}, [](const CheckedGuideline& row) { return row.right.bytes; });
  const auto others = range(exact_bytes(least.right.bytes), exact_bytes(most.right.bytes));
  if (first.guideline == Guideline::longer)
    return fmt::format("{}: {} {} {}: send {}", record::short_name(name), bytes, takes, others, others);
  if (first.guideline == Guideline::split)
    return fmt::format("{}: {} {} {}: split {}", record::short_name(name), bytes, takes,
                       one ? fmt::format("{:g} x {}", first.times, others) : "messages of " + others,
                       one ? "it" : "them");
  name.processes = 0;
  return fmt::format("{}{}{}: {} process{} {} {}", record::short_name(name), bytes.empty() ? "" : " ", bytes,
                     first.left.processes, first.left.processes == 1 ? " takes" : "es take",
                     times_as_long(rows), first.right.processes);
}

}  // namespace

std::string guidelines_sentence(const GuidelineCheck& check) {
  std::string out;
  for (const auto verdict : {GuidelineVerdict::violated, GuidelineVerdict::held, GuidelineVerdict::open})
    out += out.empty() ? fmt::format("{} of {} guidelines {}", check.count(verdict), check.rows.size(),
                                     to_word(verdict))
                       : fmt::format(", {} {}", check.count(verdict), to_word(verdict));
  return out;
}

std::vector<std::string> violations(const GuidelineCheck& check) {
  std::vector<std::pair<double, std::string>> found;
  for (auto from = check.rows.begin(); from != check.rows.end();) {
    auto to = from + 1;
    while (to != check.rows.end() && goes_on(*(to - 1), *to)) ++to;
    if (from->verdict == GuidelineVerdict::violated && !from->composed)
      found.emplace_back(std::ranges::max(RowsOfOne(from, to), {}, &CheckedGuideline::ratio).ratio,
                         sentence(RowsOfOne(from, to)));
    from = to;
  }
  for (const auto& cheaper : cheapest_of_lengths(check))
    found.emplace_back(std::ranges::max(cheaper.rows, {}, &CheckedGuideline::ratio)->ratio,
                       sentence(cheaper));
  std::ranges::stable_sort(found, std::greater<>(), &std::pair<double, std::string>::first);
  std::vector<std::string> out;
  out.reserve(found.size());
  for (auto& [ratio, text] : found) out.push_back(std::move(text));
  return out;
}

}  // namespace sonde::analysis
