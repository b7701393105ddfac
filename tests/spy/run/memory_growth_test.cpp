// Median, maximum and sum of the memory of ranks, by reductions alone: each rank is a thread here.
#include "run/memory_growth.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <barrier>
#include <thread>
#include <vector>

namespace {

struct Ranks {
  int size = 1;
  std::vector<std::int64_t> reduced{};
  std::barrier<> all{1};
  std::barrier<> done{1};
  explicit Ranks(int n) : size(n), all(n), done(n) {}
};
Ranks* ranks = nullptr;
thread_local int my_rank = 0;

}  // namespace

extern "C" {
int MPI_Comm_rank(MPI_Comm, int* rank) {
  *rank = my_rank;
  return MPI_SUCCESS;
}
int MPI_Comm_size(MPI_Comm, int* size) {
  *size = ranks->size;
  return MPI_SUCCESS;
}
/// One rank after the other adds its numbers.
int MPI_Allreduce(const void* in, void* inout, int n, MPI_Datatype type, MPI_Op op, MPI_Comm) {
  EXPECT_TRUE(in == MPI_IN_PLACE && type == MPI_INT64_T);
  auto* mine = static_cast<std::int64_t*>(inout);
  for (int rank = 0; rank < ranks->size; ++rank) {
    if (rank == my_rank) {
      if (rank == 0) ranks->reduced.assign(mine, mine + n);
      for (int i = 0; rank > 0 && i < n; ++i) {
        auto& all = ranks->reduced[static_cast<std::size_t>(i)];
        all = op == MPI_SUM ? all + mine[i] : op == MPI_MAX ? std::max(all, mine[i]) : std::min(all, mine[i]);
      }
    }
    ranks->all.arrive_and_wait();
  }
  std::copy(ranks->reduced.begin(), ranks->reduced.end(), mine);
  ranks->done.arrive_and_wait();
  return MPI_SUCCESS;
}
}

namespace sonde::run {
namespace {

/// What the first rank gathers where rank r has own[r] private bytes after MPI_Init.
record::MemoryGrowth gathered(const std::vector<std::int64_t>& own, int resident_rank = -1) {
  Ranks group(static_cast<int>(own.size()));
  ranks = &group;
  record::MemoryGrowth found;
  std::vector<std::thread> threads;
  for (int rank = 0; rank < group.size; ++rank)
    threads.emplace_back([&, rank] {
      my_rank = rank;
      MemoryAtPoints mine{};
      mine[1] = {.pss = 7,
                 .own = own[static_cast<std::size_t>(rank)],
                 .shared = rank,
                 .resident = rank == resident_rank};
      const auto growth = gather_memory(MPI_COMM_WORLD, mine);
      EXPECT_EQ(growth.has_value(), rank == 0);
      if (growth) found = *growth;
    });
  for (auto& thread : threads) thread.join();
  return found;
}

TEST(GatheredMemory, has_the_exact_median_maximum_and_sum) {
  constexpr std::int64_t large = std::int64_t{1} << 50;
  for (const auto& [own, median] : std::vector<std::pair<std::vector<std::int64_t>, std::int64_t>>{
           {{5}, 5},
           {{9, 1}, 5},
           {{3, 1, 2}, 2},
           {{0, large, 1, large}, (large + 1) / 2},
           {{8, 8, 8}, 8},
           {{1, 2, 3, 10, 4}, 3}}) {
    const auto growth = gathered(own);
    ASSERT_EQ(growth.points.size(), memory_points.size());
    const auto& spread = growth.points[1].own;
    EXPECT_EQ(spread.median, median);
    EXPECT_EQ(spread.max, *std::max_element(own.begin(), own.end()));
    std::int64_t sum = 0;
    for (const std::int64_t bytes : own) sum += bytes;
    EXPECT_EQ(spread.sum, sum);
    EXPECT_EQ(growth.points[1].name, "init");
    EXPECT_EQ(growth.points[1].pss.median, 7);
    EXPECT_EQ(growth.points[1].shared.max, static_cast<std::int64_t>(own.size()) - 1);
    EXPECT_EQ(growth.points[2].own.sum, 0);
    EXPECT_FALSE(growth.resident);
  }
}

TEST(GatheredMemory, is_marked_where_any_rank_could_read_resident_sizes_only) {
  EXPECT_TRUE(gathered({1, 2, 3}, 2).resident);
}

TEST(GatheredMemory, is_nothing_where_nothing_was_read) {
  EXPECT_FALSE(gather_memory(MPI_COMM_WORLD, std::nullopt));
}

TEST(Memory, is_read_where_the_benchmark_stands_on_the_command_line) {
  const auto named = [](std::vector<std::string> arguments) { return names_memory(arguments); };
  EXPECT_TRUE(named({"Memory"}));
  EXPECT_TRUE(named({"-include", "Init,memory"}));
  EXPECT_FALSE(named({"Init", "-json", "memory.jsonl", "-mem", "1"}));
}

}  // namespace
}  // namespace sonde::run
