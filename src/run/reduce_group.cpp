#include "run/reduce_group.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <span>
#include <type_traits>
#include <utility>

#include "mpi/gather_lists.hpp"
#include "mpi/message.hpp"
#include "run/gather_arrival.hpp"
#include "run/gather_load.hpp"
#include "stats/batches.hpp"
#include "stats/interval.hpp"
#include "stats/order.hpp"

namespace sonde::run {

namespace {

/// The reduction of MPI over stats::combine.
// NOLINTNEXTLINE(readability-non-const-parameter): MPI_User_function has it so
void combine_entries(void* from, void* into, int* count, MPI_Datatype*) {
  const auto* theirs = static_cast<const stats::Slowest*>(from);
  auto* mine = static_cast<stats::Slowest*>(into);
  for (int i = 0; i < *count; ++i) mine[i] = stats::combine(theirs[i], mine[i]);
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
  const auto entry = mpi::contiguous(sizeof(stats::Slowest), MPI_BYTE);
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
  return mpi::reduced(team.group.get(), mine, MPI_SUM);
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

constexpr double never = std::numeric_limits<double>::lowest();

/// First and last clock reading of this rank on the reference clock. Where clocks are not synchronised, or
/// the rank is idle, no other rank has begun later or ended before.
std::pair<double, double> common_times(const measuring::Measured& m, const measuring::ClockSync* clocks) {
  if (clocks == nullptr || m.ended <= m.began) return {-never, never};
  const auto clock = clocks->shared();
  return {clock.to_reference(m.began), clock.to_reference(m.ended)};
}

/// Of what a reduction finds the largest; behind it come the batches.
struct Largest {
  enum Of : std::size_t {
    seconds,
    minus_seconds,
    pure,
    cpu,
    overlapped,
    end,
    minus_start,
    cpu_spread,
    tests,
    init,
    batches
  };
};

/// Who works in a group.
struct Crew {
  int threads;  ///< of each rank
  int working;  ///< threads of all ranks that are not idle
  bool alone;   ///< a single rank, whose threads are compared with each other
  bool idle;    ///< this rank
};

Crew crew_of(const case_setup::Team& team, const PlannedCase& planned, const measuring::Measured& m,
             int stride) {
  const Roles roles = planned.benchmark().needs.processes.roles;
  const int threads = static_cast<int>(m.others.size()) + 1;
  return {.threads = threads,
          .working = working_ranks(roles, team.processes, stride) * threads,
          .alone = team.processes == 1,
          .idle = role_of(roles, team.group_rank, team.processes, stride) == Role::idle};
}

/// What this rank brings to the reduction, in the order of Largest.
std::vector<stats::Slowest> entries_of_rank(const Crew& crew, int rank, const measuring::Measured& m,
                                            const measuring::ClockSync* clocks) {
  const auto [began, ended] = common_times(m, clocks);
  const std::vector<double> rest{m.pure, m.cpu, m.overlapped, ended, -began, m.cpu_spread, m.tested, m.init};
  const auto values_of = [&](double seconds, const std::vector<double>& batches) {
    std::vector<double> values{seconds, crew.idle ? never : -seconds};
    values.insert(values.end(), rest.begin(), rest.end());
    values.insert(values.end(), batches.begin(), batches.end());
    return values;
  };
  int member = rank * crew.threads;
  auto mine = entries_of(values_of(m.seconds, m.batch_seconds), member);
  for (const measuring::ThreadTimes& other : m.others)
    combine_threads(mine, entries_of(values_of(other.seconds, other.batch_seconds), ++member), crew.alone);
  return mine;
}

/// Sets what is known of the loop as a whole.
void set_times(GroupResult& result, std::span<const stats::Slowest> largest, double sum,
               const measuring::Measured& m, const Crew& crew, const RankFacts& facts) {
  const auto repetitions = static_cast<double>(std::max<std::int64_t>(m.repetitions(), 1));
  const double per_repetition = facts.time_scale / repetitions;
  const auto of = [&](Largest::Of which) { return largest[which].value; };
  result.times = {-of(Largest::minus_seconds) * per_repetition, of(Largest::seconds) * per_repetition,
                  sum * per_repetition / crew.working};
  result.overlap = {of(Largest::overlapped) / repetitions,
                    of(Largest::pure) / repetitions,
                    of(Largest::cpu) / repetitions,
                    0,
                    of(Largest::cpu_spread),
                    of(Largest::tests) / repetitions};
  result.overlap.percent = stats::overlap_percent(
      result.overlap.pure, result.overlap.cpu, result.overlap.overlapped,
      facts.overlap_over == OverlapOver::least ? stats::Of::shorter : stats::Of::longer);
  result.completion = std::max(0.0, (of(Largest::end) + of(Largest::minus_start)) * per_repetition);
  result.init = of(Largest::init);
}

record::MeasuredGuideline::Ratio ratio_of(std::span<const double> ratios) {
  const auto ascending = stats::sorted(ratios);
  record::MeasuredGuideline::Ratio ratio{.median = stats::median(ratios), .pairs = std::ssize(ratios)};
  const double effective = stats::effective_number(ratios);
  if (!stats::interval_is_claimed(effective)) return ratio;
  const auto interval = stats::median_interval(ascending, effective);
  ratio.low = interval.low;
  ratio.high = interval.high;
  ratio.level = 0.95;
  return ratio;
}

/// The sides of a group, without what the plan knows (id, memory), on its first rank; elsewhere without
/// meaning. `right`: seconds of a call by batch, slowest rank, as shown; the same scale holds for the left
/// side. Collective over the group.
record::MeasuredGuideline gather_guideline(const case_setup::Team& team, const measuring::Measured& mine,
                                           std::span<const double> right, double scale) {
  const auto slowest = mpi::reduced(team.group.get(), mine.left_seconds, MPI_MAX);
  record::MeasuredGuideline made;
  if (!team.leads()) return made;
  const auto left = stats::batch_means(slowest, mine.batch_repetitions, scale);
  made.left = stats::median(left);
  made.right = stats::median(right);
  for (std::size_t i = 0; i < left.size(); ++i)
    if (right[i] > 0) made.ratios.push_back(left[i] / right[i]);
  if (!made.ratios.empty()) made.ratio = ratio_of(made.ratios);
  return made;
}

}  // namespace

GroupResult reduce_group(const case_setup::Team& team, const PlannedCase& planned,
                         const measuring::Measured& m, const RankFacts& facts) {
  const double scale = facts.time_scale;
  const Crew crew = crew_of(team, planned, m, facts.stride);
  auto largest = reduce_slowest(team, entries_of_rank(crew, team.group_rank, m, facts.clocks));
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
  set_times(result, largest, sums[0], m, crew, facts);
  result.defects = sums[1];
  std::vector<double> seconds;
  const auto slowest = std::span(largest).subspan(Largest::batches);
  const auto thread_of = split_threads(slowest, crew.alone ? 1 : crew.threads);
  for (const auto& batch : slowest) seconds.push_back(batch.value);
  result.batch_seconds = stats::batch_means(seconds, m.batch_repetitions, scale);
  if (compares) result.guideline = gather_guideline(team, m, result.batch_seconds, scale);
  for (double& sum : sums) sum /= crew.working;
  const auto averages = stats::batch_means(std::span(sums).subspan(2), m.batch_repetitions, scale);
  // Not slow: a rank that waits for late ones, or that has more to do in a composition.
  const bool not_alike = compares || !m.arrivals.arrived.empty();
  result.summary = stats::summarise(result.batch_seconds,
                                    {.mean = result.times.max,
                                     .repetitions = m.repetitions(),
                                     .warm_up = facts.warm_up_repetitions,
                                     .stop_reason = m.stop_reason,
                                     .ranks = crew.alone ? crew.working : crew.working / crew.threads,
                                     .slowest = not_alike ? std::span<const stats::Slowest>{} : slowest,
                                     .batch_repetitions = m.batch_repetitions,
                                     .rank_averages = averages});
  tell_thread(result.summary, slowest, thread_of, crew.threads, crew.alone);
  return result;
}

}  // namespace sonde::run
