#include "analysis/figures.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/units.hpp"

namespace sonde::analysis {
namespace {

bool usable(double x) {
  return std::isfinite(x) && x > 0;
}

std::optional<double> if_usable(double x) {
  return usable(x) ? std::optional(x) : std::nullopt;
}

}  // namespace

std::optional<Figure> time_of(const record::CaseRecord& c) {
  if (c.status != record::Status::measured) return std::nullopt;
  if (c.summary && usable(c.summary->median))
    return Figure{c.summary->median, if_usable(c.summary->ci_low), if_usable(c.summary->ci_high)};
  if (c.times && usable(c.times->max)) return Figure{c.times->max, {}, {}};
  if (c.times && usable(c.times->avg)) return Figure{c.times->avg, {}, {}};
  if (c.overlap && usable(c.overlap->overlapped)) return Figure{c.overlap->overlapped, {}, {}};
  return std::nullopt;
}

std::optional<Figure> rate_of(const record::CaseRecord& c, double megabyte) {
  if (c.status != record::Status::measured || !c.megabytes_per_second) return std::nullopt;
  const double rate = *c.megabytes_per_second * megabyte;
  if (!usable(rate)) return std::nullopt;
  const std::optional<Figure> time = time_of(c);
  if (!c.summary || !c.times || !time || !usable(c.times->max)) return Figure{rate, {}, {}};
  const double bytes = rate * c.times->max;
  Figure figure{bytes / time->value, {}, {}};
  if (time->high) figure.low = bytes / *time->high;
  if (time->low) figure.high = bytes / *time->low;
  return figure;
}

std::string benchmark_of(const record::CaseId& id) {
  return (id.multi ? "Multi-" : "") + id.benchmark + (id.mode.empty() ? "" : " " + id.mode);
}

std::string case_name(const record::CaseId& id) {
  std::string text = benchmark_of(id);
  if (id.bytes >= 0) text += ", " + human_bytes(id.bytes);
  if (id.processes > 0) text += fmt::format(", {} process{}", id.processes, id.processes == 1 ? "" : "es");
  if (id.threads > 0) text += fmt::format(" of {} thread{}", id.threads, id.threads == 1 ? "" : "s");
  if (id.group >= 0) text += fmt::format(", group {}", id.group);
  return text;
}

}  // namespace sonde::analysis
