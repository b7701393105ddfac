// How many threads each process has: what was asked for, else what the environment says, alike on all ranks.
#include "start_up/agree_on_threads.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace {
int elsewhere = 0;  ///< threads of the other ranks; 0: as many as here
}

extern "C" {
int MPI_Comm_rank(MPI_Comm, int* rank) {
  *rank = 0;
  return MPI_SUCCESS;
}
/// A failure that ranks agree about, or the largest and the smallest number.
int MPI_Allreduce(const void* mine, void* all, int n, MPI_Datatype, MPI_Op op, MPI_Comm) {
  auto* numbers = static_cast<int*>(all);
  if (mine != MPI_IN_PLACE) std::memcpy(all, mine, static_cast<std::size_t>(n) * sizeof(int));
  if (n != 2 || elsewhere == 0) return MPI_SUCCESS;
  EXPECT_EQ(op, MPI_MAX);
  numbers[0] = std::max(numbers[0], elsewhere);
  numbers[1] = std::max(numbers[1], -elsewhere);
  return MPI_SUCCESS;
}
int MPI_Bcast(void*, int, MPI_Datatype, int, MPI_Comm) {
  return MPI_SUCCESS;
}
}

namespace sonde::start_up {
namespace {

using testing::HasSubstr;

struct ThreadsOfProcesses : testing::Test {
  ThreadsOfProcesses() {
    elsewhere = 0;
    settings.suite = Suite::mt;
    settings.parameters = {Parameter::threads};
    settings.thread_level = ThreadLevel::multiple;
    unsetenv("OMP_NUM_THREADS");
  }
  int agreed(const char* environment = nullptr) {
    if (environment != nullptr) setenv("OMP_NUM_THREADS", environment, 1);
    const auto threads = agree_on_threads({}, settings);
    said = threads ? "" : threads.error().message;
    if (!threads) return -1;
    return threads->empty() ? 0 : static_cast<int>(threads->front());
  }

  Settings settings;
  std::string said;
};

TEST_F(ThreadsOfProcesses, are_none_in_programs_without_them) {
  settings.suite = Suite::mpi1;
  settings.parameters.clear();
  settings.threads = {4};
  EXPECT_EQ(agreed(), 0);
}

TEST_F(ThreadsOfProcesses, are_as_many_as_were_asked_for) {
  settings.threads = {4};
  EXPECT_EQ(agreed("7"), 4);
}

TEST_F(ThreadsOfProcesses, are_as_many_as_the_environment_says_where_several_may_call) {
  EXPECT_EQ(agreed(), 1);
  EXPECT_EQ(agreed(""), 1);
  EXPECT_EQ(agreed("3"), 3);
  EXPECT_EQ(agreed(" 5 , 2"), 5);
  EXPECT_EQ(agreed("1"), 1);
  EXPECT_EQ(agreed("1024"), 1024);
  settings.thread_level = ThreadLevel::serialized;
  EXPECT_EQ(agreed("3"), 1);
}

TEST_F(ThreadsOfProcesses, are_an_error_where_the_environment_has_no_number_for_them) {
  for (const char* wrong : {"0", "1025", "many", ",2"}) {
    EXPECT_EQ(agreed(wrong), -1) << wrong;
    EXPECT_THAT(said, testing::AllOf(HasSubstr("OMP_NUM_THREADS: "), HasSubstr("or give -threads")));
  }
}

TEST_F(ThreadsOfProcesses, are_an_error_where_ranks_differ) {
  elsewhere = 6;
  EXPECT_EQ(agreed("4"), -1);
  EXPECT_EQ(said, "OMP_NUM_THREADS is 4 on some processes and 6 on others; give -threads");
  EXPECT_EQ(agreed("8"), -1);
  EXPECT_EQ(said, "OMP_NUM_THREADS is 6 on some processes and 8 on others; give -threads");
  EXPECT_EQ(agreed("6"), 6);
}

}  // namespace
}  // namespace sonde::start_up
