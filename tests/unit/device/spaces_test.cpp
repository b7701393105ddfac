#include "device/spaces.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace sonde::device {
namespace {

TEST(Spaces, host_memory_needs_no_driver) {
  auto spaces = Spaces::open({MemoryKind::host, MemoryKind::host}, {});
  ASSERT_TRUE(spaces);
  EXPECT_TRUE(spaces->choose(0));
  EXPECT_EQ(spaces->driver(), nullptr);
  EXPECT_EQ(&spaces->space(false), &host::host_space());
  EXPECT_EQ(&spaces->space(true), &host::host_space());
}

TEST(Spaces, kinds_follow_from_driver_and_place) {
  for (const MemoryKindFacts& facts : memory_kinds) {
    EXPECT_EQ(kind_at(facts.driver, facts.place), facts.kind) << facts.name;
    EXPECT_EQ(&facts_of(facts.kind), &facts);
  }
}

TEST(Spaces, the_local_rank_is_the_launchers) {
  for (const char* variable : {"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "PMI_LOCAL_RANK",
                               "SLURM_LOCALID", "PALS_LOCAL_RANKID"})
    unsetenv(variable);
  EXPECT_EQ(local_rank_told(), std::nullopt);
  setenv("SLURM_LOCALID", "3", 1);
  EXPECT_EQ(local_rank_told(), 3);
  setenv("MPI_LOCALRANKID", "x", 1);
  EXPECT_EQ(local_rank_told(), 3) << "what is no number is no answer";
  setenv("MPI_LOCALRANKID", "1", 1);
  EXPECT_EQ(local_rank_told(), 1);
  unsetenv("MPI_LOCALRANKID");
  unsetenv("SLURM_LOCALID");
}

}  // namespace
}  // namespace sonde::device
