// How much is computed beside transfers, and what is said of how fast that was.
#include "case_setup/burning.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace {
double now = 0, between = 0.02;
int calibrations = 0;
}  // namespace

extern "C" {
/// Between two readings there are 20 ms, or what a test says, whatever was computed.
double MPI_Wtime() {
  return now += between;
}
/// Another rank is four times as slow or as fast, and its trials differ by a half.
int MPI_Allreduce(const void*, void* all, int n, MPI_Datatype type, MPI_Op op, MPI_Comm) {
  if (n == 1) return MPI_SUCCESS;  // no other rank has become slower
  ++calibrations;
  EXPECT_TRUE(n == 3 && type == MPI_DOUBLE && op == MPI_MAX);
  auto* values = static_cast<double*>(all);
  values[0] = std::max(values[0], values[0] / 4);
  values[1] = std::max(values[1], values[1] * 4);
  values[2] = std::max(values[2], 0.5);
  return MPI_SUCCESS;
}
}

namespace sonde::case_setup {
namespace {

using testing::HasSubstr;

TEST(BurningRates, are_those_of_the_slowest_and_the_fastest_rank) {
  const Team team;
  Burners burners;
  const Burning& found = burners.of(team);
  ASSERT_GT(found.rate.mflops(), 0);
  EXPECT_DOUBLE_EQ(found.slowest_mflops, found.rate.mflops() / 4);
  EXPECT_DOUBLE_EQ(found.fastest_mflops, found.rate.mflops() * 4);
  EXPECT_DOUBLE_EQ(found.largest_spread, 0.5);
}

TEST(BurningRates, are_found_once_for_each_team) {
  const Team one, other;
  Burners burners;
  calibrations = 0;
  EXPECT_EQ(&burners.of(one), &burners.of(one));
  EXPECT_EQ(calibrations, 1);
  EXPECT_NE(&burners.of(one), &burners.of(other));
  EXPECT_EQ(calibrations, 2);
}

TEST(BurningRates, are_found_anew_before_a_table_where_the_machine_has_changed) {
  const Team team;
  Burners burners;
  calibrations = 0;
  const double fast = burners.before_table(team).rate.mflops();
  EXPECT_EQ(burners.before_table(team).rate.mflops(), fast);
  between = 0.0215;  // by 7.5 %
  EXPECT_EQ(burners.before_table(team).rate.mflops(), fast);
  EXPECT_EQ(calibrations, 1);
  between = 0.04;
  EXPECT_LT(burners.before_table(team).rate.mflops(), 0.7 * fast);
  EXPECT_EQ(calibrations, 2);
  between = 0.02;
  EXPECT_GT(burners.before_table(team).rate.mflops(), 0.9 * fast);
  EXPECT_EQ(calibrations, 3);
}

TEST(BurningUnits, last_as_long_as_was_asked_for) {
  Settings settings;
  settings.cpu_seconds = 3e-3;
  settings.progress_calls = 7;
  Burning burning;
  burning.rate.unit_seconds = 1e-6;
  const auto asked = computation(settings, burning);
  EXPECT_EQ(asked.units, 3000);
  EXPECT_EQ(asked.unit_seconds, 1e-6);
  EXPECT_EQ(asked.tests, 7);
  EXPECT_EQ(asked.burn, engine::burn);
  EXPECT_EQ(asked.as_transfer, settings.cpu_match);
}

TEST(BurningText, names_the_fastest_rank_only_where_it_is_another) {
  const Burning alike{.rate = {}, .slowest_mflops = 1234.5, .fastest_mflops = 1234.5, .largest_spread = 0.25};
  EXPECT_EQ(
      describe_burning(alike),
      "\n# Computation beside non-blocking transfers, undisturbed:\n#  1234.50 MFlops\n# (five trials differ "
      "by 25.0 %)\n");
  Burning two = alike;
  two.fastest_mflops = 2000;
  EXPECT_THAT(describe_burning(two),
              HasSubstr(" 1234.50 MFlops on the slowest rank, 2000.00 on the fastest\n"));
}

}  // namespace
}  // namespace sonde::case_setup
