// Discrete-event simulation of multi-mode PingPong: two nodes, k processes on each, a full-duplex link. The
// referee of the closed forms and a source of test data. Deterministic: time is counted in whole ticks, no
// clock of the machine is read.
#pragma once
#include <cstdint>
#include <vector>

#include "base/result.hpp"
#include "model/arbiter.hpp"
#include "model/overlap_general.hpp"

namespace sonde::model {

enum class Coupling {
  free,    ///< a process replies as soon as its message has come
  locked,  ///< the processes of a node send together: half after half, in the same order (the paper's figure
           ///< 1)
};

struct PingPongSetup {
  int pairs = 2;                 ///< k
  int group = 2;                 ///< m, divides k
  std::int64_t bytes = 0;        ///< message length, at least 1
  std::int64_t repetitions = 1;  ///< n
  double rate = 0;               ///< B_r, bytes per second of each direction
  double latency = 0;            ///< T_l, seconds
  std::int64_t inner = 0;        ///< C1, bytes
  std::int64_t outer = 0;        ///< C2, bytes; 0: no second level
  Coupling coupling = Coupling::free;
  LatencyRule rule = LatencyRule::delay;
  Remainder remainder = Remainder::last;
  double jitter = 0;       ///< mean of an exponential pause before each reply, seconds; free processes only
  std::uint64_t seed = 1;  ///< of the pauses
  bool keep_trace = false;
};

/// One piece on the link. Direction 0 is from the first node to the second.
struct Service {
  int direction = 0, process = 0;
  std::int64_t half = 0;  ///< 0 to 2 n - 1; even halves go in direction 0
  std::int64_t bytes = 0;
  double start = 0, end = 0;  ///< seconds the piece occupies the link
};

struct Simulation {
  std::vector<double> finish;  ///< per pair, when its last message had come, seconds
  double total = 0;            ///< T_b: the largest of them
  double busy[2] = {0, 0};     ///< seconds each direction was sending
  /// Locked processes reply by the clock of the first one. The longest time by which a piece left before its
  /// process had its message: 0 where the schedule could happen, up to (2 C - x) / B_r for C < x < 2 C.
  double ahead_of_cause = 0;
  std::vector<Service> trace;  ///< in order of start, when asked for
};

/// Runs n ping-pongs of all pairs, starting together at time 0. A chunk is never interrupted; a reply that
/// gets ready at the very moment a chunk ends waits for the next one. An error says which value is out of
/// range, or that the run would need more than 5e7 pieces.
[[nodiscard]] Result<Simulation> simulate(const PingPongSetup& setup);

}  // namespace sonde::model
