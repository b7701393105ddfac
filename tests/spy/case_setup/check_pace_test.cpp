// How many repetitions -check looks at, by an invented clock.
#include "case_setup/check_pace.hpp"

#include <gmock/gmock.h>

#include <cstring>

namespace {
double now = 0;
}

extern "C" {
double MPI_Wtime() {
  return now;
}
/// This rank is the slowest.
int MPI_Allreduce(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm) {
  return MPI_SUCCESS;
}
}

namespace sonde::case_setup {
namespace {

using testing::ElementsAre;

/// The rounds of a check each of whose repetitions takes `each` seconds.
std::vector<std::int64_t> rounds(const Settings& settings, std::int64_t repetitions, double seconds,
                                 double each, std::int64_t least = 1) {
  now = 100;
  const Case c;
  const Loop loop;
  CheckPace pace(settings, {c, loop, repetitions, seconds}, least);
  std::vector<std::int64_t> out;
  while (const auto next = pace.next()) {
    out.push_back(next);
    now += each * static_cast<double>(next);
  }
  return out;
}

TEST(CheckPace, grows_to_the_repetitions_of_the_loop) {
  EXPECT_THAT(rounds({}, 10, 1, 1e-3), ElementsAre(1, 1, 2, 4, 2));
  EXPECT_THAT(rounds({}, 1, 1, 1e-3), ElementsAre(1));
}

TEST(CheckPace, takes_no_longer_than_the_loop_did) {
  EXPECT_THAT(rounds({}, 1000, 1, 0.1), ElementsAre(1, 1, 2, 4, 2));
  EXPECT_THAT(rounds({}, 1000, 1, 2), ElementsAre(1));
}

TEST(CheckPace, may_take_a_tenth_of_a_second_however_short_the_loop_was) {
  EXPECT_THAT(rounds({}, 40, 1e-4, 1e-3), ElementsAre(1, 1, 2, 4, 8, 16, 8));
  EXPECT_THAT(rounds({}, 1000, 1e-4, 0.0095), ElementsAre(1, 1, 2, 4, 2));
}

TEST(CheckPace, looks_at_the_least_whatever_the_time) {
  EXPECT_THAT(rounds({}, 1, 0, 1, 5), ElementsAre(5));
}

TEST(CheckPace, takes_a_number_as_it_was_given) {
  Settings settings;
  settings.check_repetitions = 3;
  EXPECT_THAT(rounds(settings, 1000, 1e-9, 10, 5), ElementsAre(3));
  settings.check_repetitions = 20;
  EXPECT_THAT(rounds(settings, 7, 1e-9, 10, 5), ElementsAre(5, 5, 10));
  settings.check_repetitions = all_repetitions;
  EXPECT_THAT(rounds(settings, 7, 1e-9, 10), ElementsAre(1, 1, 2, 3));
}

}  // namespace
}  // namespace sonde::case_setup
