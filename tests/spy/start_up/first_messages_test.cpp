// The first messages of rank 1 of four, whose partners answer as they are told to.
#include "start_up/first_messages.hpp"

#include <gmock/gmock.h>
#include <mpi.h>

#include <string>
#include <utility>
#include <vector>

#include "engine/own_start.hpp"
#include "spy/calls.hpp"

namespace {

struct World {
  int rank = 1, size = 4;
  double now = 100;
  double exchange_seconds = 1;  ///< more for each that follows
  std::vector<double> heard{};  ///< the words of partners, one after the other; 1 where no more are given
  int answers = 1000;           ///< exchanges that end
  std::vector<std::pair<int, int>> exchanges;  ///< from whom, to whom
  std::vector<double> said;
  int cancelled = 0, freed = 0, alltoalls = 0;
};
World world;

}  // namespace

extern "C" {
double MPI_Wtime() {
  return world.now;
}
int MPI_Comm_rank(MPI_Comm, int* rank) {
  return *rank = world.rank, MPI_SUCCESS;
}
int MPI_Comm_size(MPI_Comm, int* size) {
  return *size = world.size, MPI_SUCCESS;
}
int MPI_Irecv(void* into, int, MPI_Datatype, int from, int, MPI_Comm, MPI_Request* request) {
  const auto number = world.exchanges.size();
  *static_cast<double*>(into) = number < world.heard.size() ? world.heard[number] : 1;
  world.exchanges.emplace_back(from, -1);
  return *request = spy::handle<MPI_Request>(1), MPI_SUCCESS;
}
int MPI_Isend(const void* word, int, MPI_Datatype, int to, int, MPI_Comm, MPI_Request* request) {
  world.exchanges.back().second = to;
  world.said.push_back(*static_cast<const double*>(word));
  return *request = spy::handle<MPI_Request>(2), MPI_SUCCESS;
}
int MPI_Testall(int, MPI_Request*, int* done, MPI_Status*) {
  const auto number = static_cast<int>(world.exchanges.size());
  const bool ends = number <= world.answers;
  world.now += ends ? world.exchange_seconds * number : 1;
  return *done = ends ? 1 : 0, MPI_SUCCESS;
}
int MPI_Cancel(MPI_Request*) {
  return ++world.cancelled, MPI_SUCCESS;
}
int MPI_Request_free(MPI_Request*) {
  return ++world.freed, MPI_SUCCESS;
}
int MPI_Alltoall(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm) {
  world.now += 10 * ++world.alltoalls;
  return MPI_SUCCESS;
}
}

namespace sonde::start_up {
namespace {

using ::testing::DoubleEq;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Optional;
using ::testing::Pair;

class FirstMessages : public testing::Test {
 protected:
  FirstMessages() {
    world = {};
    engine::own_start() = {};
  }
  engine::OwnStart& told = engine::own_start();
};

bool named(const std::string& word) {
  const std::vector<std::string> arguments{"-iter", word};
  return names_first_messages(arguments);
}

TEST_F(FirstMessages, are_asked_for_by_name) {
  EXPECT_TRUE(named("First_message"));
  EXPECT_TRUE(named("second_MESSAGE"));
  EXPECT_TRUE(named("First_alltoall"));
  EXPECT_TRUE(named("a,Second_alltoall"));
  EXPECT_FALSE(named("First"));
  EXPECT_FALSE(names_first_alltoall(std::vector<std::string>{"First_message"}));
}

TEST_F(FirstMessages, go_to_partners_at_powers_of_two) {
  send_first_messages(false, 1000);
  EXPECT_THAT(world.exchanges, ElementsAre(Pair(0, 2), Pair(3, 3), Pair(0, 2), Pair(3, 3)));
  EXPECT_THAT(told.first_message, Optional(DoubleEq(1.5)));
  EXPECT_THAT(told.second_message, Optional(DoubleEq(3.5)));
  EXPECT_EQ(told.first_alltoall, std::nullopt);
  EXPECT_EQ(world.alltoalls, 0);
}

TEST_F(FirstMessages, of_eleven_ranks_reach_beyond_the_last_and_the_first) {
  world.size = 11;
  world.rank = 9;
  ASSERT_TRUE(everybody_answers(1000));
  EXPECT_THAT(world.exchanges, ElementsAre(Pair(8, 10), Pair(7, 0), Pair(5, 2), Pair(1, 6)));
}

TEST_F(FirstMessages, are_followed_by_the_collective_where_all_ask_for_it) {
  send_first_messages(true, 1000);
  EXPECT_THAT(told.first_alltoall, Optional(DoubleEq(10)));
  EXPECT_THAT(told.second_alltoall, Optional(DoubleEq(20)));
}

TEST_F(FirstMessages, hand_on_that_one_does_not_ask_for_it) {
  world.heard = {1, 1, 0, 1};
  send_first_messages(true, 1000);
  EXPECT_THAT(world.said, ElementsAre(1, 1, 1, 0));
  EXPECT_THAT(told.second_message, Optional(DoubleEq(3.5)));
  EXPECT_EQ(world.alltoalls, 0);
}

TEST_F(FirstMessages, that_nobody_answers_are_withdrawn) {
  world.answers = 0;
  send_first_messages(true, 30);
  EXPECT_EQ(told.first_message, std::nullopt);
  EXPECT_EQ(world.exchanges.size(), 1U);
  EXPECT_GT(world.now, 130);
  EXPECT_LT(world.now, 133);
  EXPECT_EQ(world.cancelled, 2);
  EXPECT_EQ(world.freed, 2);
}

TEST_F(FirstMessages, that_are_answered_once_are_told_once) {
  world.answers = 3;
  send_first_messages(true, 30);
  EXPECT_THAT(told.first_message, Optional(DoubleEq(1.5)));
  EXPECT_EQ(told.second_message, std::nullopt);
  EXPECT_EQ(world.alltoalls, 0);
}

TEST_F(FirstMessages, need_more_than_one_rank) {
  world.size = 1;
  world.rank = 0;
  EXPECT_TRUE(everybody_answers(1));
  send_first_messages(true, 1);
  EXPECT_EQ(told.first_message, std::nullopt);
  EXPECT_TRUE(world.exchanges.empty());
}

}  // namespace
}  // namespace sonde::start_up
