// How long the loops before the measured one are, and what they say of it, on a machine to order.
#include "measuring/warm_up.hpp"

#include <gmock/gmock.h>

#include <array>

#include "engine/line_up.hpp"
#include "spy/run/machine.hpp"

extern "C" {
int MPI_Error_string(int, char* text, int* length) {
  text[0] = '\0';
  *length = 0;
  return MPI_SUCCESS;
}
}

namespace sonde::measuring {
namespace {

using testing::Each;

/// What each loop computed beside its transfers, and how its ranks lined up.
std::vector<std::int64_t> computed, lengths;
std::vector<engine::LineUp> line_ups;

void measure_beside(const Case& c, const Loop& loop, LoopSample& sample) {
  EXPECT_FALSE(loop.computation.as_transfer && loop.computation.units == 1);
  computed.push_back(loop.computation.units);
  lengths.push_back(loop.batches.repetitions());
  line_ups.push_back(loop.line_up);
  machine::measure_whole(c, loop, sample);
  for (double& seconds : sample.batch_seconds)
    if (loop.computation.units > 1) seconds *= 3;
}

struct WarmingUp : testing::Test {
  WarmingUp() {
    machine::it = {};
    machine::it.cost = [](std::int64_t) { return 1e-4; };
    computed.clear();
    lengths.clear();
    line_ups.clear();
    planned.lane = {&row, 0, 0, 1};
    c.comm = c.active = MPI_COMM_WORLD;
    c.steps.roots = {1, 0, 0};
    settings.cpu_seconds = 0.5;
    loop.computation.units = 40;
    loop.computation.as_transfer = true;
  }

  WarmUpResult warmed(std::int64_t wanted = 1000) {
    planned.wanted = wanted;
    return warm_up(settings, planned, c, loop, {.loop_seconds = 10});
  }
  Benchmark& overlapped(Resource resource) {
    row.overlapped = true;
    row.needs.resource = resource;
    return row;
  }

  Benchmark row{.name = "Row",
                .summary = "one call",
                .modes = {{Mode{"", Counting::per_sample, measure_beside, Batching::whole}}}};
  Settings settings;
  PlannedCase planned;
  Case c;
  Loop loop;
};

TEST_F(WarmingUp, computes_nothing_to_speak_of) {
  const auto warm = warmed();
  EXPECT_FALSE(computed.empty());
  EXPECT_THAT(computed, Each(1));
  EXPECT_NEAR(warm.seconds_per_repetition, 1e-4, 1e-6);
  EXPECT_LE(warm.repetitions, 100);
}

TEST_F(WarmingUp, ends_where_the_clock_goes_back) {
  machine::it.cost = [](std::int64_t) {
    if (lengths.size() > 20) throw mpi::MpiError(MPI_ERR_OTHER, "MPI_Wtime");
    return -1e-4;
  };
  const auto warm = warmed();
  EXPECT_FALSE(warm.failure);
  EXPECT_EQ(warm.seconds_per_repetition, 0);
}

TEST_F(WarmingUp, lines_up_with_the_barrier_that_was_asked_for) {
  warmed();
  EXPECT_THAT(line_ups, Each(&engine::barrier));
  line_ups.clear();
  settings.imb_barrier = true;
  warmed();
  EXPECT_FALSE(line_ups.empty());
  EXPECT_THAT(line_ups, Each(&engine::dissemination_barrier));
}

TEST_F(WarmingUp, of_messages_beside_computation_ends_with_some_ten_milliseconds_of_both) {
  overlapped(Resource::none);
  const auto warm = warmed();
  ASSERT_GT(computed.size(), 1U);
  EXPECT_EQ(computed.back(), 40);
  computed.pop_back();
  EXPECT_THAT(computed, Each(1));
  EXPECT_EQ(lengths.back(), 67);  // 10 ms / (1.5 * 0.1 ms)
  EXPECT_NEAR(warm.seconds_per_repetition, 3e-4, 3e-6);
}

TEST_F(WarmingUp, lets_no_single_interruption_beside_computation_cut_the_count) {
  overlapped(Resource::none);
  bool interrupted = false;
  machine::it.cost = [&](std::int64_t) {
    const bool now = !interrupted && computed.back() == 40;
    interrupted |= now;
    return now ? 1.0 : 1e-4;
  };
  EXPECT_NEAR(warmed().seconds_per_repetition, 3e-4, 3e-6);
  EXPECT_TRUE(interrupted);
}

TEST_F(WarmingUp, beside_computation_runs_no_more_than_a_tenth_of_the_loop_and_at_least_once) {
  overlapped(Resource::none);
  warmed(300);
  EXPECT_EQ(lengths.back(), 30);
  machine::it.cost = [](std::int64_t) { return 1.0; };
  warmed(300);
  EXPECT_EQ(lengths.back(), 1);
}

TEST_F(WarmingUp, beside_a_computation_of_given_length_runs_as_often_as_that_fits) {
  overlapped(Resource::none);
  loop.computation.as_transfer = false;
  warmed();
  EXPECT_EQ(lengths.back(), 1) << "half a second each";
  settings.cpu_seconds = 9e-4;
  warmed();
  EXPECT_EQ(lengths.back(), 10);
}

TEST_F(WarmingUp, of_files_is_not_run_beside_computation_whose_time_is_added) {
  overlapped(Resource::file);
  c.file_name = "file";
  EXPECT_NEAR(warmed().seconds_per_repetition, 1.5e-4, 2e-6);
  loop.computation.as_transfer = false;
  EXPECT_NEAR(warmed().seconds_per_repetition, 0.5 + 1e-4, 2e-6);
  EXPECT_THAT(computed, Each(1));
}

TEST_F(WarmingUp, tells_that_a_loop_has_failed) {
  row.modes = {{Mode{"", Counting::per_sample, [](const Case&, const Loop&, LoopSample&) {
                       throw mpi::MpiError(MPI_ERR_OTHER, "MPI_Send");
                     }}}};
  const auto warm = warmed();
  ASSERT_TRUE(warm.failure);
  EXPECT_EQ(warm.failure->reason, record::Reason::mpi_error);
}

}  // namespace
}  // namespace sonde::measuring
