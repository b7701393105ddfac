// How the ranks line up before a loop and between single calls: all outside the clock.
#pragma once
#include "engine/case.hpp"
#include "engine/shared_clock.hpp"

namespace sonde::engine {

/// Before a loop: N_BARR times the library's barrier, or the own one (guide 5.2.7).
void barriers(const Case& c, const Loop& loop);
void dissemination_barriers(const Case& c, const Loop& loop);

/// A start at one moment on synchronised clocks (-start clock): the first rank names it, all wait for it. A
/// rank that hears of it too late, or loses its core while it waits, starts at once.
struct CommonStart {
  SharedClock clock;
  double lead =
      1e-3;  ///< seconds from the announcement to the start, so that the slowest rank hears of it in time
  double delay = 0;  ///< seconds after that moment at which this rank starts
  double late = 0;   ///< raised to the seconds by which this rank started too late

  void operator()(const Case& c, const Loop& loop);
};

/// The library's barrier over all active groups, once.
void barrier(const Case& c, const Loop& loop);
/// Own dissemination barrier over all active groups: ceil(log2 P) rounds of empty messages, the same under
/// every library.
void dissemination_barrier(const Case& c, const Loop& loop);
/// Line-up that does not synchronise.
void no_barrier(const Case& c, const Loop& loop);

}  // namespace sonde::engine
