// What all ranks know alike of the machine, where the others tell what they are made to.
#include "run/machine_facts.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/machine.hpp"

namespace {
/// Of another rank: sizes of its last level and lines, and whether it knows neither.
std::array<std::int64_t, 4> other{};
std::array<double, 2> other_clock{};
}  // namespace

extern "C" double MPI_Wtime() {
  static double now = 0;
  return now += 1e-7;
}

extern "C" int MPI_Allreduce(const void*, void* all, int count, MPI_Datatype type, MPI_Op op, MPI_Comm) {
  EXPECT_EQ(op, MPI_MAX);
  if (type == MPI_INT64_T)
    for (int i = 0; i < count; ++i) {
      auto& mine = static_cast<std::int64_t*>(all)[i];
      mine = std::max(mine, other[static_cast<std::size_t>(i)]);
    }
  else
    for (int i = 0; i < count; ++i) {
      auto& mine = static_cast<double*>(all)[i];
      mine = std::max(mine, other_clock[static_cast<std::size_t>(i)]);
    }
  return MPI_SUCCESS;
}

namespace sonde::run {
namespace {

TEST(MachineFacts, are_the_largest_of_all_ranks) {
  const auto mine = machine_caches();
  other = {std::int64_t{1} << 50, std::int64_t{1} << 40, 0, 0};
  other_clock = {7, 8};
  const auto facts = study_machine({.rank = 0, .size = 2});
  EXPECT_EQ(facts.clock.cost_seconds, 7);
  EXPECT_EQ(facts.clock.resolution_seconds, 8);
  if (mine.last_level_bytes) {
    EXPECT_EQ(facts.caches.last_level_bytes, std::int64_t{1} << 50);
  }
  if (mine.line_bytes) {
    EXPECT_EQ(facts.caches.line_bytes, std::int64_t{1} << 40);
  }
  other = {};
  other_clock = {};
  const auto alone = study_machine({.rank = 0, .size = 2});
  EXPECT_EQ(alone.caches.last_level_bytes, mine.last_level_bytes);
  EXPECT_EQ(alone.caches.line_bytes, mine.line_bytes);
}

TEST(MachineFacts, are_absent_where_one_rank_does_not_know) {
  const auto mine = machine_caches();
  other = {0, 0, 1, 0};
  EXPECT_FALSE(study_machine({.rank = 0, .size = 2}).caches.last_level_bytes);
  EXPECT_EQ(study_machine({.rank = 0, .size = 2}).caches.line_bytes, mine.line_bytes);
  other = {0, 0, 0, 1};
  EXPECT_EQ(study_machine({.rank = 0, .size = 2}).caches.last_level_bytes, mine.last_level_bytes);
  EXPECT_FALSE(study_machine({.rank = 0, .size = 2}).caches.line_bytes);
}

TEST(MachineFacts, are_needed_where_a_cache_of_this_machine_is_asked_for) {
  Settings settings;
  MachineFacts facts;
  EXPECT_TRUE(knows_caches(settings, facts));
  settings.off_cache.emplace().megabytes = -1;
  EXPECT_FALSE(knows_caches(settings, facts));
  facts.caches.last_level_bytes = 1 << 20;
  EXPECT_TRUE(knows_caches(settings, facts));
  facts.caches.last_level_bytes.reset();
  settings.off_cache->megabytes = 16;
  EXPECT_TRUE(knows_caches(settings, facts));
}

}  // namespace
}  // namespace sonde::run
