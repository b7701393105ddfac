#include "analysis/slow_ranks.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "analysis/figures.hpp"

namespace sonde::analysis {
namespace {

struct Share {
  double slowest = 0;  // sum of shares
  int cases = 0;       // cases it took part in
};
using RankTally = std::unordered_map<int, Share>;  // by world rank: records may name any

constexpr int most_world_ranks = 1 << 28;  // a larger rank number is a damaged record

/// -1 where the record does not tell: an older one of several groups names the rank within its group only.
int slowest_world_rank(const record::CaseRecord& c) {
  if (c.slowest_world_rank >= 0) return c.slowest_world_rank;
  const int rank = c.summary->slowest_rank;
  if (c.ranks.empty()) return c.id.groups > 1 ? -1 : rank;
  const bool in_list = rank >= 0 && static_cast<std::size_t>(rank) < c.ranks.size();
  return in_list ? c.ranks[static_cast<std::size_t>(rank)] : -1;
}

bool tells_slowest(const record::CaseRecord& c) {
  const auto sane = [](int rank) { return rank >= 0 && rank < most_world_ranks; };
  return c.summary && c.summary->slowest_share > 0 && sane(slowest_world_rank(c)) &&
         std::all_of(c.ranks.begin(), c.ranks.end(), sane);
}

template <class Wanted>
void add(const record::CaseRecord& c, RankTally& tally, const Wanted& wanted) {
  const int slowest = slowest_world_rank(c);
  if (wanted(slowest)) tally[slowest].slowest += std::min(c.summary->slowest_share, 1.0);
  if (wanted(slowest) && c.ranks.empty()) ++tally[slowest].cases;
  for (const int rank : c.ranks)
    if (wanted(rank)) ++tally[rank].cases;
}

std::optional<double> share(const RankTally& tally, int rank) {
  const auto found = tally.find(rank);
  if (found == tally.end() || found->second.cases == 0) return std::nullopt;
  return found->second.slowest / found->second.cases;
}

void add_places(const record::Run& run, std::map<int, RankShare*>& by_rank) {
  for (const record::RankPlace& place : run.header.places)
    if (const auto found = by_rank.find(place.rank); found != by_rank.end()) {
      found->second->host = place.host;
      found->second->cores = place.cores;
    }
  for (const record::CaseRecord& c : run.cases)
    for (const record::Witness& witness : c.witnesses)
      if (const auto found = by_rank.find(witness.world_rank); found != by_rank.end()) {
        found->second->involuntary_switches += witness.involuntary_switches;
        if (witness.migrations > 0) found->second->migrations += witness.migrations;  // -1: not known
      }
}

std::vector<int> worst_ranks(const RankTally& all, std::size_t most) {
  std::vector<int> order;
  for (const auto& [rank, tally] : all)
    if (tally.cases > 0) order.push_back(rank);
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    const double one = *share(all, a), other = *share(all, b);
    return one != other ? one > other : a < b;
  });
  if (order.size() > most) order.resize(most);
  std::sort(order.begin(), order.end());
  return order;
}

/// By benchmark, for the ranks that are shown: of a large run all ranks would take as much again for each.
std::map<std::string, RankTally> by_benchmark(const record::Run& run, const std::vector<int>& shown,
                                              std::size_t most) {
  std::map<std::string, RankTally> tallies;
  for (const record::CaseRecord& c : run.cases) {
    if (!tells_slowest(c)) continue;
    const std::string benchmark = benchmark_of(c.id);
    if (tallies.contains(benchmark) || tallies.size() < most)
      add(c, tallies[benchmark],
          [&](int rank) { return std::binary_search(shown.begin(), shown.end(), rank); });
  }
  return tallies;
}

}  // namespace

SlowRankMap slow_ranks(const record::Run& run, std::size_t most_ranks, std::size_t most_benchmarks) {
  SlowRankMap map;
  RankTally all;
  for (const record::CaseRecord& c : run.cases)
    if (tells_slowest(c)) add(c, all, [](int) { return true; });
  if (all.empty()) return map;
  const auto shown = worst_ranks(all, most_ranks);
  const auto tallies = by_benchmark(run, shown, most_benchmarks);
  for (const int rank : shown) {
    RankShare row;
    row.rank = rank;
    row.share = *share(all, rank);
    for (const auto& [name, tally] : tallies) row.by_benchmark.push_back(share(tally, rank));
    map.ranks.push_back(std::move(row));
  }
  for (const auto& [name, tally] : tallies) map.benchmarks.push_back(name);
  map.left_out = static_cast<std::size_t>(std::count_if(
                     all.begin(), all.end(), [](const auto& entry) { return entry.second.cases > 0; })) -
                 map.ranks.size();
  std::map<int, RankShare*> by_rank;
  for (RankShare& row : map.ranks) by_rank[row.rank] = &row;
  add_places(run, by_rank);
  return map;
}

namespace {

/// Each host's share in all cases and in those of each benchmark.
struct HostTally {
  Share all;
  std::vector<Share> by_benchmark;
};

std::optional<double> mean_of(const Share& share) {
  return share.cases > 0 ? std::optional(share.slowest / share.cases) : std::nullopt;
}

/// Wilson, Probable inference, JASA 22 (1927): 95 % interval of a share of n draws.
std::pair<double, double> wilson(double share, double n) {
  constexpr double z = 1.96;
  const double middle = share + z * z / (2 * n);
  const double half = z * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
  const double scale = 1 + z * z / n;
  return {std::max(0.0, (middle - half) / scale), std::min(1.0, (middle + half) / scale)};
}

/// `hosts`: worst first.
void compare_with_middle(std::vector<HostShare>& hosts) {
  if (hosts.empty()) return;
  const double middle = hosts[hosts.size() / 2].share;
  if (middle <= 0) return;
  for (HostShare& host : hosts) {
    const auto [low, high] = wilson(host.share, static_cast<double>(host.cases));
    host.ratio = host.share / middle;
    host.ratio_low = low / middle;
    host.ratio_high = high / middle;
  }
}

}  // namespace

std::vector<HostShare> slow_hosts_of(const record::Run& run, const std::vector<std::string>& benchmarks) {
  std::unordered_map<std::string, std::size_t> number_of, benchmark_number;
  std::unordered_map<int, std::size_t> host_of;  // by world rank
  std::vector<HostShare> hosts;
  for (const record::RankPlace& place : run.header.places) {
    const auto number = number_of.emplace(place.host, hosts.size()).first->second;
    if (number == hosts.size()) hosts.push_back({.host = place.host});
    host_of[place.rank] = number;
    ++hosts[number].ranks;
  }
  for (std::size_t i = 0; i < benchmarks.size(); ++i) benchmark_number.emplace(benchmarks[i], i);
  std::vector<HostTally> tally(hosts.size(), {{}, std::vector<Share>(benchmarks.size())});
  std::vector<const record::CaseRecord*> seen_in(hosts.size());
  std::vector<std::size_t> there, all(hosts.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  for (const record::CaseRecord& c : run.cases) {
    if (!tells_slowest(c)) continue;
    there.clear();
    for (const int rank : c.ranks)
      if (const auto host = host_of.find(rank);
          host != host_of.end() && std::exchange(seen_in[host->second], &c) != &c)
        there.push_back(host->second);
    const auto& taking_part = c.ranks.empty() ? all : there;
    if (taking_part.size() < 3) continue;  // of two, one is the slower
    const auto benchmark = benchmark_number.find(benchmark_of(c.id));
    const auto each_tally = [&](std::size_t host, const auto& change) {
      change(tally[host].all);
      if (benchmark != benchmark_number.end()) change(tally[host].by_benchmark[benchmark->second]);
    };
    for (const std::size_t host : taking_part) each_tally(host, [](Share& share) { ++share.cases; });
    if (const auto slowest = host_of.find(slowest_world_rank(c)); slowest != host_of.end())
      each_tally(slowest->second,
                 [&](Share& share) { share.slowest += std::min(c.summary->slowest_share, 1.0); });
  }
  std::vector<HostShare> out;
  for (const std::size_t host : all) {
    if (tally[host].all.cases == 0) continue;
    hosts[host].share = *mean_of(tally[host].all);
    hosts[host].cases = static_cast<std::size_t>(tally[host].all.cases);
    for (const Share& share : tally[host].by_benchmark) hosts[host].by_benchmark.push_back(mean_of(share));
    out.push_back(std::move(hosts[host]));
  }
  std::ranges::sort(out, [](const HostShare& a, const HostShare& b) {
    return a.share != b.share ? a.share > b.share : a.host < b.host;
  });
  compare_with_middle(out);
  return out;
}

}  // namespace sonde::analysis
