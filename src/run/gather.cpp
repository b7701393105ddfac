#include "run/gather.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>

#include "mpi/error.hpp"
#include "stats/batches.hpp"

namespace sonde::run {

namespace {

/// GroupResult without its lists, so that leaders can send it as bytes.
struct PackedResult {
  record::Times times;
  record::OverlapTimes overlap;
  double mean, median, p5, p25, p75, p95, min, max, ci_low, ci_high, effective, rho, drift, slowest_share,
      defects;
  std::int64_t repetitions, warm_up;
  std::array<stats::DensityMode, 4> modes;
  int mode_count, batches, stop_reason, slowest_rank;
};
static_assert(std::is_trivially_copyable_v<PackedResult>);

PackedResult pack(const GroupResult& r) {
  const stats::Summary& s = r.summary;
  PackedResult p{r.times,
                 r.overlap,
                 s.mean,
                 s.median,
                 s.p5,
                 s.p25,
                 s.p75,
                 s.p95,
                 s.min,
                 s.max,
                 s.ci_low,
                 s.ci_high,
                 s.effective_batches,
                 s.rho,
                 s.drift,
                 s.slowest_share,
                 r.defects,
                 s.repetitions,
                 s.warm_up,
                 {},
                 0,
                 s.batches,
                 static_cast<int>(s.stop_reason),
                 s.slowest_rank};
  p.mode_count = static_cast<int>(std::min(s.modes.size(), p.modes.size()));
  std::copy_n(s.modes.begin(), p.mode_count, p.modes.begin());
  return p;
}

GroupResult unpack(const PackedResult& p) {
  GroupResult r{
      .times = p.times, .overlap = p.overlap, .summary = {}, .defects = p.defects, .batch_seconds = {}};
  stats::Summary& s = r.summary;
  s.mean = p.mean, s.median = p.median, s.p5 = p.p5, s.p25 = p.p25, s.p75 = p.p75, s.p95 = p.p95;
  s.min = p.min, s.max = p.max, s.ci_low = p.ci_low, s.ci_high = p.ci_high;
  s.effective_batches = p.effective, s.rho = p.rho, s.drift = p.drift;
  s.modes.assign(p.modes.begin(), p.modes.begin() + p.mode_count);
  s.repetitions = p.repetitions, s.warm_up = p.warm_up, s.batches = p.batches;
  s.stop_reason = static_cast<stats::StopReason>(p.stop_reason);
  s.slowest_rank = p.slowest_rank, s.slowest_share = p.slowest_share;
  return r;
}

struct RankedSeconds {
  double seconds;
  int rank;
};

/// Of each entry the largest value and the rank that has it, on the group's first rank.
std::vector<RankedSeconds> reduce_largest(const Team& team, const std::vector<double>& values) {
  std::vector<RankedSeconds> mine, largest(values.size());
  for (const double value : values) mine.push_back({value, team.group_rank});
  mpi::ok(MPI_Reduce(mine.data(), largest.data(), static_cast<int>(mine.size()), MPI_DOUBLE_INT, MPI_MAXLOC,
                     0, team.group.get()),
          "MPI_Reduce");
  return largest;
}

std::array<double, 2> reduce_sums(const Team& team, double seconds, double defects) {
  std::array<double, 2> mine{seconds, defects}, sums{};
  mpi::ok(MPI_Reduce(mine.data(), sums.data(), 2, MPI_DOUBLE, MPI_SUM, 0, team.group.get()), "MPI_Reduce");
  return sums;
}

constexpr std::size_t extra = 5;  // largest, minus smallest, pure, cpu, overlapped

GroupResult reduce_group(const Team& team, const Section& section, const Measured& m,
                         std::int64_t warm_up_repetitions, double defects) {
  const double scale = section.benchmark->metric.time_scale;
  const auto repetitions = static_cast<double>(std::max<std::int64_t>(m.repetitions(), 1));
  std::vector<double> values{m.seconds, -m.seconds, m.pure, m.cpu, m.overlapped};
  values.insert(values.end(), m.batch_seconds.begin(), m.batch_seconds.end());
  const auto largest = reduce_largest(team, values);
  const auto sums = reduce_sums(team, m.seconds, defects);
  GroupResult result;
  if (!team.leads()) return result;
  const double per_repetition = scale / repetitions;
  result.times = {-largest[1].seconds * per_repetition, largest[0].seconds * per_repetition,
                  sums[0] * per_repetition / team.processes};
  result.overlap = {largest[4].seconds / repetitions, largest[2].seconds / repetitions,
                    largest[3].seconds / repetitions, 0};
  result.overlap.percent =
      stats::overlap_percent(result.overlap.pure, result.overlap.cpu, result.overlap.overlapped);
  result.defects = sums[1];
  std::vector<double> seconds;
  std::vector<int> slowest;
  for (std::size_t i = extra; i < largest.size(); ++i) {
    seconds.push_back(largest[i].seconds);
    slowest.push_back(largest[i].rank);
  }
  result.batch_seconds = stats::batch_means(seconds, m.batch_repetitions, scale);
  result.summary = stats::summarise(result.batch_seconds, {.mean = result.times.max,
                                                           .repetitions = m.repetitions(),
                                                           .warm_up = warm_up_repetitions,
                                                           .stop_reason = m.stop_reason,
                                                           .slowest_ranks = slowest});
  return result;
}

std::vector<GroupResult> collect(const Team& team, GroupResult mine) {
  std::vector<GroupResult> results;
  if (team.groups == 1) {
    if (team.leads()) results.push_back(std::move(mine));
    return results;
  }
  if (!team.leads()) return results;
  const PackedResult packed = pack(mine);
  std::vector<PackedResult> all(team.group_index == 0 ? static_cast<std::size_t>(team.groups) : 0);
  mpi::ok(MPI_Gather(&packed, sizeof packed, MPI_BYTE, all.data(), sizeof packed, MPI_BYTE, 0,
                     team.leaders.get()),
          "MPI_Gather");
  for (const auto& one : all) results.push_back(unpack(one));
  if (!results.empty()) results.front().batch_seconds = std::move(mine.batch_seconds);
  return results;
}

}  // namespace

std::vector<GroupResult> gather(const Team& team, const Section& section, const Measured& measured,
                                std::int64_t warm_up_repetitions, double defects) {
  return collect(team, reduce_group(team, section, measured, warm_up_repetitions, defects));
}

GroupResult worst_of(const std::vector<GroupResult>& groups) {
  const auto slowest = std::ranges::max_element(groups, {}, [](const GroupResult& g) { return g.times.max; });
  GroupResult worst = *slowest;
  double total = 0, defects = 0;
  for (const auto& group : groups) {
    worst.times.min = std::min(worst.times.min, group.times.min);
    total += group.times.avg;
    defects += group.defects;
  }
  worst.times.avg = total / static_cast<double>(groups.size());
  worst.defects = defects;
  return worst;
}

}  // namespace sonde::run
