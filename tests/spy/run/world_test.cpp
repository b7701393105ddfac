// Ranks that wait for the others without taking the core from them.
#include "mpi/world.hpp"

#include <gtest/gtest.h>

namespace {

int barriers = 0, looks = 0, looks_needed = 0;

}  // namespace

extern "C" {

int MPI_Ibarrier(MPI_Comm, MPI_Request*) {
  ++barriers;
  return MPI_SUCCESS;
}

int MPI_Test(MPI_Request*, int* done, MPI_Status*) {
  *done = ++looks >= looks_needed ? 1 : 0;
  return MPI_SUCCESS;
}
}

namespace sonde::mpi {
namespace {

TEST(WaitForEverybody, enters_one_barrier_and_looks_until_it_is_over) {
  for (const int needed : {1, 7}) {
    barriers = looks = 0;
    looks_needed = needed;
    wait_for_everybody({});
    EXPECT_EQ(barriers, 1);
    EXPECT_EQ(looks, needed);
  }
}

}  // namespace
}  // namespace sonde::mpi
