#include "history/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/units.hpp"
#include "record/describe.hpp"
#include "stats/order.hpp"

namespace sonde::history {
namespace {

constexpr std::array quantities{analysis::Quantity::median, analysis::Quantity::time,
                                analysis::Quantity::rate};
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

std::size_t hosts_of(const record::Header& header) {
  std::set<std::string_view> hosts;
  for (const auto& place : header.places) hosts.insert(place.host);
  return hosts.size();
}

/// What tells this from its namesakes.
std::string name_of(const Measured& what, bool other_program, bool other_hosts) {
  std::string name = record::describe(what.id);
  if (other_program) name += ", " + what.program;
  if (other_hosts) name += fmt::format(", {} host{}", what.hosts, what.hosts == 1 ? "" : "s");
  return name;
}

void name_rows(std::vector<Row>& rows) {
  for (auto first = rows.begin(); first != rows.end();) {
    const auto last =
        std::find_if(first, rows.end(), [&](const Row& row) { return row.what.id != first->what.id; });
    const auto differ = [&](auto what) {
      return std::any_of(first, last, [&](const Row& row) { return row.what.*what != first->what.*what; });
    };
    const bool programs = differ(&Measured::program), hosts = differ(&Measured::hosts);
    for (; first != last; ++first) first->name = name_of(first->what, programs, hosts);
  }
}

}  // namespace

double Row::plain_of(double value) const {
  return std::exp(quantity == analysis::Quantity::rate ? -value : value);
}

std::string Row::text_of(double value) const {
  const double plain = plain_of(value);
  return quantity == analysis::Quantity::rate ? fmt::format("{:.4g} MB/s", plain) : human_seconds(plain);
}

Launch launch_of(const record::Run& run) {
  Launch out{run.header.program, hosts_of(run.header), {}};
  for (const auto& row : run.cases) {
    if (row.status == record::Status::skipped) continue;
    Reading reading{row.id, row.status == record::Status::failed, {unknown, unknown, unknown}};
    for (std::size_t q = 0; q < quantities.size(); ++q)
      if (const auto number = analysis::value_of(row, quantities[q]))
        reading.of_quantity[q] =
            quantities[q] == analysis::Quantity::rate ? -std::log(*number) : std::log(*number);
    out.readings.push_back(std::move(reading));
  }
  return out;
}

bool comparable(const Launch& launch) {
  return std::ranges::any_of(launch.readings, [](const Reading& reading) {
    return reading.failed ||
           std::ranges::any_of(reading.of_quantity, [](double value) { return !std::isnan(value); });
  });
}

void TableMaker::add(std::size_t night, const Launch& launch) {
  for (const Reading& reading : launch.readings)
    values_[{reading.id, launch.program, launch.hosts}].push_back(
        {night, reading.failed, reading.of_quantity});
}

std::vector<Row> TableMaker::take(std::size_t nights) const {
  std::vector<Row> rows;
  for (const auto& [what, values] : values_) {
    std::size_t q = 0;  // the first that every launch has which measured the case
    while (q < quantities.size() && std::ranges::any_of(values, [&](const Value& value) {
             return !value.failed && std::isnan(value.of_quantity[q]);
           }))
      ++q;
    if (q == quantities.size()) continue;
    std::vector<std::vector<double>> launches(nights);
    Row row{what, {}, quantities[q], std::vector<Cell>(nights)};
    for (const Value& value : values)
      if (value.failed)
        ++row.nights[value.night].failed;
      else
        launches[value.night].push_back(value.of_quantity[q]);
    for (std::size_t night = 0; night < nights; ++night) {
      if (launches[night].empty()) continue;
      const auto [low, high] = std::ranges::minmax(launches[night]);
      row.nights[night].value = stats::median(launches[night]);
      row.nights[night].low = low;
      row.nights[night].high = high;
      row.nights[night].launches = static_cast<int>(launches[night].size());
    }
    rows.push_back(std::move(row));
  }
  name_rows(rows);
  return rows;
}

}  // namespace sonde::history
