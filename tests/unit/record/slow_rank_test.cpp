// Is the rank that is named the one that was delayed? By simulation with fixed seeds, and nobody else ever.
#include "record/slow_rank.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "stats/batches.hpp"

namespace sonde::record {
namespace {

constexpr int ranks = 8, delayed = 5, batches = 40, runs = 300;

/// What the ranks of a group measured: noise of 2 %, `delay` on one of them.
class Simulation {
 public:
  explicit Simulation(unsigned seed) : generator_(seed) {}

  double noise() { return std::exp(0.02 * normal_(generator_)); }

  /// Nobody waits: each rank's batches last as long as the rank takes.
  CaseRecord independent(double delay) {
    return record([&](int rank, double) { return noise() + (rank == delayed ? delay : 0); }, delay);
  }
  /// A collective call: all take as long as the last one, but for what the clocks are read apart.
  CaseRecord waiting(double delay) {
    return record([&](int, double batch) { return batch + delay + 1e-4 * noise(); }, delay);
  }

 private:
  /// `time` of a rank and of the batch; `delay`: of the delayed rank by itself.
  template <class Time>
  CaseRecord record(Time time, double delay) {
    std::vector<stats::Slowest> slowest(batches);
    std::vector<double> means;
    for (auto& batch : slowest) {
      const double common = noise();
      for (int rank = 0; rank < ranks; ++rank)
        batch = combine(batch, stats::Slowest{.value = time(rank, common), .rank = rank});
      means.push_back(batch.value);
    }
    CaseRecord row;
    row.id = {.benchmark = "Allreduce", .processes = ranks, .bytes = 8};
    row.slowest_world_rank = 100 + delayed;
    row.summary = stats::summarise(means, {.ranks = ranks, .slowest = slowest});
    for (int rank = 0; rank < ranks; ++rank) {
      row.witnesses.push_back(
          {.world_rank = 100 + rank, .alone_seconds = noise() * (rank == delayed ? 1 + delay : 1)});
    }
    return row;
  }

  std::mt19937_64 generator_;
  std::normal_distribution<double> normal_;
};

TEST(SlowRank, a_delayed_rank_is_named_where_nobody_waits) {
  Simulation simulation(1);
  for (int i = 0; i < runs; ++i) {
    const auto slow = slow_rank_of(simulation.independent(0.2));
    ASSERT_TRUE(slow);
    EXPECT_EQ(slow->name, "rank=5 (world rank=105)");
    EXPECT_THAT(slow->why, testing::HasSubstr("100% of batches"));
  }
}

TEST(SlowRank, a_delayed_rank_is_named_where_all_wait_for_it) {
  Simulation simulation(2);
  for (int i = 0; i < runs; ++i) {
    const auto slow = slow_rank_of(simulation.waiting(2));
    ASSERT_TRUE(slow);
    EXPECT_EQ(slow->name, "world rank=105");
  }
}

TEST(SlowRank, nobody_is_named_where_nobody_is_delayed) {
  Simulation simulation(3);
  for (int i = 0; i < runs; ++i) {
    EXPECT_FALSE(slow_rank_of(simulation.independent(0)));
    EXPECT_FALSE(slow_rank_of(simulation.waiting(0)));
  }
}

TEST(SlowRank, of_several_groups_is_named_by_its_world_rank) {
  CaseRecord row;
  row.id = {.benchmark = "PingPong", .multi = true, .processes = 2, .groups = 3};
  row.summary = stats::Summary{
      .batches = 20, .slowest_rank = 1, .slowest_lead = 0.5, .slowest_chance = 1e-4, .slowest_share = 1};
  row.slowest_world_rank = 5;
  EXPECT_EQ(slow_rank_of(row)->name, "rank=1 of its group (world rank=5)");
}

TEST(SlowRank, of_threads_is_named_with_the_thread_that_was_slow_if_one_was) {
  CaseRecord row;
  row.id = {.benchmark = "AllReduceMT", .processes = 2, .threads = 4};
  row.summary = stats::Summary{
      .batches = 20, .slowest_rank = 1, .slowest_lead = 0.5, .slowest_chance = 1e-4, .slowest_share = 1};
  EXPECT_EQ(slow_rank_of(row)->name, "rank=1");
  EXPECT_THAT(slow_rank_of(row)->why, testing::HasSubstr("over the next rank"));
  row.summary->slowest_thread = 2;
  EXPECT_EQ(slow_rank_of(row)->name, "rank=1 thread=2");
  EXPECT_FALSE(slow_rank_of(row, false));
}

TEST(SlowRank, what_is_not_known_names_nobody) {
  CaseRecord row;
  row.id.processes = 2;
  EXPECT_FALSE(slow_rank_of(row));
  row.summary = stats::Summary{.batches = 20, .slowest_rank = 1, .slowest_share = 1};
  EXPECT_FALSE(slow_rank_of(row));  // how far apart is not known
  row.witnesses = {{.world_rank = 1, .alone_seconds = 9e-6}};
  EXPECT_FALSE(slow_rank_of(row));  // nobody to compare with
  row.summary->slowest_lead = 0.5;
  EXPECT_FALSE(slow_rank_of(row));  // nor how likely that is by chance
  row.summary->slowest_chance = 0.003;
  EXPECT_FALSE(slow_rank_of(row));
  row.summary->slowest_chance = 0.001;
  EXPECT_EQ(slow_rank_of(row)->name, "rank=1");
  row.summary->slowest_share = 0.5;
  EXPECT_FALSE(slow_rank_of(row));
}

}  // namespace
}  // namespace sonde::record
