#include "run/gather.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>

#include "mpi/error.hpp"
#include "record/summary_numbers.hpp"

namespace sonde::run {

namespace {

/// GroupResult without its lists, so that leaders can send it as bytes.
struct PackedResult {
  record::Times times;
  record::OverlapTimes overlap;
  double defects, completion, init;
  std::array<double, record::summary_numbers.size()> numbers;
  std::array<double, record::optional_summary_numbers.size()> optional_numbers;  ///< no number: unknown
  std::array<std::int64_t, 6> counts;
  std::array<stats::DensityMode, 4> modes;
  int mode_count;
  double left, right;  ///< of a guideline
  record::MeasuredGuideline::Ratio ratio;
  bool compares;
  std::int64_t calls;  ///< timed one by one; 0: none
  std::array<stats::TailQuantile, 4> quantiles;
  int quantile_count;
};
static_assert(std::is_trivially_copyable_v<PackedResult>);

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

PackedResult pack(const GroupResult& r) {
  const stats::Summary& s = r.summary;
  PackedResult p{};
  p.times = r.times;
  p.overlap = r.overlap;
  p.defects = r.defects;
  p.completion = r.completion;
  p.init = r.init;
  for (std::size_t i = 0; i < p.numbers.size(); ++i) p.numbers[i] = s.*record::summary_numbers[i].member;
  for (std::size_t i = 0; i < p.optional_numbers.size(); ++i)
    p.optional_numbers[i] = (s.*record::optional_summary_numbers[i].member).value_or(unknown);
  p.counts = {s.repetitions,  s.warm_up,       s.batches, static_cast<int>(s.stop_reason),
              s.slowest_rank, s.slowest_thread};
  p.mode_count = static_cast<int>(std::min(s.modes.size(), p.modes.size()));
  std::copy_n(s.modes.begin(), p.mode_count, p.modes.begin());
  if (r.guideline) {
    p.compares = true;
    p.left = r.guideline->left;
    p.right = r.guideline->right;
    p.ratio = r.guideline->ratio;
  }
  if (r.tail) {
    p.calls = r.tail->calls;
    p.quantile_count = static_cast<int>(std::min(r.tail->quantiles.size(), p.quantiles.size()));
    std::copy_n(r.tail->quantiles.begin(), p.quantile_count, p.quantiles.begin());
  }
  return p;
}

GroupResult unpack(const PackedResult& p) {
  GroupResult r;
  r.times = p.times;
  r.overlap = p.overlap;
  r.defects = p.defects;
  r.completion = p.completion;
  r.init = p.init;
  stats::Summary& s = r.summary;
  for (std::size_t i = 0; i < p.numbers.size(); ++i) s.*record::summary_numbers[i].member = p.numbers[i];
  for (std::size_t i = 0; i < p.optional_numbers.size(); ++i)
    if (!std::isnan(p.optional_numbers[i]))
      s.*record::optional_summary_numbers[i].member = p.optional_numbers[i];
  s.repetitions = p.counts[0];
  s.warm_up = p.counts[1];
  s.batches = static_cast<int>(p.counts[2]);
  s.stop_reason = static_cast<stats::StopReason>(p.counts[3]);
  s.slowest_rank = static_cast<int>(p.counts[4]);
  s.slowest_thread = static_cast<int>(p.counts[5]);
  s.modes.assign(p.modes.begin(), p.modes.begin() + p.mode_count);
  if (p.compares) {
    r.guideline.emplace();
    r.guideline->left = p.left;
    r.guideline->right = p.right;
    r.guideline->ratio = p.ratio;
  }
  if (p.calls > 0) r.tail = {p.calls, {p.quantiles.begin(), p.quantiles.begin() + p.quantile_count}, {}};
  return r;
}

/// Of each group as many numbers as this one has. Collective over the leaders.
std::vector<std::vector<double>> of_each_group(const case_setup::Team& team, const std::vector<double>& mine,
                                               std::size_t groups) {
  const int count = static_cast<int>(mine.size());
  std::vector<double> all(groups * mine.size());
  mpi::ok(MPI_Gather(mine.data(), count, MPI_DOUBLE, all.data(), count, MPI_DOUBLE, 0, team.leaders.get()),
          "MPI_Gather");
  std::vector<std::vector<double>> out;
  for (auto first = all.begin(); first != all.end(); first += count) out.emplace_back(first, first + count);
  return out;
}

/// -samples all: the batches of every group, which are as many as those of the first one, and the ratios of a
/// guideline, which some batches may lack. Collective over the leaders.
void collect_batches(const case_setup::Team& team, const GroupResult& mine,
                     std::vector<GroupResult>& results) {
  auto batches = of_each_group(team, mine.batch_seconds, results.size());
  for (std::size_t i = 0; i < batches.size(); ++i) results[i].batch_seconds = std::move(batches[i]);
  if (!mine.guideline) return;
  auto padded = mine.guideline->ratios;
  padded.resize(mine.batch_seconds.size(), std::nan(""));
  auto ratios = of_each_group(team, padded, results.size());
  for (std::size_t i = 0; i < ratios.size(); ++i) {
    std::erase_if(ratios[i], [](double ratio) { return std::isnan(ratio); });
    results[i].guideline->ratios = std::move(ratios[i]);
  }
}

/// -tails: the curve of every group that has one. Collective over the leaders.
void collect_curves(const case_setup::Team& team, const std::optional<stats::Tail>& mine,
                    std::vector<GroupResult>& results) {
  constexpr std::size_t most = stats::most_curve_points;
  struct Packed {
    std::size_t points;
    std::array<double, most> seconds;
    std::array<std::int64_t, most> above;
  };
  Packed packed{};
  if (mine) {
    packed.points = std::min(mine->curve.seconds.size(), most);
    std::copy_n(mine->curve.seconds.begin(), packed.points, packed.seconds.begin());
    std::copy_n(mine->curve.above.begin(), packed.points, packed.above.begin());
  }
  std::vector<Packed> all(results.size());
  mpi::ok(MPI_Gather(&packed, sizeof packed, MPI_BYTE, all.data(), sizeof packed, MPI_BYTE, 0,
                     team.leaders.get()),
          "MPI_Gather");
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!results[i].tail) continue;
    const auto seconds = std::span(all[i].seconds).first(all[i].points);
    const auto above = std::span(all[i].above).first(all[i].points);
    results[i].tail->curve = {{seconds.begin(), seconds.end()}, {above.begin(), above.end()}};
  }
}

std::vector<GroupResult> collect(const case_setup::Team& team, GroupResult mine, const RankFacts& facts) {
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
  for (const auto& one : all) {
    results.push_back(unpack(one));
    results.back().group = static_cast<int>(results.size()) - 1;
  }
  if (facts.all_samples) collect_batches(team, mine, results);
  if (facts.tails) collect_curves(team, mine.tail, results);
  return results;
}

}  // namespace

std::vector<GroupResult> gather(const case_setup::Team& team, const PlannedCase& planned,
                                const measuring::Measured& measured, const RankFacts& facts) {
  return collect(team, reduce_group(team, planned, measured, facts), facts);
}

GroupResult worst_of(const std::vector<GroupResult>& groups) {
  const auto slowest = std::ranges::max_element(groups, {}, [](const GroupResult& g) { return g.times.max; });
  GroupResult worst = *slowest;
  double total = 0, defects = 0;
  for (const auto& group : groups) {
    worst.times.min = std::min(worst.times.min, group.times.min);
    worst.completion = std::max(worst.completion, group.completion);
    worst.init = std::max(worst.init, group.init);
    total += group.times.avg;
    defects += group.defects;
  }
  worst.times.avg = total / static_cast<double>(groups.size());
  worst.defects = defects;
  return worst;
}

}  // namespace sonde::run
