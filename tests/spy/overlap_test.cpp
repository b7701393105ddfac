// What the three loops beside computation find on a library and a processor whose times are known: the clock
// moves only while the processor computes or MPI_Wait waits, so that the times are exact.
#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

#include "engine/overlap_loops.hpp"
#include "patterns/catalog.hpp"
#include "spy/calls.hpp"

namespace {

constexpr double transfer_seconds = 10, unit_seconds = 0.5;

/// How the one collective under way gets on.
struct Library {
  double alone = 1;      ///< the part of it that a thread of the library does
  double in_a_test = 0;  ///< seconds of it that one MPI_Test does
  double test_seconds = 0;
} library;

double now = 0, alone_until = 0, left_for_calls = 0;

double slowness = 1;  ///< of the processor

double burn(std::int64_t units) {
  now += static_cast<double>(units) * unit_seconds * slowness;
  return 0;
}

/// The overlap in per cent over the shorter time (guide 4.2.5) of a row with its computation.
double overlap(const Library& how, const sonde::engine::Computation& computation) {
  library = how;
  const auto rows = sonde::patterns::nbc_catalog();
  const auto row = std::ranges::find(rows, "Ibarrier", &sonde::Benchmark::name);
  auto c = spy::make_case(0, 1, 7);
  c.comm = c.active = MPI_COMM_SELF;
  c.loop.computation = computation;
  sonde::LoopSample sample;
  row->modes[0].measure(c, c.loop, sample);
  EXPECT_DOUBLE_EQ(sample.pure, 7 * transfer_seconds);
  EXPECT_DOUBLE_EQ(sample.cpu_spread, 0);
  return 100 * (sample.pure + sample.cpu - sample.overlapped) / std::min(sample.pure, sample.cpu);
}

const sonde::engine::Computation as_long{.burn = burn, .units = 20, .unit_seconds = unit_seconds};

TEST(Overlap, IsThePartThatALibraryDoesByItself) {
  EXPECT_DOUBLE_EQ(overlap({.alone = 0}, as_long), 0);
  EXPECT_DOUBLE_EQ(overlap({.alone = 0.25}, as_long), 25);
  EXPECT_DOUBLE_EQ(overlap({.alone = 0.5}, as_long), 50);
  EXPECT_DOUBLE_EQ(overlap({.alone = 1}, as_long), 100);
}

TEST(Overlap, IsOverTheShorterTime) {
  auto shorter = as_long, longer = as_long;
  shorter.units = 5;
  longer.units = 60;
  EXPECT_DOUBLE_EQ(overlap({.alone = 1}, shorter), 100);
  EXPECT_DOUBLE_EQ(overlap({.alone = 0.1}, shorter), 40);
  EXPECT_DOUBLE_EQ(overlap({.alone = 0.5}, longer), 50);
}

TEST(Overlap, ComputationAsLongAsTheTransferIsFoundByTheFirstLoop) {
  auto matched = as_long;
  matched.units = 1;
  matched.as_transfer = true;
  EXPECT_DOUBLE_EQ(overlap({.alone = 0.5}, matched), 50);
}

TEST(ComputationAlone, IsTheMedianOfItsTrialsOnAProcessorThatChanges) {
  auto c = spy::make_case(0, 1, 2);
  c.loop.computation = as_long;
  sonde::engine::ComputationAlone alone(c, c.loop, 4);
  for (const double factor : {1.0, 3.0, 1.5}) {
    slowness = factor;
    alone.run();
    if (factor == 3.0) {
      EXPECT_DOUBLE_EQ(alone.median(), 4);  // between 2 s and 6 s
      EXPECT_DOUBLE_EQ(alone.spread(), 1);
    }
  }
  EXPECT_DOUBLE_EQ(alone.median(), 3);
  EXPECT_DOUBLE_EQ(alone.spread(), 4.0 / 3);
  slowness = 1;
}

TEST(Overlap, GrowsWithCallsOfMpiTest) {
  auto tested = as_long;
  EXPECT_DOUBLE_EQ(overlap({.alone = 0, .in_a_test = 2}, tested), 0);
  tested.tests = 2;
  EXPECT_DOUBLE_EQ(overlap({.alone = 0, .in_a_test = 2}, tested), 40);
  tested.tests = 5;
  EXPECT_DOUBLE_EQ(overlap({.alone = 0, .in_a_test = 2}, tested), 100);
  EXPECT_DOUBLE_EQ(overlap({.alone = 0, .in_a_test = 2, .test_seconds = 0.25}, tested), 87.5);
}

}  // namespace

extern "C" {

double MPI_Wtime() {
  return now;
}

int MPI_Ibarrier(MPI_Comm, MPI_Request* request) {
  *request = spy::handle<MPI_Request>(64);
  alone_until = now + library.alone * transfer_seconds;
  left_for_calls = (1 - library.alone) * transfer_seconds;
  return MPI_SUCCESS;
}

int MPI_Test(MPI_Request*, int* done, MPI_Status*) {
  left_for_calls = std::max(0.0, left_for_calls - library.in_a_test);
  now += library.test_seconds;
  *done = 0;
  return MPI_SUCCESS;
}

int MPI_Wait(MPI_Request* request, MPI_Status*) {
  now = std::max(now, alone_until) + left_for_calls;
  *request = MPI_REQUEST_NULL;
  return MPI_SUCCESS;
}

int MPI_Allreduce(const void* in, void* out, int, MPI_Datatype, MPI_Op, MPI_Comm) {
  *static_cast<double*>(out) = *static_cast<const double*>(in);
  return MPI_SUCCESS;
}
}
