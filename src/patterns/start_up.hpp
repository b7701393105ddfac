// The program's own start: from the launcher to main, MPI_Init, and the first messages between partners. It
// was timed before anything else could happen; these rows tell it, and how the program left MPI. They run by
// name.
#pragma once
#include <array>
#include <cstdlib>

#include "engine/case.hpp"
#include "engine/own_start.hpp"
#include "mpi/error.hpp"

namespace sonde::patterns::start_up {

/// When `sonde run` and `sonde campaign` started the launcher, in seconds since 1970.
inline constexpr const char* launch_variable = "SONDE_T0";

/// The launcher hands its environment on to the first rank at least.
inline double since_launch(const Case& c) {
  const char* text = c.rank == 0 ? std::getenv(launch_variable) : nullptr;
  double launched = text != nullptr ? std::strtod(text, nullptr) : 0;
  mpi::ok(MPI_Bcast(&launched, 1, MPI_DOUBLE, 0, c.comm), "MPI_Bcast");
  if (!(launched > 0))
    throw engine::NotMeasuredAtStart(
        "SONDE_T0 is not set: start by sonde run or sonde campaign, or set it to `date +%s.%N`");
  const double seconds = engine::own_start().main_began - launched;
  if (!(seconds >= 0))
    throw engine::NotMeasuredAtStart(
        "SONDE_T0 is later than the start of this process: the clocks of the hosts differ, or it is wrong");
  return seconds;
}

inline double in_init(const Case&) {
  return engine::own_start().init_seconds;
}

inline double told(const std::optional<double>& seconds) {
  if (!seconds)
    throw engine::NotMeasuredAtStart(
        "first messages and calls come right after MPI_Init: name the benchmark on the command line of all "
        "processes");
  return *seconds;
}
inline double first_message(const Case&) {
  return told(engine::own_start().first_message);
}
inline double second_message(const Case&) {
  return told(engine::own_start().second_message);
}
inline double first_alltoall(const Case&) {
  return told(engine::own_start().first_alltoall);
}
inline double second_alltoall(const Case&) {
  return told(engine::own_start().second_alltoall);
}

[[noreturn]] inline double in_finalize(const Case&) {
  throw engine::NotMeasuredAtStart("MPI_Finalize is timed when the run is over");
}

inline double memory_seconds(const Case&) {
  if (!engine::own_start().memory)
    throw engine::NotMeasuredAtStart(
        "memory is read from before MPI_Init on: name the benchmark on the command line of all processes");
  return engine::own_start().memory_seconds;
}

template <double (*seconds)(const Case&)>
void tell(const Case& c, const Loop& loop, LoopSample& sample) {
  sample.prepare(1);
  sample.batch_seconds[0] = seconds(c) * static_cast<double>(loop.batches.repetitions());
}

inline void tell_memory(const Case& c, const Loop& loop, LoopSample& sample) {
  tell<memory_seconds>(c, loop, sample);
  sample.memory = engine::own_start().memory;
}

constexpr Benchmark told_at_end(Benchmark row) {
  row.at_end = true;
  return row;
}

constexpr Benchmark start_row(std::string_view name, std::string_view summary, Measure measure,
                              int least = 1) {
  return {.name = name,
          .summary = summary,
          .suite = Suite::sonde,
          .optional = true,
          .once = true,
          .message = no_message,
          .axis = Axis::world,
          .needs = {.processes = {.least = least}, .library = Feature::unsimulated},
          .modes = {{{"", Counting::per_sample, measure, Batching::whole}}}};
}

inline constexpr std::array<Benchmark, 8> start_rows{{
    start_row("Launch",
              "from the start of the launcher (SONDE_T0, set by sonde run) to the first line of main",
              tell<since_launch>),
    start_row("Init", "MPI_Init_thread of this run", tell<in_init>),
    start_row(
        "First_message",
        "8 bytes to the rank 1, 2, 4, 8 ... after this one for the first time: the mean, right after MPI_Init",
        tell<first_message>, 2),
    start_row("Second_message", "the same messages once more", tell<second_message>, 2),
    start_row("First_alltoall",
              "MPI_Alltoall of 8 bytes for each rank for the first time, right after the first messages",
              tell<first_alltoall>, 2),
    start_row("Second_alltoall", "the same call once more", tell<second_alltoall>, 2),
    start_row(
        "Memory",
        "memory of each process before and after MPI_Init, a barrier, an all-to-all, 1, 2 and 4 communicators",
        tell_memory),
    told_at_end(start_row("Finalize",
                          "MPI_Finalize of this run on the first rank, right after a barrier; the last table",
                          tell<in_finalize>)),
}};

}  // namespace sonde::patterns::start_up
