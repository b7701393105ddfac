// What ranks agree about a case that failed on some of them, seen from rank 1.
#include "case_setup/failure.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <climits>
#include <cstring>
#include <optional>

namespace {
/// What rank 0 says, where it has failed.
std::optional<sonde::case_setup::Failure> of_rank_0;
int broadcasts = 0;
}  // namespace

extern "C" {
int MPI_Error_string(int, char* text, int* length) {
  std::strcpy(text, "wrong count");
  *length = static_cast<int>(std::strlen(text));
  return MPI_SUCCESS;
}
int MPI_Comm_rank(MPI_Comm, int* rank) {
  *rank = 1;
  return MPI_SUCCESS;
}
int MPI_Allreduce(const void* mine, void* all, int, MPI_Datatype, MPI_Op, MPI_Comm) {
  *static_cast<int*>(all) = std::min(*static_cast<const int*>(mine), of_rank_0 ? 0 : INT_MAX);
  return MPI_SUCCESS;
}
/// The reason, the length of the text, the text.
int MPI_Bcast(void* data, int count, MPI_Datatype, int root, MPI_Comm) {
  const int part = broadcasts++ % 3;
  if (root != 0) return MPI_SUCCESS;
  if (part == 0) *static_cast<int*>(data) = static_cast<int>(of_rank_0->reason);
  if (part == 1) *static_cast<std::int64_t*>(data) = std::ssize(of_rank_0->text);
  if (part == 2) std::memcpy(data, of_rank_0->text.data(), static_cast<std::size_t>(count));
  return MPI_SUCCESS;
}
}

namespace sonde::case_setup {
namespace {

using record::Reason;

struct Agreement : testing::Test {
  Agreement() { of_rank_0.reset(), broadcasts = 0; }
};

TEST_F(Agreement, is_that_nothing_failed_where_nothing_did) {
  EXPECT_FALSE(agree(MPI_COMM_WORLD, std::nullopt));
  EXPECT_EQ(broadcasts, 0);
}

TEST_F(Agreement, is_on_the_failure_of_the_only_rank_that_has_one) {
  const auto mine = agree(MPI_COMM_WORLD, Failure{Reason::io_error, "mine"});
  ASSERT_TRUE(mine);
  EXPECT_EQ(mine->text, "mine");
  EXPECT_EQ(mine->reason, Reason::io_error);
  of_rank_0 = Failure{Reason::out_of_memory, "of another rank"};
  const auto others = agree(MPI_COMM_WORLD, std::nullopt);
  ASSERT_TRUE(others);
  EXPECT_EQ(others->text, "of another rank");
  EXPECT_EQ(others->reason, Reason::out_of_memory);
}

TEST_F(Agreement, is_on_the_failure_of_the_lowest_rank) {
  of_rank_0 = Failure{Reason::mpi_error, ""};
  const auto both = agree(MPI_COMM_WORLD, Failure{Reason::io_error, "a longer text of this rank"});
  ASSERT_TRUE(both);
  EXPECT_EQ(both->text, "");
  EXPECT_EQ(both->reason, Reason::mpi_error);
}

TEST(Attempt, turns_what_a_case_throws_into_a_failure_and_nothing_else) {
  EXPECT_FALSE(attempt([] {}));
  EXPECT_EQ(attempt([] { throw engine::TransferError("short"); })->reason, Reason::io_error);
  EXPECT_EQ(attempt([] { throw mpi::MpiError(MPI_ERR_COUNT, "MPI_Send"); })->reason, Reason::mpi_error);
  EXPECT_THROW(static_cast<void>(attempt([] { throw std::logic_error("a bug"); })), std::logic_error);
}

}  // namespace
}  // namespace sonde::case_setup
