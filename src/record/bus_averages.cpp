#include "record/bus_averages.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "record/bus.hpp"
#include "record/describe.hpp"

namespace sonde::record {

void BusAverages::add(const CaseRecord& with_rates) {
  constexpr std::int64_t least_bytes = 1 << 20;
  const auto bus = with_rates.extra.find(std::string(bus_column));
  const bool wrong = with_rates.defects.value_or(0) > 0;
  if (bus == with_rates.extra.end() || with_rates.id.bytes < least_bytes || wrong) return;
  CaseId id = with_rates.id;
  id.bytes = id.group = -1;
  auto average = std::ranges::find(averages_, id, &Average::id);
  if (average == averages_.end()) average = averages_.insert(average, {.id = id});
  average->sum += bus->second;
  ++average->rows;
}

std::string BusAverages::lines() const {
  if (averages_.empty()) return {};
  std::string out = "#\n# Average bus bandwidth over lengths >= 1MiB\n";
  for (const auto& [id, sum, rows] : averages_)
    out += fmt::format("#   {}: {:.2f}MB/sec (rows: {})\n", short_name(id), sum / rows, rows);
  return out;
}

}  // namespace sonde::record
