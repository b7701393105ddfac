#include "record/slow_rank.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "record/describe.hpp"

namespace sonde::record {

namespace {

constexpr double by_chance = 0.002;
constexpr double often = 0.5;
constexpr double apart = 1.05;
constexpr double apart_alone = 2;

/// "6% over", and from 3 on "16x".
std::string compact_ratio(double ratio) {
  if (ratio < 3) return compact_percent(ratio - 1) + " over";
  return ratio < 10 ? fmt::format("{:.2g}x", ratio) : fmt::format("{:.0f}x", ratio);
}

std::optional<SlowRank> slow_in_the_loop(const CaseRecord& row) {
  const stats::Summary& s = *row.summary;
  if (!stands_apart(s)) return std::nullopt;
  const auto world =
      row.slowest_world_rank >= 0 ? fmt::format(" (world rank={})", row.slowest_world_rank) : std::string();
  const bool threads = s.slowest_thread >= 0;
  const bool of_threads = row.id.processes == 1;  // of one rank the next slowest is another thread
  return SlowRank{
      fmt::format("rank={}{}{}{}", s.slowest_rank, threads ? fmt::format(" thread={}", s.slowest_thread) : "",
                  row.id.groups > 1 ? " of its group" : "", world),
      fmt::format("slowest in {:.0f}% of batches, {} the next {}", 100 * s.slowest_share,
                  compact_ratio(1 + *s.slowest_lead), of_threads ? "thread" : "rank")};
}

std::optional<SlowRank> slow_alone(const CaseRecord& row) {
  stats::Slowest slowest;
  for (const RankCounters& w : row.witnesses)
    if (w.alone_seconds)
      slowest = combine(slowest, stats::Slowest{.value = *w.alone_seconds, .rank = w.world_rank});
  if (!slow_by_itself(slowest)) return std::nullopt;
  return SlowRank{fmt::format("world rank={}", slowest.rank),
                  fmt::format("slow by itself: a message to itself takes {}, on the next slowest rank {}",
                              compact_seconds(slowest.value), compact_seconds(slowest.next))};
}

}  // namespace

bool stands_apart(const stats::Summary& s) {
  return s.slowest_rank >= 0 && s.slowest_share > often && s.slowest_chance.value_or(1) < by_chance &&
         1 + s.slowest_lead.value_or(0) > apart;
}

bool slow_by_itself(const stats::Slowest& alone) {
  return alone.next > 0 && alone.value > apart_alone * alone.next;
}

std::optional<SlowRank> slow_rank_of(const CaseRecord& row, bool alike) {
  if (!row.summary || row.id.processes * std::max(1, row.id.threads) < 2) return std::nullopt;
  auto found = alike ? slow_in_the_loop(row) : std::nullopt;
  return found ? found : slow_alone(row);
}

}  // namespace sonde::record
