#include <fmt/format.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "reports/call_cases.hpp"
#include "reports/page_parts.hpp"
#include "reports/plot_lines.hpp"
#include "stats/loop_map.hpp"
#include "stats/pooled_curve.hpp"

namespace sonde::reports {
namespace {

using nlohmann::json;

constexpr std::size_t most_curves = 1000, most_maps = 300;

using Records = std::vector<const record::CaseRecord*>;
/// By case, and then by file or side.
using CasesBySource = std::map<std::tuple<std::string, int, record::CaseId, std::size_t>, Records>;

/// Six digits.
double six_digits(double value) {
  if (value == 0 || !std::isfinite(value)) return 0;
  const double scale = std::pow(10.0, 5 - std::floor(std::log10(std::abs(value))));
  return std::isfinite(scale) ? std::round(value * scale) / scale : value;
}

std::string chart_of(const record::CaseId& id) {
  return id.processes > 0 ? fmt::format("{}, {} {}", name_of(id), id.processes,
                                        id.processes == 1 ? "process" : "processes")
                          : name_of(id);
}

json curve_of(const record::CaseId& id, std::size_t source, const Records& records) {
  std::vector<const stats::TailCurve*> curves;
  std::int64_t calls = 0;
  for (const record::CaseRecord* record : records)
    curves.push_back(&record->tail->curve), calls += record->tail->calls;
  json seconds = json::array(), shares = json::array();
  for (const auto& [time, share] : stats::pooled_curve(curves))
    seconds.push_back(six_digits(time)), shares.push_back(six_digits(share));
  return {{"chart", chart_of(id)}, {"label", title_of(id, {}, "")}, {"run", source},
          {"calls", calls},        {"t", std::move(seconds)},       {"s", std::move(shares)}};
}

json loop_map_of(const record::CaseId& id, std::size_t source, const Records& records) {
  std::vector<stats::LoopSamples> loops;
  std::size_t batches = 0;
  for (const record::CaseRecord* record : records) {
    loops.push_back({record->batch_seconds, record->repetitions});
    batches += record->batch_seconds.size();
  }
  const stats::LoopMap map = stats::loop_map(loops);
  json cells = json::array();
  for (int row = 0; row < map.rows; ++row)
    for (int column = 0; column < map.columns; ++column)
      if (const auto count = map.at(column, row); count > 0) cells.push_back({column, row, count});
  const std::string label = title_of(id, {}, "");
  return {{"name", chart_of(id) + (label.empty() ? "" : ", " + label)},
          {"run", source},
          {"loops", records.size()},
          {"batches", batches},
          {"repetitions", map.repetitions},
          {"columns", map.columns},
          {"rows", map.rows},
          {"low", six_digits(map.low)},
          {"ratio", map.ratio},
          {"cells", std::move(cells)}};
}

/// The first `most` cases, as `made_of` has them.
json first_of(const CasesBySource& cases, std::size_t most, decltype(curve_of)* made_of) {
  json out = json::array();
  for (const auto& [key, records] : cases)
    if (out.size() < most) out.push_back(made_of(std::get<2>(key), std::get<3>(key), records));
  return out;
}

}  // namespace

std::string calls_data(std::span<const record::Run> runs, std::size_t base_runs) {
  CasesBySource curves, maps;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::size_t source = source_of(i, base_runs);
    for (const record::CaseRecord& c : runs[i].cases) {
      record::CaseId id = c.id;
      if (with_curve.has(c)) curves[{name_of(id), id.processes, id, source}].push_back(&c);
      id.group = -1;
      if (with_samples.has(c)) maps[{name_of(id), id.processes, id, source}].push_back(&c);
    }
  }
  json page = {{"curves", first_of(curves, most_curves, curve_of)},
               {"maps", first_of(maps, most_maps, loop_map_of)}};
  page["left_out"] = curves.size() + maps.size() - page["curves"].size() - page["maps"].size();
  return page.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace sonde::reports
