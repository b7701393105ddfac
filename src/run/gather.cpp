#include "run/gather.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <span>
#include <type_traits>
#include <utility>

#include "mpi/error.hpp"
#include "record/summary_numbers.hpp"
#include "run/gather_arrival.hpp"
#include "run/gather_guideline.hpp"
#include "run/gather_load.hpp"
#include "stats/batches.hpp"

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
  GroupResult r{.group = 0,
                .times = p.times,
                .overlap = p.overlap,
                .summary = {},
                .defects = p.defects,
                .completion = p.completion,
                .init = p.init,
                .tail = {},
                .arrival = {},
                .guideline = {},
                .load = {},
                .batch_seconds = {}};
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

/// The reduction of MPI over stats::combine.
// NOLINTNEXTLINE(readability-non-const-parameter): MPI_User_function has it so
void combine_entries(void* from, void* into, int* count, MPI_Datatype*) {
  const auto* theirs = static_cast<const stats::Slowest*>(from);
  auto* mine = static_cast<stats::Slowest*>(into);
  for (int i = 0; i < *count; ++i) mine[i] = stats::combine(theirs[i], mine[i]);
}

mpi::Datatype entry_type() {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  mpi::ok(MPI_Type_contiguous(sizeof(stats::Slowest), MPI_BYTE, &type), "MPI_Type_contiguous");
  mpi::Datatype entry(type);
  mpi::ok(MPI_Type_commit(&type), "MPI_Type_commit");
  return entry;
}

mpi::Operation combine_operation() {
  MPI_Op operation = MPI_OP_NULL;
  mpi::ok(MPI_Op_create(combine_entries, 1, &operation), "MPI_Op_create");
  return mpi::Operation(operation);
}

/// Of each entry the largest value, the member of the group that has it and the next largest, on the group's
/// first rank.
std::vector<stats::Slowest> reduce_slowest(const case_setup::Team& team,
                                           const std::vector<stats::Slowest>& mine) {
  static_assert(std::is_trivially_copyable_v<stats::Slowest>);
  std::vector<stats::Slowest> slowest(mine.size());
  const auto entry = entry_type();
  const auto operation = combine_operation();
  mpi::ok(MPI_Reduce(mine.data(), slowest.data(), static_cast<int>(mine.size()), entry.get(), operation.get(),
                     0, team.group.get()),
          "MPI_Reduce");
  return slowest;
}

/// The sums over the ranks of the group and their threads, on its first rank: seconds of the loop, defects,
/// then seconds of each batch.
std::vector<double> reduce_sums(const case_setup::Team& team, const measuring::Measured& m, double defects) {
  std::vector<double> mine{m.seconds, defects};
  mine.insert(mine.end(), m.batch_seconds.begin(), m.batch_seconds.end());
  for (const measuring::ThreadTimes& other : m.others) {
    mine[0] += other.seconds;
    std::transform(other.batch_seconds.begin(), other.batch_seconds.end(), mine.begin() + 2, mine.begin() + 2,
                   std::plus{});
  }
  std::vector<double> sums(mine.size());
  mpi::ok(MPI_Reduce(mine.data(), sums.data(), static_cast<int>(mine.size()), MPI_DOUBLE, MPI_SUM, 0,
                     team.group.get()),
          "MPI_Reduce");
  return sums;
}

/// What a member of the group brings: a rank, or one of its threads.
std::vector<stats::Slowest> entries_of(const std::vector<double>& values, int member) {
  std::vector<stats::Slowest> entries;
  entries.reserve(values.size());
  for (const double value : values) entries.push_back({.value = value, .rank = member});
  return entries;
}

/// Of two threads of a rank the slower one. What comes next is another rank, not another thread: a rank that
/// is slow in all its threads leads by what it is slower than the other ranks.
constexpr stats::Slowest slower(const stats::Slowest& a, const stats::Slowest& b) {
  return b.value > a.value ? b : a;
}

/// The threads of one rank. Where there is no other rank they are compared with each other.
void combine_threads(std::vector<stats::Slowest>& mine, const std::vector<stats::Slowest>& others,
                     bool only_rank) {
  std::ranges::transform(mine, others, mine.begin(), only_rank ? stats::combine : slower);
}

/// Batches in which the slowest are threads become those of ranks. Returns the thread of each.
std::vector<int> split_threads(std::span<stats::Slowest> batches, int threads) {
  std::vector<int> taken;
  for (auto& batch : batches) {
    taken.push_back(batch.rank % threads);
    batch.rank /= threads;
  }
  return taken;
}

/// The thread that was the slowest in more than half of the batches in which its rank was; -1: none.
int slowest_thread(int rank, std::span<const stats::Slowest> batches, std::span<const int> thread_of) {
  std::map<int, int> counts;
  int all = 0;
  for (std::size_t i = 0; i < batches.size(); ++i)
    if (batches[i].rank == rank) ++counts[thread_of[i]], ++all;
  for (const auto& [thread, count] : counts)
    if (2 * count > all) return thread;
  return -1;
}

/// Of several threads of a rank the one that was slow, if one was.
void tell_thread(stats::Summary& summary, std::span<const stats::Slowest> batches,
                 std::span<const int> thread_of, int threads, bool only_rank) {
  if (threads == 1 || summary.slowest_rank < 0) return;
  summary.slowest_thread =
      only_rank ? summary.slowest_rank : slowest_thread(summary.slowest_rank, batches, thread_of);
  if (only_rank) summary.slowest_rank = 0;
}

constexpr std::size_t extra =
    10;  // largest, minus smallest, pure, cpu, overlapped, end, minus start, spread of cpu, tests, init

/// First and last clock reading of this rank on the reference clock; zeros where clocks are not synchronised.
std::pair<double, double> common_times(const measuring::Measured& m, const measuring::ClockSync* clocks) {
  if (clocks == nullptr || m.ended <= m.began) return {0, 0};
  const auto clock = clocks->shared();
  return {clock.to_reference(m.began), clock.to_reference(m.ended)};
}

GroupResult reduce_group(const case_setup::Team& team, const PlannedCase& planned,
                         const measuring::Measured& m, const RankFacts& facts) {
  const double scale = facts.time_scale;
  const auto repetitions = static_cast<double>(std::max<std::int64_t>(m.repetitions(), 1));
  const auto [began, ended] = common_times(m, facts.clocks);
  const Roles roles = planned.benchmark().needs.processes.roles;
  const int threads = static_cast<int>(m.others.size()) + 1;
  const int working = working_ranks(roles, team.processes, facts.stride) * threads;
  const bool only_rank = team.processes == 1;
  const bool idle = role_of(roles, team.group_rank, team.processes, facts.stride) == Role::idle;
  constexpr double never = std::numeric_limits<double>::lowest();
  const std::vector<double> rest{m.pure, m.cpu, m.overlapped, ended, -began, m.cpu_spread, m.tested, m.init};
  const auto values_of = [&](double seconds, const std::vector<double>& batches) {
    std::vector<double> values{seconds, idle ? never : -seconds};
    values.insert(values.end(), rest.begin(), rest.end());
    values.insert(values.end(), batches.begin(), batches.end());
    return values;
  };
  const int first = team.group_rank * threads;
  auto mine = entries_of(values_of(m.seconds, m.batch_seconds), first);
  for (int thread = 1; thread < threads; ++thread) {
    const measuring::ThreadTimes& other = m.others[static_cast<std::size_t>(thread) - 1];
    combine_threads(mine, entries_of(values_of(other.seconds, other.batch_seconds), first + thread),
                    only_rank);
  }
  auto largest = reduce_slowest(team, mine);
  auto sums = reduce_sums(team, m, facts.defects);
  GroupResult result;
  if (facts.tails) result.tail = stats::tail_of(reduce_calls(team, m.calls), scale);
  if (!m.load.isolated.empty()) result.load = gather_load(team, m.load, scale);
  if (!m.arrivals.arrived.empty()) result.arrival = gather_arrival(team, m.arrivals, planned.late().shares);
  const bool compares = !planned.benchmark().guideline.empty();
  if (!team.leads()) {
    if (compares) static_cast<void>(gather_guideline(team, m, {}, scale));
    return result;
  }
  const double per_repetition = scale / repetitions;
  result.times = {-largest[1].value * per_repetition, largest[0].value * per_repetition,
                  sums[0] * per_repetition / working};
  result.overlap = {largest[4].value / repetitions,
                    largest[2].value / repetitions,
                    largest[3].value / repetitions,
                    0,
                    largest[7].value,
                    largest[8].value / repetitions};
  result.overlap.percent = stats::overlap_percent(
      result.overlap.pure, result.overlap.cpu, result.overlap.overlapped,
      facts.overlap_over == OverlapOver::least ? stats::Of::shorter : stats::Of::longer);
  result.defects = sums[1];
  result.completion = (largest[5].value + largest[6].value) * per_repetition;
  result.init = largest[9].value;
  std::vector<double> seconds;
  const auto slowest = std::span(largest).subspan(extra);
  const auto thread_of = split_threads(slowest, only_rank ? 1 : threads);
  for (const auto& batch : slowest) seconds.push_back(batch.value);
  result.batch_seconds = stats::batch_means(seconds, m.batch_repetitions, scale);
  if (compares) result.guideline = gather_guideline(team, m, result.batch_seconds, scale);
  for (double& sum : sums) sum /= working;
  const auto averages = stats::batch_means(std::span(sums).subspan(2), m.batch_repetitions, scale);
  // Not slow: a rank that waits for late ones, or that has more to do in a composition.
  const bool not_alike = compares || !m.arrivals.arrived.empty();
  result.summary = stats::summarise(result.batch_seconds,
                                    {.mean = result.times.max,
                                     .repetitions = m.repetitions(),
                                     .warm_up = facts.warm_up_repetitions,
                                     .stop_reason = m.stop_reason,
                                     .ranks = only_rank ? working : working / threads,
                                     .slowest = not_alike ? std::span<const stats::Slowest>{} : slowest,
                                     .batch_repetitions = m.batch_repetitions,
                                     .rank_averages = averages});
  tell_thread(result.summary, slowest, thread_of, threads, only_rank);
  return result;
}

/// -samples all: the batches of every group, which are as many as those of the first one. Collective over the
/// leaders.
void collect_batches(const case_setup::Team& team, const std::vector<double>& mine,
                     std::vector<GroupResult>& results) {
  const int batches = static_cast<int>(mine.size());
  std::vector<double> all(results.size() * mine.size());
  mpi::ok(
      MPI_Gather(mine.data(), batches, MPI_DOUBLE, all.data(), batches, MPI_DOUBLE, 0, team.leaders.get()),
      "MPI_Gather");
  for (std::size_t i = 0; i < results.size(); ++i) {
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(i) * batches;
    results[i].batch_seconds.assign(first, first + batches);
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
  if (facts.all_samples) collect_batches(team, mine.batch_seconds, results);
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
