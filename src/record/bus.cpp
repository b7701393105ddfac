#include "record/bus.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catalog/convention_words.hpp"
#include "record/describe.hpp"

namespace sonde::record {

namespace {

/// Seconds of a repetition without computation beside it; 0 where there are none.
double seconds_of(const CaseRecord& record) {
  if (record.overlap) return record.overlap->pure;
  return record.times ? record.times->max : 0;
}

/// `hosts`: of those ranks whose host is known.
Placement placed(int ranks, const std::vector<int>& hosts) {
  std::map<int, int> ranks_on;
  for (const int host : hosts) ++ranks_on[host];
  const bool regular = !ranks_on.empty() && std::ranges::all_of(ranks_on, [&](const auto& node) {
    return node.second == ranks_on.begin()->second;
  });
  const bool known = regular && std::ssize(hosts) == ranks;
  return {.ranks = ranks, .nodes = known ? static_cast<int>(ranks_on.size()) : 0};
}

}  // namespace

BusRates::BusRates(const Header& header, double peak) : megabyte_(header.megabyte), peak_(peak) {
  std::map<std::string, int> number_of;
  std::vector<int> hosts;
  for (const RankPlace& place : header.places) {
    if (place.host.empty()) continue;
    hosts.push_back(number_of.emplace(place.host, static_cast<int>(number_of.size())).first->second);
    host_of_[place.rank] = hosts.back();
  }
  all_ = placed(header.ranks, hosts);
  if (const auto share = convention(header, share_convention); !share.empty())
    each_share_ = share == x_for_each;
}

/// Large groups are not listed: the header tells of all ranks.
Placement BusRates::placement_of(const CaseRecord& record) const {
  const int ranks = record.id.processes;
  if (record.id.groups > 1) return {.ranks = ranks, .nodes = 0};
  if (record.ranks.empty()) return {.ranks = ranks, .nodes = ranks == all_.ranks ? all_.nodes : 0};
  const std::vector<int>* list = &record.ranks.list();
  if (const auto known = known_.find(list); known != known_.end() && known->second.second.ranks == ranks)
    return known->second.second;
  std::vector<int> hosts;
  for (const int rank : *list)
    if (const auto found = host_of_.find(rank); found != host_of_.end()) hosts.push_back(found->second);
  const Placement placement = placed(ranks, hosts);
  constexpr std::size_t most_known = 64;
  if (record.ranks.shared() && known_.size() < most_known)
    known_.insert_or_assign(list, std::pair(record.ranks, placement));
  return placement;
}

std::optional<Traffic> BusRates::moved_by(const CaseRecord& record) const {
  if (record.status != Status::measured || !(seconds_of(record) > 0) || record.id.threads > 1)
    return std::nullopt;
  return traffic(record.id.benchmark, record.id.bytes, placement_of(record), each_share_);
}

std::optional<double> BusRates::bus(const CaseRecord& record) const {
  const auto moved = moved_by(record);
  if (!moved) return std::nullopt;
  return moved->bus / seconds_of(record);
}

std::optional<double> BusRates::percent_of_peak(const CaseRecord& record) const {
  const auto moved = moved_by(record);
  const bool one = host_of_.empty() || placement_of(record).nodes == 1;
  if (!moved || peak_ <= 0 || !(moved->net || one)) return std::nullopt;
  return moved->net.value_or(moved->bus) / seconds_of(record) / peak_ * 100;
}

void BusRates::add(CaseRecord& record) const {
  const auto moved = moved_by(record);
  if (!moved) return;
  const double seconds = seconds_of(record);
  const auto put = [&](std::string_view column, double value) { record.extra[std::string(column)] = value; };
  put(bus_column, moved->bus / seconds / megabyte_);
  if (moved->net) put(net_column, *moved->net / seconds / megabyte_);
  if (const auto percent = percent_of_peak(record)) put(peak_column, *percent);
}

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
