#include "record/bus.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "catalog/traffic.hpp"

namespace sonde::record {

namespace {

/// Seconds of a repetition without computation beside it; 0 where there are none.
double seconds_of(const CaseRecord& record) {
  if (record.overlap) return record.overlap->pure;
  return record.times ? record.times->max : 0;
}

/// Where the ranks of the case stand. Large groups are not listed: the header tells of all ranks.
Placement placement_of(const Header& header, const CaseRecord& record) {
  Placement found{.ranks = record.id.processes, .nodes = 0};
  const bool all = record.ranks.empty() && record.id.groups == 1 && record.id.processes == header.ranks;
  std::map<std::string, int> ranks_on;
  int placed = 0;
  for (const RankPlace& place : header.places) {
    if (place.host.empty() || (!all && std::ranges::find(record.ranks, place.rank) == record.ranks.end()))
      continue;
    ++ranks_on[place.host];
    ++placed;
  }
  if (record.id.groups > 1 || placed != found.ranks || ranks_on.empty()) return found;
  const int first = ranks_on.begin()->second;
  if (std::ranges::all_of(ranks_on, [&](const auto& node) { return node.second == first; }))
    found.nodes = static_cast<int>(ranks_on.size());
  return found;
}

/// Whether X of Reduce_scatter is each rank's part: -reduce_scatter each.
bool each_share(const Header& header) {
  const auto found = header.settings.find("reduce_scatter");
  return found != header.settings.end() && found->second == "each";
}

}  // namespace

void add_bus(const Header& header, CaseRecord& record, double peak) {
  const double seconds = seconds_of(record);
  if (record.status != Status::measured || !(seconds > 0) || record.id.threads > 1) return;
  const auto moved =
      traffic(record.id.benchmark, record.id.bytes, placement_of(header, record), each_share(header));
  if (!moved) return;
  const auto add = [&](std::string_view column, double value) { record.extra[std::string(column)] = value; };
  add(bus_column, moved->bus / seconds / header.megabyte);
  if (moved->net) add(net_column, *moved->net / seconds / header.megabyte);
  if (peak > 0) add(peak_column, moved->net.value_or(moved->bus) / seconds / peak * 100);
}

}  // namespace sonde::record
