#include "tables/columns.hpp"

#include <fmt/format.h>

namespace sonde::tables {

namespace {

std::vector<Column> times_and_rate(const Settings& settings, const Benchmark& benchmark) {
  using enum Column;
  if (!benchmark.guideline.empty()) return {time_left, time_right, ratio, ratio_low, ratio_high};
  if (benchmark.klass == TransferClass::passive_progress) return {time_pure, time_overlapped};
  if (benchmark.overlapped) return {time_overlapped, time_pure, time_cpu, overlap};
  if (benchmark.klass == TransferClass::links) return {time_min, time_max, time_avg, rate};
  const bool has_rate = benchmark.sized() && benchmark.metric.messages > 0;
  if (!has_rate) return {time_min, time_max, time_avg};
  if (benchmark.metric.per_message) return {time_avg, rate, message_rate};
  if (benchmark.klass == TransferClass::message_rate) return {rate, message_rate};
  if (benchmark.metric.message_rate) return {time, rate, message_rate};
  const bool one_time = benchmark.klass == TransferClass::one_to_all ||
                        (benchmark.klass == TransferClass::single_transfer && settings.multi != Multi::worst);
  if (one_time) return {time, rate};
  return {time_min, time_max, time_avg, rate};
}

}  // namespace

std::vector<Column> columns(const Settings& settings, const Benchmark& benchmark) {
  std::vector<Column> out;
  if (settings.multi == Multi::each) out.push_back(Column::group);
  if (settings.arrival && settings.arrival->pattern == ArrivalPattern::all) out.push_back(Column::pattern);
  if (benchmark.sized()) out.push_back(Column::bytes);
  out.push_back(Column::repetitions);
  for (const auto column : times_and_rate(settings, benchmark)) out.push_back(column);
  if (settings.check && benchmark.sized() && benchmark.expect != ExpectedContent::nothing)
    out.push_back(Column::defects);
  if (bus_formula(settings, benchmark)) {
    for (const auto column : {Column::bus, Column::net}) out.push_back(column);
    if (settings.peak > 0) out.push_back(Column::peak);
  }
  if (settings.extra_columns && benchmark.klass == TransferClass::passive_progress)
    for (const auto column : {Column::time_cpu, Column::progress}) out.push_back(column);
  if (settings.extra_columns && is_persistent(benchmark.needs.library)) out.push_back(Column::time_init);
  if (settings.extra_columns && benchmark.klass == TransferClass::contention)
    out.push_back(Column::efficiency);
  if (settings.extra_columns)
    for (const auto column : {Column::median, Column::interval, Column::p95, Column::flags})
      out.push_back(column);
  if (settings.tails)
    for (const auto column : {Column::tail_p50, Column::tail_p90, Column::tail_p99, Column::tail_p999})
      out.push_back(column);
  if (settings.arrival)
    for (const auto column :
         {Column::arrival_last, Column::arrival_total, Column::arrival_each, Column::absorption})
      out.push_back(column);
  if (settings.load)
    for (const auto column : {Column::loaded_p50, Column::loaded_p99, Column::impact_p50, Column::impact_p99})
      out.push_back(column);
  return out;
}

std::optional<TrafficFormula> bus_formula(const Settings& settings, const Benchmark& benchmark) {
  if (!settings.bus) return std::nullopt;
  return traffic_formula(benchmark.name, settings.reduce_scatter == Share::each);
}

std::string cell(std::string_view text) {
  if (text.size() >= static_cast<std::size_t>(column_width)) return fmt::format(" {}", text);
  return fmt::format("{:>{}}", text, column_width);
}

}  // namespace sonde::tables
