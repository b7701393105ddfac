// How one loop over a case is run: everything that may differ from loop to loop (warm-up, probe, measured,
// checked) while the case stays what it is.
#pragma once
#include <cstdint>
#include <functional>

#include "catalog/role.hpp"
#include "engine/shared_clock.hpp"

namespace sonde {

struct Case;
struct Loop;

namespace engine {

struct ThreadTeam;

/// The loop of n repetitions cut by clock reads: `count` batches of `each`, the last one of `last`.
struct BatchShape {
  int count = 1;
  std::int64_t each = 1;
  std::int64_t last = 1;

  [[nodiscard]] std::int64_t repetitions() const { return each * (count - 1) + last; }
  [[nodiscard]] std::int64_t length(int batch) const { return batch + 1 == count ? last : each; }
};

enum class Clocking { whole_loop, each_call };  ///< each_call: -sync, a barrier between calls, -tails

/// How the ranks line up before a loop (guide 5.2.7, -start), or between calls: outside the clock.
using LineUp = void (*)(const Case&, const Loop&);

/// What runs beside non-blocking transfers: the CPU burner of guide 4.2.5.1.
struct Computation {
  double (*burn)(std::int64_t units) = nullptr;
  std::int64_t units = 0;    ///< of one repetition
  double unit_seconds = 0;   ///< what a unit takes undisturbed
  std::int64_t tests = 0;    ///< -progress: calls of MPI_Test meanwhile
  bool as_transfer = false;  ///< -cpu_secs match: as many units as the blocking transfer takes, not `units`
};

}  // namespace engine

struct Loop {
  engine::BatchShape batches;
  std::int64_t first =
      0;  ///< repetitions of the case before this loop: rings, root and offsets go on from there
  engine::Clocking clocking = engine::Clocking::whole_loop;
  Role role = Role::all;                   ///< of this rank
  int barriers = 2;                        ///< N_BARR
  engine::SharedClock shared_clock;        ///< -start clock
  double start_lead = engine::start_lead;  ///< -start clock: seconds from the announcement to the start
  double* start_late = nullptr;  ///< -start clock: raised to the seconds by which this rank started too late
  engine::LineUp line_up = nullptr;
  engine::LineUp between_calls = nullptr;  ///< each_call: what follows every call
  bool keeps_calls = false;                ///< each_call: the time of every call is counted (-tails)
  engine::Computation computation;
  std::function<void()> prepare;             ///< before the ranks line up; may be empty
  const engine::ThreadTeam* team = nullptr;  ///< where a rank has several threads
  /// Hears, on the thread that has failed, why: others may still be at work, or wait for it. May be empty; the text lives
  /// until the loop is over.
  std::function<void(const char*)> at_failure;
  /// Between the transfers alone and those beside computation: closes and re-opens the file, or looks at what has
  /// arrived (-check); may be empty where there is no file.
  std::function<void()> between;
};

}  // namespace sonde
