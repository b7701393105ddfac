#include "analysis/slow_ranks.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "analysis/figures.hpp"

namespace sonde::analysis {
namespace {

struct RankTally {
  std::vector<double> slowest;  // by world rank: sum of shares
  std::vector<int> cases;       // by world rank: cases it took part in
  explicit RankTally(std::size_t ranks) : slowest(ranks), cases(ranks) {}
};

constexpr int most_world_ranks = 1 << 22;  // a larger rank number is a damaged record

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

std::size_t rank_count(const record::Run& run) {
  std::size_t ranks = 0;
  const auto seen = [&](int rank) { ranks = std::max(ranks, static_cast<std::size_t>(rank) + 1); };
  for (const record::CaseRecord& c : run.cases) {
    if (!tells_slowest(c)) continue;
    seen(slowest_world_rank(c));
    for (const int rank : c.ranks) seen(rank);
  }
  return ranks;
}

void add(const record::CaseRecord& c, RankTally& tally) {
  const auto slowest = static_cast<std::size_t>(slowest_world_rank(c));
  tally.slowest[slowest] += std::min(c.summary->slowest_share, 1.0);
  if (c.ranks.empty()) ++tally.cases[slowest];
  for (int rank : c.ranks) ++tally.cases[static_cast<std::size_t>(rank)];
}

std::optional<double> share(const RankTally& tally, std::size_t rank) {
  if (tally.cases[rank] == 0) return std::nullopt;
  return tally.slowest[rank] / tally.cases[rank];
}

void add_places(const record::Run& run, std::map<int, SlowRank*>& by_rank) {
  for (const record::RankPlace& place : run.header.places)
    if (const auto found = by_rank.find(place.rank); found != by_rank.end()) {
      found->second->host = place.host;
      found->second->cores = place.cores;
    }
  for (const record::CaseRecord& c : run.cases)
    for (const record::Witness& witness : c.witnesses)
      if (const auto found = by_rank.find(witness.world_rank); found != by_rank.end()) {
        found->second->involuntary_switches += witness.involuntary_switches;
        found->second->migrations += witness.migrations;
      }
}

std::vector<std::size_t> worst_ranks(const RankTally& all, std::size_t most) {
  std::vector<std::size_t> order(all.cases.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](std::size_t rank) { return all.cases[rank] == 0; });
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return *share(all, a) > *share(all, b); });
  if (order.size() > most) order.resize(most);
  std::sort(order.begin(), order.end());
  return order;
}

}  // namespace

SlowRankMap slow_ranks(const record::Run& run, std::size_t most_ranks, std::size_t most_benchmarks) {
  const std::size_t ranks = rank_count(run);
  SlowRankMap map;
  if (ranks == 0) return map;
  RankTally all(ranks);
  std::map<std::string, RankTally> tallies;
  for (const record::CaseRecord& c : run.cases) {
    if (!tells_slowest(c)) continue;
    add(c, all);
    const std::string benchmark = benchmark_of(c.id);
    if (tallies.contains(benchmark) || tallies.size() < most_benchmarks)
      add(c, tallies.try_emplace(benchmark, ranks).first->second);
  }
  for (std::size_t rank : worst_ranks(all, most_ranks)) {
    SlowRank row;
    row.rank = static_cast<int>(rank);
    row.share = *share(all, rank);
    for (const auto& [name, tally] : tallies) row.by_benchmark.push_back(share(tally, rank));
    map.ranks.push_back(std::move(row));
  }
  for (const auto& [name, tally] : tallies) map.benchmarks.push_back(name);
  map.left_out = static_cast<std::size_t>(
                     std::count_if(all.cases.begin(), all.cases.end(), [](int n) { return n > 0; })) -
                 map.ranks.size();
  std::map<int, SlowRank*> by_rank;
  for (SlowRank& row : map.ranks) by_rank[row.rank] = &row;
  add_places(run, by_rank);
  return map;
}

}  // namespace sonde::analysis
