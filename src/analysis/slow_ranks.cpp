#include "analysis/slow_ranks.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "analysis/figures.hpp"
#include "analysis/host_evidence.hpp"
#include "record/resume.hpp"

namespace sonde::analysis {
namespace {

struct Share {
  double slowest = 0;  // sum of shares
  int cases = 0;       // cases that list it
};

struct RankTally {
  std::unordered_map<int, Share> of;        // by world rank: records may name any
  std::map<std::int64_t, int> first_ranks;  // cases that list no ranks, by how many of the first took part

  [[nodiscard]] int cases(int rank) const {
    const auto listed = of.find(rank);
    int all = listed == of.end() ? 0 : listed->second.cases;
    for (auto larger = first_ranks.upper_bound(rank); larger != first_ranks.end(); ++larger)
      all += larger->second;
    return all;
  }
};

constexpr int most_world_ranks = 1 << 28;  // a larger rank number is a damaged record

bool tells_slowest(const record::CaseRecord& c) {
  const auto sane = [](int rank) { return rank >= 0 && rank < most_world_ranks; };
  return c.summary && c.summary->slowest_share > 0 && sane(slowest_world_rank(c)) &&
         std::all_of(c.ranks.begin(), c.ranks.end(), sane);
}

template <class Wanted>
void add(const record::CaseRecord& c, const record::Header& header, RankTally& tally, const Wanted& wanted) {
  const int slowest = slowest_world_rank(c);
  if (c.ranks.empty()) {
    const std::int64_t all = std::max<std::int64_t>(header.ranks, std::ssize(header.places));
    const auto first = first_ranks_of(c, header, all);
    if (!first || slowest >= *first) return;
    ++tally.first_ranks[*first];
  }
  if (wanted(slowest)) tally.of[slowest].slowest += std::min(c.summary->slowest_share, 1.0);
  for (const int rank : c.ranks)
    if (wanted(rank)) ++tally.of[rank].cases;
}

std::optional<double> share(const RankTally& tally, int rank) {
  const int cases = tally.cases(rank);
  if (cases == 0) return std::nullopt;
  const auto found = tally.of.find(rank);
  return found == tally.of.end() ? 0 : found->second.slowest / cases;
}

void add_places(const record::Run& run, std::map<int, RankShare*>& by_rank) {
  for (const record::RankPlace& place : run.header.places)
    if (const auto found = by_rank.find(place.rank); found != by_rank.end())
      found->second->host = place.host, found->second->cores = place.cores;
  for (const auto* places : record::places_of_launches(run))
    for (const record::RankPlace& place : *places)
      if (const auto found = by_rank.find(place.rank);
          found != by_rank.end() && found->second->host != place.host)
        found->second->host += ", then " + place.host;
}

void add_counters(const record::Run& run, std::map<int, RankShare*>& by_rank) {
  for (const record::CaseRecord& c : run.cases)
    for (const record::RankCounters& witness : c.witnesses)
      if (const auto found = by_rank.find(witness.world_rank); found != by_rank.end()) {
        found->second->involuntary_switches += witness.involuntary_switches;
        found->second->migrations += std::max<std::int64_t>(witness.migrations, 0);  // -1: not known
      }
}

std::vector<int> worst_ranks(const RankTally& all, std::size_t most) {
  std::vector<int> order;
  for (const auto& [rank, unused] : all.of)
    if (all.cases(rank) > 0) order.push_back(rank);
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    const double one = *share(all, a), other = *share(all, b);
    return one != other ? one > other : a < b;
  });
  if (order.size() > most) order.resize(most);
  std::sort(order.begin(), order.end());
  return order;
}

/// How many ranks took part in any case.
std::size_t ranks_of(const RankTally& all) {
  const std::int64_t first = all.first_ranks.empty() ? 0 : all.first_ranks.rbegin()->first;
  return static_cast<std::size_t>(first + std::ranges::count_if(all.of, [&](const auto& entry) {
                                    return entry.first >= first && entry.second.cases > 0;
                                  }));
}

/// By benchmark, for the ranks that are shown: of a large run all ranks would take as much again for each.
std::map<std::string, RankTally> by_benchmark(const record::Run& run, const std::vector<int>& shown,
                                              std::size_t most) {
  std::map<std::string, RankTally> tallies;
  for (const record::CaseRecord& c : run.cases) {
    if (!tells_slowest(c)) continue;
    const std::string benchmark = benchmark_of(c.id);
    if (tallies.contains(benchmark) || tallies.size() < most)
      add(c, run.header, tallies[benchmark],
          [&](int rank) { return std::binary_search(shown.begin(), shown.end(), rank); });
  }
  return tallies;
}

}  // namespace

SlowRankMap slow_ranks(const record::Run& run, std::size_t most_ranks, std::size_t most_benchmarks) {
  SlowRankMap map;
  RankTally all;
  for (const record::CaseRecord& c : run.cases)
    if (tells_slowest(c)) add(c, run.header, all, [](int) { return true; });
  if (all.of.empty()) return map;
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
  map.left_out = ranks_of(all) - map.ranks.size();
  std::map<int, RankShare*> by_rank;
  for (RankShare& row : map.ranks) by_rank[row.rank] = &row;
  add_places(run, by_rank);
  add_counters(run, by_rank);
  return map;
}

}  // namespace sonde::analysis
