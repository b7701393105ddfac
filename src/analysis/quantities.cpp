#include "analysis/quantities.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/text.hpp"
#include "base/units.hpp"
#include "record/bus.hpp"
#include "record/case_numbers.hpp"

namespace sonde::analysis {

namespace {

using record::CaseRecord;

static_assert([] {
  for (std::size_t i = 0; i < quantities.size(); ++i)
    if (quantities[i].quantity != static_cast<Quantity>(i)) return false;
  return true;
}());

std::optional<double> extra_of(const CaseRecord& row, const std::string& column) {
  const auto found = row.extra.find(column);
  return found == row.extra.end() ? std::nullopt : std::optional(found->second);
}

/// Sonde's own tables have it as a column (-stats).
std::optional<double> median_of(const CaseRecord& row) {
  if (row.summary && row.summary->batches > 0) return row.summary->median;
  return extra_of(row, "median_s");
}

std::optional<double> time_of(const CaseRecord& row, double record::Times::*which) {
  return row.times ? std::optional((*row.times).*which) : std::nullopt;
}

std::optional<double> beside(const CaseRecord& row, double record::OverlapTimes::*which) {
  return row.overlap ? std::optional((*row.overlap).*which) : std::nullopt;
}

std::optional<double> raw_value(const CaseRecord& row, const Measure& measure, double megabyte) {
  using record::OverlapTimes;
  using record::Times;
  switch (measure.quantity) {
    case Quantity::median:
      return median_of(row);
    case Quantity::t_max:
      return time_of(row, &Times::max);
    case Quantity::t_avg:
      return time_of(row, &Times::avg);
    case Quantity::t_min:
      return time_of(row, &Times::min);
    case Quantity::t_ovrl:
      return beside(row, &OverlapTimes::overlapped);
    case Quantity::rate:
      return row.megabytes_per_second.value_or(0) * megabyte;
    case Quantity::message_rate:
      return row.messages_per_second;
    case Quantity::t_pure:
      return beside(row, &OverlapTimes::pure);
    case Quantity::overlap:
      return beside(row, &OverlapTimes::percent);
    case Quantity::t_init:
      return row.init_seconds;
    case Quantity::column:
      return extra_of(row, measure.column);
    default:
      return record::number_of(row, facts(measure.quantity).key);
  }
}

bool is_rate(std::string_view column) {
  const std::string name = lower(column);
  return contains(name, "/s") || contains(name, "bw") || contains(name, "per_second");
}

/// Ends of intervals are none.
bool is_time(std::string_view column) {
  const bool end = column.ends_with("_low_s") || column.ends_with("_high_s");
  return column.ends_with("_s") && !end && !is_rate(column);
}

bool more_is_faster(const Measure& measure) {
  const Unit unit = facts(measure.quantity).unit;
  return unit == Unit::bytes_per_second || unit == Unit::per_second ||
         (unit == Unit::of_column && is_rate(measure.column));
}

/// In units of a transfer: it takes so long together with a computation of its length.
double taken_together(double percent) {
  return 2 - percent / 100;
}

}  // namespace

std::string word_of(const Measure& measure) {
  if (measure.quantity != Quantity::column) return std::string(facts(measure.quantity).word);
  return is_time(measure.column) ? measure.column.substr(0, measure.column.size() - 2) : measure.column;
}

std::string key_of(const Measure& measure) {
  return measure.quantity == Quantity::column ? measure.column : std::string(facts(measure.quantity).key);
}

std::optional<double> value_of(const CaseRecord& row, const Measure& measure, double megabyte) {
  if (row.status != record::Status::measured) return std::nullopt;
  const auto value = raw_value(row, measure, megabyte);
  if (!value || !std::isfinite(*value)) return std::nullopt;
  const bool fits = measure.quantity == Quantity::overlap ? *value >= 0 && *value <= 100 : *value > 0;
  return fits ? value : std::nullopt;
}

double rounding_of(const CaseRecord& row, const Measure& measure, double megabyte) {
  if (!row.rounding) return 0;
  switch (facts(measure.quantity).unit) {
    case Unit::seconds:
      return row.rounding->seconds;
    case Unit::bytes_per_second:
      return row.rounding->megabytes_per_second * megabyte;
    case Unit::per_second:
      return row.rounding->messages_per_second;
    case Unit::percent:
      return row.rounding->other;
    case Unit::of_column:
      break;
  }
  return is_time(measure.column) ? row.rounding->seconds : row.rounding->other;
}

std::optional<bool> more_is_slower(std::string_view column) {
  if (is_rate(column)) return false;
  return is_time(column) ? std::optional(true) : std::nullopt;
}

bool follows_from_times(std::string_view column) {
  return is_rate(column) || column == record::peak_column || column == "median_s";
}

double slowness(double value, const Measure& measure) {
  if (measure.quantity == Quantity::overlap) return std::log(taken_together(value));
  return more_is_faster(measure) ? -std::log(value) : std::log(value);
}

double value_of_slowness(double slowness, const Measure& measure) {
  if (measure.quantity == Quantity::overlap) return 100 * (2 - std::exp(slowness));
  return std::exp(more_is_faster(measure) ? -slowness : slowness);
}

std::string text_of(double value, const Measure& measure) {
  switch (facts(measure.quantity).unit) {
    case Unit::seconds:
      return human_seconds(value);
    case Unit::bytes_per_second:
      return human_rate(value);
    case Unit::per_second:
      return fmt::format("{:.4g} /s", value);
    case Unit::percent:
      return fmt::format("{:.3g} %", value);
    case Unit::of_column:
      return is_time(measure.column) ? human_seconds(value) : fmt::format("{:.4g}", value);
  }
  return "";
}

}  // namespace sonde::analysis
