// From the times of ranks to the results of groups, where one rank stands for all.
#include "run/gather.hpp"

#include <gmock/gmock.h>

#include <cstring>

#include "record/summary_numbers.hpp"
#include "stats/slowest.hpp"

namespace {
std::size_t entry_bytes = 0;
std::vector<double> other_batches;      ///< of a second rank
int other_member = 0;                   ///< its first thread
double other_end = 0, other_start = 0;  ///< of its loop, where it works and this rank is idle
std::size_t bytes_of(int count, MPI_Datatype type) {
  return static_cast<std::size_t>(count) * (type == MPI_BYTE       ? 1
                                            : type == MPI_DOUBLE   ? sizeof(double)
                                            : type == MPI_UINT64_T ? sizeof(std::uint64_t)
                                                                   : entry_bytes);
}
}  // namespace

extern "C" {
int MPI_Comm_free(MPI_Comm* comm) {
  *comm = MPI_COMM_NULL;
  return MPI_SUCCESS;
}
int MPI_Comm_rank(MPI_Comm, int* rank) {
  *rank = 0;
  return MPI_SUCCESS;
}
int MPI_Comm_size(MPI_Comm, int* size) {
  *size = 1;
  return MPI_SUCCESS;
}
int MPI_Type_contiguous(int count, MPI_Datatype, MPI_Datatype* made) {
  entry_bytes = static_cast<std::size_t>(count);
  *made = MPI_DATATYPE_NULL;
  return MPI_SUCCESS;
}
int MPI_Type_commit(MPI_Datatype*) {
  return MPI_SUCCESS;
}
int MPI_Op_create(MPI_User_function*, int, MPI_Op* made) {
  *made = MPI_OP_NULL;
  return MPI_SUCCESS;
}
/// The ranks of a group: this one and, where it brings batches, the other one.
int MPI_Reduce(const void* mine, void* all, int n, MPI_Datatype type, MPI_Op, int, MPI_Comm) {
  std::memcpy(all, mine, bytes_of(n, type));
  if (type != MPI_DATATYPE_NULL) return MPI_SUCCESS;
  auto* largest = static_cast<sonde::stats::Slowest*>(all);
  if (other_end > 0) {  // the sixth and seventh of what each rank brings
    largest[5].value = std::max(largest[5].value, other_end);
    largest[6].value = std::max(largest[6].value, -other_start);
  }
  auto* batch = largest + n - std::ssize(other_batches);
  for (const double seconds : other_batches) {
    *batch = sonde::stats::combine(*batch, {.value = seconds, .rank = other_member});
    ++batch;
  }
  return MPI_SUCCESS;
}
/// Two groups whose leaders have found the same.
int MPI_Gather(const void* mine, int n, MPI_Datatype type, void* all, int, MPI_Datatype, int, MPI_Comm) {
  if (all == nullptr) return MPI_SUCCESS;  // not the first of the leaders
  const auto bytes = bytes_of(n, type);
  std::memcpy(all, mine, bytes);
  std::memcpy(static_cast<std::byte*>(all) + bytes, mine, bytes);
  return MPI_SUCCESS;
}
}

namespace sonde::run {
namespace {

constexpr Benchmark row{.name = "Row", .summary = "one call", .metric = {.time_scale = 0.5}};

struct Gathering : testing::Test {
  Gathering() {
    planned.lane = {&row, 0, 0, 1};
    team.active = mpi::Communicator(MPI_COMM_WORLD);
    team.group = mpi::Communicator(MPI_COMM_WORLD);
    team.leaders = mpi::Communicator(MPI_COMM_WORLD);
    team.processes = 1;
    team.group_rank = team.group_index = 0;
    for (int batch = 0; batch < 12; ++batch) {
      measured.batch_seconds.push_back(batch < 6 ? 1 + 0.001 * batch : 2 + 0.001 * batch);
      measured.batch_repetitions.push_back(10);
      measured.seconds += measured.batch_seconds.back();
    }
    measured.stop_reason = stats::StopReason::precision_not_reached;
  }
  ~Gathering() override {
    other_batches.clear();
    other_start = other_end = 0;
  }
  /// Takes so many times as long as the first thread of this one.
  void other_rank(double times, int threads) {
    other_member = threads;
    for (const double seconds : measured.batch_seconds) other_batches.push_back(times * seconds);
  }
  std::vector<GroupResult> results(int groups, bool all_samples = false) {
    team.groups = groups;
    facts.all_samples = all_samples;
    return gather(team, planned, measured, facts);
  }
  RankFacts facts{.warm_up_repetitions = 7, .defects = 3, .time_scale = 0.5};
  PlannedCase planned;
  case_setup::Team team;
  measuring::Measured measured;
};

TEST_F(Gathering, one_rank_is_its_own_worst) {
  const auto result = results(1).at(0);
  EXPECT_DOUBLE_EQ(result.times.max, measured.seconds / 120 / 2);
  EXPECT_DOUBLE_EQ(result.times.min, result.times.max);
  EXPECT_DOUBLE_EQ(result.times.avg, result.times.max);
  EXPECT_DOUBLE_EQ(result.batch_seconds[0], 0.05);
  EXPECT_EQ(result.summary.repetitions, 120);
  EXPECT_EQ(result.defects, 3);
}

TEST_F(Gathering, threads_of_a_rank_are_members_of_its_group) {
  for (const double slower : {0.5, 3.0}) {
    auto& other = measured.others.emplace_back();
    for (const double seconds : measured.batch_seconds) other.batch_seconds.push_back(slower * seconds);
    other.seconds = slower * measured.seconds;
  }
  const double own = measured.seconds / 120 / 2;
  const auto result = results(1).at(0);
  EXPECT_DOUBLE_EQ(result.times.min, 0.5 * own);
  EXPECT_DOUBLE_EQ(result.times.max, 3 * own);
  EXPECT_DOUBLE_EQ(result.times.avg, 1.5 * own);
  EXPECT_DOUBLE_EQ(result.batch_seconds[0], 3 * 0.05);
  // The mean of all three threads is the same share of the slowest one in every batch.
  EXPECT_NEAR(result.summary.slowest_excess.value_or(0), 1, 1e-9);
  EXPECT_EQ(result.summary.slowest_rank, 0);
  EXPECT_EQ(result.summary.slowest_thread, 2);
  EXPECT_NEAR(result.summary.slowest_lead.value_or(0), 2, 1e-9);
  for (const auto& sent : results(2)) EXPECT_EQ(sent.summary.slowest_thread, 2);
}

TEST_F(Gathering, a_rank_that_is_slow_in_all_its_threads_leads_by_what_it_is_slower_than_the_others) {
  team.processes = 2;
  team.group_rank = 0;
  for (int thread = 1; thread < 3; ++thread) {
    auto& other = measured.others.emplace_back();
    for (std::size_t i = 0; i < measured.batch_seconds.size(); ++i)
      other.batch_seconds.push_back(measured.batch_seconds[i] *
                                    (static_cast<int>(i) % 3 == thread ? 1.01 : 0.99));
    other.seconds = measured.seconds;
  }
  other_rank(0.5, 3);
  const auto result = results(1).at(0);
  EXPECT_EQ(result.summary.slowest_rank, 0);
  EXPECT_EQ(result.summary.slowest_share, 1);
  EXPECT_NEAR(result.summary.slowest_lead.value_or(0), 1, 0.05) << "over the other rank, not the next thread";
  EXPECT_LT(result.summary.slowest_chance.value_or(1), 0.05);
  EXPECT_GT(result.summary.slowest_chance.value_or(1), 0.001)
      << "of two ranks; of six threads it would be 4e-5";
  EXPECT_EQ(result.summary.slowest_thread, -1) << "each thread was the slowest in a third of the batches";
}

TEST_F(Gathering, of_two_ranks_the_thread_that_is_slow_is_named) {
  team.processes = 2;
  auto& other = measured.others.emplace_back();
  for (const double seconds : measured.batch_seconds) other.batch_seconds.push_back(3 * seconds);
  other.seconds = 3 * measured.seconds;
  other_rank(1, 2);
  const auto result = results(1).at(0);
  EXPECT_EQ(result.summary.slowest_rank, 0);
  EXPECT_EQ(result.summary.slowest_thread, 1);
  EXPECT_NEAR(result.summary.slowest_lead.value_or(0), 2, 1e-9);
}

TEST_F(Gathering, what_a_leader_packs_the_first_rank_unpacks) {
  const auto alone = results(1).at(0);
  ASSERT_FALSE(alone.summary.modes.empty());
  for (const auto& sent : results(2)) {
    EXPECT_EQ(sent.times.max, alone.times.max);
    EXPECT_EQ(sent.defects, 3);
    for (const auto& number : record::summary_numbers)
      EXPECT_EQ(sent.summary.*number.member, alone.summary.*number.member) << number.field.key;
    for (const auto& number : record::optional_summary_numbers)
      EXPECT_EQ(sent.summary.*number.member, alone.summary.*number.member) << number.field.key;
    EXPECT_EQ(sent.summary.repetitions, 120);
    EXPECT_EQ(sent.summary.warm_up, 7);
    EXPECT_EQ(sent.summary.batches, 12);
    EXPECT_EQ(sent.summary.stop_reason, stats::StopReason::precision_not_reached);
    EXPECT_EQ(sent.summary.slowest_rank, alone.summary.slowest_rank);
    ASSERT_EQ(sent.summary.modes.size(), alone.summary.modes.size());
    EXPECT_EQ(sent.summary.modes.back().seconds, alone.summary.modes.back().seconds);
    EXPECT_EQ(sent.summary.modes.back().weight, alone.summary.modes.back().weight);
    EXPECT_TRUE(sent.batch_seconds.empty());
  }
}

TEST_F(Gathering, what_overlaps_is_told_for_a_repetition) {
  const double all = static_cast<double>(measured.repetitions());
  measured.pure = 3 * all;
  measured.cpu = 4 * all;
  measured.overlapped = 5 * all;
  measured.tested = 0.5 * all;
  measured.cpu_spread = 0.25;
  measured.init = 0.125;
  const auto one = results(1).at(0);
  auto sent = results(2);
  sent.push_back(one);
  for (const auto& result : sent) {
    EXPECT_DOUBLE_EQ(result.overlap.pure, 3);
    EXPECT_DOUBLE_EQ(result.overlap.cpu, 4);
    EXPECT_DOUBLE_EQ(result.overlap.overlapped, 5);
    EXPECT_NEAR(result.overlap.percent, 100 * 2.0 / 3, 1e-9);
    EXPECT_DOUBLE_EQ(result.overlap.cpu_spread, 0.25);
    EXPECT_DOUBLE_EQ(result.overlap.tests, 0.5);
    EXPECT_DOUBLE_EQ(result.init, 0.125);
  }
}

TEST_F(Gathering, idle_ranks_do_not_lengthen_the_time_from_first_to_last) {
  const measuring::ClockSync clocks(MPI_COMM_WORLD);
  facts.clocks = &clocks;
  EXPECT_EQ(results(1).at(0).completion, 0) << "nobody has worked";
  other_start = 1000;
  other_end = 1006;
  EXPECT_DOUBLE_EQ(results(1).at(0).completion, 6.0 / 120 / 2);
  measured.began = 1001;
  measured.ended = 1012;
  EXPECT_DOUBLE_EQ(results(1).at(0).completion, 12.0 / 120 / 2);
}

TEST_F(Gathering, other_leaders_and_other_ranks_keep_nothing) {
  team.group_index = 1;
  EXPECT_TRUE(results(2).empty());
  team.group_index = 0;
  team.group_rank = 1;
  EXPECT_TRUE(results(1).empty());
  EXPECT_TRUE(results(2).empty());
}

TEST_F(Gathering, all_samples_of_all_groups_arrive) {
  const auto alone = results(1).at(0);
  for (const auto& sent : results(2, true)) EXPECT_EQ(sent.batch_seconds, alone.batch_seconds);
}

TEST_F(Gathering, all_ratios_of_a_guideline_of_all_groups_arrive) {
  static constexpr Benchmark compared{.name = "A_as_B", .summary = "one call", .guideline = "A1"};
  planned.lane.benchmark = &compared;
  measured.left_seconds.assign(12, 3);
  measured.batch_seconds[4] = 0;  // with which nothing can be compared
  const auto alone = results(1).at(0);
  ASSERT_EQ(alone.guideline->ratios.size(), 11U);
  for (const auto& sent : results(2, true)) EXPECT_EQ(sent.guideline->ratios, alone.guideline->ratios);
  for (const auto& sent : results(2)) EXPECT_TRUE(sent.guideline->ratios.empty());
}

TEST_F(Gathering, single_calls_make_a_tail_only_where_it_is_asked_for) {
  measured.calls.prepare();
  for (int call = 0; call < 4000; ++call) measured.calls.add(call % 400 == 0 ? 1e-2 : 2e-6);
  EXPECT_FALSE(results(1).at(0).tail);
  facts.tails = true;
  const auto alone = results(1).at(0);
  ASSERT_TRUE(alone.tail);
  EXPECT_EQ(alone.tail->calls, 4000);
  ASSERT_EQ(alone.tail->quantiles.size(), 4U);
  EXPECT_NEAR(alone.tail->quantiles[2].seconds, 1e-6, 1e-8);  // as the times: half
  EXPECT_NEAR(alone.tail->quantiles[3].seconds, 5e-3, 5e-5);
  for (const auto& sent : results(2)) {
    ASSERT_TRUE(sent.tail);
    EXPECT_EQ(sent.tail->calls, 4000);
    ASSERT_EQ(sent.tail->quantiles.size(), 4U);
    EXPECT_EQ(sent.tail->curve.above, (std::vector<std::int64_t>{4000, 10, 0}));
    EXPECT_EQ(sent.tail->curve.above, alone.tail->curve.above);
    EXPECT_EQ(sent.tail->curve.seconds, alone.tail->curve.seconds);
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(sent.tail->quantiles[i].level, alone.tail->quantiles[i].level);
      EXPECT_EQ(sent.tail->quantiles[i].seconds, alone.tail->quantiles[i].seconds);
      EXPECT_EQ(sent.tail->quantiles[i].low, alone.tail->quantiles[i].low);
      EXPECT_EQ(sent.tail->quantiles[i].high, alone.tail->quantiles[i].high);
    }
  }
  measured.calls = {};
  EXPECT_FALSE(results(1).at(0).tail);
  EXPECT_FALSE(results(2).at(1).tail);
}

TEST(WorstOf, takes_the_extremes_over_the_groups_and_the_summary_of_the_slowest) {
  GroupResult fast, slow;
  fast.times = {.min = 1, .max = 2, .avg = 1.5};
  slow.times = {.min = 2, .max = 5, .avg = 3};
  fast.summary.mean = 2;
  slow.summary.mean = 5;
  fast.defects = 4;
  slow.defects = 1;
  fast.completion = 9;
  slow.completion = 7;
  const auto worst = worst_of({fast, slow});
  EXPECT_EQ(worst.times.min, 1);
  EXPECT_EQ(worst.times.max, 5);
  EXPECT_DOUBLE_EQ(worst.times.avg, 2.25);
  EXPECT_EQ(worst.summary.mean, 5);
  EXPECT_EQ(worst.defects, 5);
  EXPECT_EQ(worst.completion, 9);
}

}  // namespace
}  // namespace sonde::run
