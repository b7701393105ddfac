#include "history/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <span>

#include "base/text.hpp"
#include "record/describe.hpp"
#include "record/variant.hpp"
#include "stats/order.hpp"

namespace sonde::history {
namespace {

std::size_t hosts_of(const record::Header& header) {
  std::set<std::string_view> hosts;
  for (const auto& place : header.places) hosts.insert(place.host);
  return hosts.size();
}

void name_rows(std::vector<HistoryRow>& rows) {
  for (auto first = rows.begin(); first != rows.end();) {
    const auto last =
        std::find_if(first, rows.end(), [&](const HistoryRow& row) { return row.what.id != first->what.id; });
    const auto differ = [&](auto what) {
      return std::any_of(first, last,
                         [&](const HistoryRow& row) { return row.what.*what != first->what.*what; });
    };
    const bool programs = differ(&MeasuredCase::program), hosts = differ(&MeasuredCase::hosts);
    for (; first != last; ++first) {
      first->name = name_of(*first, programs, hosts);
      first->apart = first->what.id;
      if (programs) record::set_variant(first->apart.variant, "program", first->what.program);
      if (hosts) record::set_variant(first->apart.variant, "hosts", std::to_string(first->what.hosts));
    }
  }
}

/// A launch that measured a case more than once counts as one, by the median.
std::vector<double> median_of_each(const std::vector<std::pair<std::size_t, double>>& by_launch) {
  std::vector<double> medians, of_one;
  for (std::size_t i = 0; i < by_launch.size(); ++i) {
    of_one.push_back(by_launch[i].second);
    if (i + 1 < by_launch.size() && by_launch[i + 1].first == by_launch[i].first) continue;
    medians.push_back(stats::median(of_one));
    of_one.clear();
  }
  return medians;
}

}  // namespace

std::string name_of(const HistoryRow& row, bool other_program, bool other_hosts) {
  const MeasuredCase& what = row.what;
  std::string name = record::describe(what.id);
  if (!row.leading) name += fmt::format(", {}", analysis::facts(row.quantity).word);
  if (other_program) name += ", " + what.program;
  if (other_hosts) name += fmt::format(", {}", counted(what.hosts, "host"));
  return name;
}

void set_apart(std::span<const HistoryRow> rows, std::span<record::Run> runs) {
  std::map<MeasuredCase, const record::CaseId*> known;
  for (const HistoryRow& row : rows) known[row.what] = &row.apart;
  for (record::Run& run : runs) {
    const auto hosts = hosts_of(run.header);
    for (record::CaseRecord& row : run.cases)
      if (const auto found = known.find({row.id, run.header.program, hosts}); found != known.end())
        row.id = *found->second;
  }
}

const char* HistoryRow::unit() const {
  switch (analysis::facts(quantity).unit) {
    case analysis::Unit::bytes_per_second:
      return "MB/s";
    case analysis::Unit::per_second:
      return "/s";
    case analysis::Unit::percent:
      return "%";
    default:
      return "s";
  }
}

double HistoryRow::plain_of(double value) const {
  constexpr double million = 1e6;
  const bool bytes = analysis::facts(quantity).unit == analysis::Unit::bytes_per_second;
  return analysis::value_of_slowness(value, {quantity}) / (bytes ? million : 1);
}

std::string HistoryRow::text_of(double value) const {
  return analysis::text_of(analysis::value_of_slowness(value, {quantity}), {quantity});
}

LaunchReadings launch_of(const record::Run& run) {
  LaunchReadings out{run.header.program, hosts_of(run.header), {}};
  for (const auto& row : run.cases) {
    if (row.status == record::Status::skipped) continue;
    CaseReading reading{row.id, !analysis::is_sound(row)};
    for (std::size_t q = 0; q < analysis::known_quantities; ++q) {
      const analysis::Measure measure{static_cast<analysis::Quantity>(q)};
      const auto number = analysis::value_of(row, measure, run.header.megabyte);
      if (!number) continue;
      reading.of_quantity[q] = analysis::slowness(*number, measure);
      reading.rounding[q] = static_cast<float>(analysis::rounding_of(row, run.header, measure));
    }
    out.readings.push_back(std::move(reading));
  }
  return out;
}

bool comparable(const LaunchReadings& launch) {
  return std::ranges::any_of(launch.readings, [](const CaseReading& reading) {
    return reading.failed ||
           std::ranges::any_of(reading.of_quantity, [](double value) { return !std::isnan(value); });
  });
}

void TableMaker::add(std::size_t night, const LaunchReadings& launch) {
  ++launches_;
  for (const CaseReading& reading : launch.readings)
    values_[{reading.id, launch.program, launch.hosts}].push_back(
        {night, launches_, reading.failed, reading.of_quantity, reading.rounding});
}

HistoryRow TableMaker::row_of(const MeasuredCase& what, const std::vector<Value>& values,
                              analysis::Quantity quantity, bool leading, std::size_t nights) {
  std::vector<std::vector<std::pair<std::size_t, double>>> by_launch(nights);
  HistoryRow row{what, {}, quantity, std::vector<Cell>(nights), leading};
  for (const Value& value : values) {
    const auto q = static_cast<std::size_t>(quantity);
    Cell& cell = row.nights[value.night];
    if (value.failed) {
      cell.failed += leading ? 1 : 0;
    } else if (!std::isnan(value.of_quantity[q])) {
      by_launch[value.night].emplace_back(value.launch, value.of_quantity[q]);
      cell.rounding = std::max(cell.rounding, static_cast<double>(value.rounding[q]));
    }
  }
  for (std::size_t night = 0; night < nights; ++night) {
    if (by_launch[night].empty()) continue;
    const auto launches = median_of_each(by_launch[night]);
    const auto [low, high] = std::ranges::minmax(launches);
    row.nights[night].value = stats::median(launches);
    row.nights[night].low = low;
    row.nights[night].high = high;
    row.nights[night].launches = static_cast<int>(launches.size());
  }
  return row;
}

/// The first of a group that all nights have; where there is none, what the last of them shows.
std::optional<analysis::Quantity> TableMaker::quantity_of(const std::vector<Value>& values,
                                                          analysis::Quantity group) {
  const auto slowness = [](const Value& value, analysis::Quantity quantity) {
    const double known = value.of_quantity[static_cast<std::size_t>(quantity)];
    return value.failed || std::isnan(known) ? std::nullopt : std::optional(known);
  };
  const bool unlike = analysis::unlike_repetitions(values, slowness);
  const auto has = [&](const Value& value, analysis::Quantity quantity) {
    if (unlike && analysis::facts(quantity).unit == analysis::Unit::seconds) return false;
    return slowness(value, quantity).has_value();
  };
  auto quantity = analysis::common_quantity(values, group, has);
  for (std::size_t i = values.size(); i-- > 0 && !quantity;)
    quantity = analysis::common_quantity(std::span(&values[i], 1), group, has);
  return quantity;
}

std::vector<HistoryRow> TableMaker::rows(std::size_t nights) const {
  std::vector<HistoryRow> rows;
  for (const auto& [what, values] : values_) {
    bool leading = true;
    for (const analysis::QuantityFacts& one : analysis::quantities) {
      const auto quantity = one.leads() ? quantity_of(values, one.group) : std::nullopt;
      if (!quantity) continue;
      rows.push_back(row_of(what, values, *quantity, leading, nights));
      leading = false;
    }
    if (std::ranges::all_of(values, &Value::failed))
      rows.push_back(row_of(what, values, analysis::Quantity::median, true, nights));
  }
  name_rows(rows);
  return rows;
}

}  // namespace sonde::history
