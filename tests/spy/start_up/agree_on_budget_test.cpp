// What the first rank knows of the time that is left, and what all are told.
#include "start_up/agree_on_budget.hpp"

#include <gmock/gmock.h>
#include <mpi.h>

#include <chrono>
#include <cstdlib>
#include <string>

namespace {
double told = -1;  // what the first rank tells, where this one is another
int broadcasts = 0;
}  // namespace

extern "C" int MPI_Bcast(void* data, int, MPI_Datatype, int, MPI_Comm) {
  ++broadcasts;
  if (told >= 0) *static_cast<double*>(data) = told;
  return MPI_SUCCESS;
}

namespace sonde::start_up {
namespace {

using ::testing::AllOf;
using ::testing::Gt;
using ::testing::HasSubstr;
using ::testing::Le;
using ::testing::Optional;

class Budget : public testing::Test {
 protected:
  Budget() {
    told = -1;
    broadcasts = 0;
    settings.budget_of_allocation = true;
    for (const char* name : {"SONDE_END_TIME", "SLURM_JOB_END_TIME"}) ::unsetenv(name);
  }
  ~Budget() override { ::unsetenv("SLURM_JOB_END_TIME"); }
  static void end_in(int seconds) {
    const auto now =
        std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch());
    ::setenv("SLURM_JOB_END_TIME", std::to_string(now.count() + seconds).c_str(), 1);
  }
  [[nodiscard]] Result<std::optional<double>> agreed(int rank) const {
    return agree_on_budget({.rank = rank, .size = 2}, settings);
  }
  Settings settings;
};

TEST_F(Budget, that_is_given_is_taken_and_not_told) {
  settings.budget_of_allocation = false;
  EXPECT_EQ(*agreed(0), std::nullopt);
  settings.budget_seconds = 12;
  EXPECT_THAT(*agreed(0), Optional(12));
  EXPECT_EQ(broadcasts, 0);
}

TEST_F(Budget, of_an_allocation_is_what_is_left_of_it) {
  end_in(3600);
  const auto seconds = agreed(0);
  ASSERT_TRUE(seconds) << seconds.error().message;
  EXPECT_THAT(*seconds, Optional(AllOf(Gt(1800), Le(3600))));
  EXPECT_EQ(broadcasts, 1);
}

TEST_F(Budget, is_that_of_the_first_rank) {
  end_in(3600);
  told = 77;
  EXPECT_THAT(*agreed(1), Optional(77));
}

TEST_F(Budget, without_an_allocation_is_an_error_that_the_first_rank_tells) {
  const auto mine = agreed(0);
  ASSERT_FALSE(mine);
  EXPECT_THAT(mine.error().message, HasSubstr("allocation"));
  told = 0;
  const auto other = agreed(1);
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().message, "");
}

}  // namespace
}  // namespace sonde::start_up
