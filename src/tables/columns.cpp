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

std::vector<Column> columns_of_stats(const Benchmark& benchmark) {
  using enum Column;
  std::vector<Column> out;
  if (benchmark.klass == TransferClass::passive_progress) out = {time_cpu, progress};
  if (is_persistent(benchmark.needs.library)) out.push_back(time_init);
  if (benchmark.klass == TransferClass::contention) out.push_back(efficiency);
  out.insert(out.end(), {median, interval, p95, flags});
  return out;
}

}  // namespace

std::vector<Column> columns(const Settings& settings, const Benchmark& benchmark) {
  using enum Column;
  std::vector<Column> out;
  const auto add = [&](const std::vector<Column>& more) { out.insert(out.end(), more.begin(), more.end()); };
  if (settings.multi == Multi::each) add({group});
  if (settings.arrival && settings.arrival->pattern == ArrivalPattern::all) add({pattern});
  if (benchmark.sized()) add({bytes});
  add({repetitions});
  add(times_and_rate(settings, benchmark));
  if (settings.check && benchmark.sized() && benchmark.expect != ExpectedContent::nothing) add({defects});
  if (bus_formula(settings, benchmark)) add({bus, net});
  if (bus_formula(settings, benchmark) && settings.peak > 0) add({peak});
  if (settings.extra_columns) add(columns_of_stats(benchmark));
  if (settings.tails) add({tail_p50, tail_p90, tail_p99, tail_p999});
  if (settings.arrival) add({arrival_last, arrival_total, arrival_each, absorption});
  if (settings.load) add({loaded_p50, loaded_p99, impact_p50, impact_p99});
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
