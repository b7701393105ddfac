// What ranks tell of themselves after a loop: all of few ranks, the worst of many.
#include "run/gather_rank_counters.hpp"

#include <gmock/gmock.h>

#include <cstring>
#include <map>
#include <utility>

namespace {

/// The ranks of a group as this test has them: each one's numbers as they are sent.
struct Ranks {
  std::vector<std::vector<std::byte>> packed;
  std::vector<double> largest;  ///< of the values that ranks compare, in order: whose rank wins
  int rank = 0;
  double now = 0, message_seconds = 0;
  int messages = 0;
};
Ranks ranks;

}  // namespace

extern "C" {
double MPI_Wtime() {
  return ranks.now;
}
int MPI_Sendrecv(const void*, int n, MPI_Datatype type, int to, int, void*, int, MPI_Datatype, int from, int,
                 MPI_Comm comm, MPI_Status*) {
  EXPECT_TRUE(n == 1 && type == MPI_DOUBLE && to == 0 && from == 0 && comm == MPI_COMM_SELF);
  // A round in ten is disturbed, the first one much.
  ranks.now += ranks.messages++ < 8 ? 1 : ranks.message_seconds;
  return MPI_SUCCESS;
}
int MPI_Comm_free(MPI_Comm* comm) {
  *comm = MPI_COMM_NULL;
  return MPI_SUCCESS;
}
int MPI_Comm_rank(MPI_Comm, int* rank) {
  *rank = ranks.rank;
  return MPI_SUCCESS;
}
int MPI_Comm_size(MPI_Comm, int* size) {
  *size = static_cast<int>(ranks.packed.size());
  return MPI_SUCCESS;
}
int MPI_Gather(const void* mine, int n, MPI_Datatype, void* all, int, MPI_Datatype, int root, MPI_Comm) {
  EXPECT_EQ(root, 0);
  const auto bytes = static_cast<std::size_t>(n);
  for (std::size_t i = 0; all != nullptr && i < ranks.packed.size(); ++i)
    std::memcpy(static_cast<std::byte*>(all) + i * bytes, mine, bytes);
  return MPI_SUCCESS;
}
/// Rank 70 has lost its core most often, rank 80 is the slowest, rank 90 the next.
int MPI_Allreduce(const void*, void* all, int n, MPI_Datatype type, MPI_Op op, MPI_Comm) {
  struct Value {
    double value;
    int rank;
  };
  EXPECT_TRUE(n == 1 && type == MPI_DOUBLE_INT && op == MPI_MAXLOC);
  auto* value = static_cast<Value*>(all);
  EXPECT_EQ(value->rank, ranks.rank);
  ranks.largest.push_back(value->value);
  value->rank = 60 + 10 * static_cast<int>(ranks.largest.size());
  return MPI_SUCCESS;
}
/// What another rank tells: this rank's numbers, of which the last one says whose they are.
int MPI_Bcast(void* told, int n, MPI_Datatype, int root, MPI_Comm) {
  std::memcpy(static_cast<std::byte*>(told) + n - 8, &root, sizeof root);
  return MPI_SUCCESS;
}
}

namespace sonde::run {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

case_setup::Team team_of(int rank, std::size_t size) {
  ranks = {};
  ranks.rank = rank;
  ranks.packed.resize(size);
  case_setup::Team team;
  team.active = mpi::Communicator(MPI_COMM_WORLD);
  return team;
}

const record::RankCounters mine{.world_rank = 5,
                                .involuntary_switches = 12,
                                .migrations = 3,
                                .steal_seconds = 0.25,
                                .cpu_share = 0.75,
                                .alone_seconds = 1e-6};

TEST(Witnesses, of_few_ranks_are_told_to_the_first_as_they_are) {
  const auto team = team_of(0, 64);
  const auto told = gather_witnesses(team, mine);
  ASSERT_EQ(told.size(), 64U);
  for (const auto& one : told) {
    EXPECT_EQ(one.world_rank, 5);
    EXPECT_EQ(one.involuntary_switches, 12);
    EXPECT_EQ(one.migrations, 3);
    EXPECT_EQ(one.steal_seconds, 0.25);
    EXPECT_EQ(one.cpu_share, 0.75);
    EXPECT_EQ(one.alone_seconds, 1e-6);
  }
}

TEST(Witnesses, do_not_tell_what_they_do_not_know) {
  const auto team = team_of(0, 1);
  auto unknowing = mine;
  unknowing.steal_seconds.reset();
  unknowing.alone_seconds.reset();
  const auto told = gather_witnesses(team, unknowing);
  ASSERT_EQ(told.size(), 1U);
  EXPECT_FALSE(told[0].steal_seconds);
  EXPECT_FALSE(told[0].alone_seconds);
}

TEST(Witnesses, are_told_to_the_first_rank_alone) {
  EXPECT_THAT(gather_witnesses(team_of(1, 64), mine), IsEmpty());
  EXPECT_THAT(gather_witnesses(team_of(1, 65), mine), IsEmpty());
}

TEST(Witnesses, of_many_ranks_are_the_worst) {
  const auto team = team_of(0, 65);
  std::vector<int> named;
  for (const auto& one : gather_witnesses(team, mine)) named.push_back(one.world_rank);
  EXPECT_THAT(named, ElementsAre(70, 80, 90));
  EXPECT_THAT(ranks.largest, ElementsAre(12, 1e-6, 1e-6));
}

TEST(Witnesses, the_slowest_of_many_does_not_stand_for_the_next) {
  const auto team = team_of(80, 100);
  EXPECT_THAT(gather_witnesses(team, mine), IsEmpty());
  EXPECT_THAT(ranks.largest, ElementsAre(12, 1e-6, -1));
}

TEST(TimeAlone, is_that_of_a_message_in_an_undisturbed_round) {
  ranks = {};
  ranks.message_seconds = 0.5;
  EXPECT_DOUBLE_EQ(self_message_seconds(), 0.5);
  EXPECT_EQ(ranks.messages, 9 * 8);
}

}  // namespace
}  // namespace sonde::run
