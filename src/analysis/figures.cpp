#include "analysis/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "base/units.hpp"
#include "record/describe.hpp"
#include "stats/interval.hpp"

namespace sonde::analysis {
namespace {

bool usable(double x) {
  return std::isfinite(x) && x > 0;
}

std::optional<double> if_usable(double x) {
  return usable(x) ? std::optional(x) : std::nullopt;
}

/// A rate that belongs to the largest time, where there is one, carried over to the median.
std::optional<Figure> at_the_median(const record::CaseRecord& c, double rate) {
  if (c.status != record::Status::measured || !usable(rate)) return std::nullopt;
  const std::optional<Figure> time = loop_time_of(c);
  if (!c.summary || !c.times || !time || !usable(c.times->max)) return Figure{rate, {}, {}};
  const double amount = rate * c.times->max;
  Figure figure{amount / time->value, {}, {}};
  if (time->high) figure.low = amount / *time->high;
  if (time->low) figure.high = amount / *time->low;
  return figure;
}

}  // namespace

std::optional<Figure> loop_time_of(const record::CaseRecord& c) {
  if (c.status != record::Status::measured) return std::nullopt;
  if (c.summary && usable(c.summary->median)) {
    if (!stats::has_interval(*c.summary)) return Figure{c.summary->median, {}, {}};
    return Figure{c.summary->median, if_usable(c.summary->ci_low), if_usable(c.summary->ci_high)};
  }
  if (c.times && usable(c.times->max)) return Figure{c.times->max, {}, {}};
  if (c.times && usable(c.times->avg)) return Figure{c.times->avg, {}, {}};
  if (c.overlap && usable(c.overlap->overlapped)) return Figure{c.overlap->overlapped, {}, {}};
  return std::nullopt;
}

std::optional<Figure> time_of(const record::CaseRecord& c) {
  if (c.status == record::Status::measured && c.overlap && usable(c.overlap->pure))
    return Figure{c.overlap->pure, {}, {}};
  return loop_time_of(c);
}

const Measure& time_measure(std::span<const Measure> measures) {
  const auto pure = std::ranges::find(measures, Measure{Quantity::t_pure});
  return pure == measures.end() ? measures.front() : *pure;
}

std::optional<Figure> rate_of(const record::CaseRecord& c, double megabyte) {
  return at_the_median(c, c.megabytes_per_second.value_or(0) * megabyte);
}

std::optional<Figure> message_rate_of(const record::CaseRecord& c) {
  return at_the_median(c, c.messages_per_second.value_or(0));
}

std::optional<Figure> network_rate_of(const record::CaseRecord& c, std::optional<double> rate) {
  if (!rate || !usable(*rate)) return std::nullopt;
  return c.overlap ? Figure{*rate, {}, {}} : at_the_median(c, *rate);
}

std::optional<Figure> overlap_of(const record::CaseRecord& c) {
  if (c.status != record::Status::measured || !c.overlap || !std::isfinite(c.overlap->percent))
    return std::nullopt;
  return Figure{c.overlap->percent, {}, {}};
}

std::string benchmark_of(const record::CaseId& id) {
  const std::string labels = record::labels_of(id);
  return (id.multi ? "Multi-" : "") + id.benchmark + (labels.empty() ? "" : " " + labels);
}

std::string case_name(const record::CaseId& id) {
  std::string text = benchmark_of(id);
  if (id.bytes >= 0) text += ", " + exact_bytes(id.bytes);
  if (id.processes > 0) text += fmt::format(", {}", counted(id.processes, "process"));
  if (id.threads > 0) text += fmt::format(" of {}", counted(id.threads, "thread"));
  if (id.group >= 0) text += fmt::format(", group {}", id.group);
  return text;
}

}  // namespace sonde::analysis
