// How one loop over a case is run: everything that may differ from loop to loop (warm-up, probe, measured,
// checked) while the case stays what it is.
#pragma once
#include <barrier>
#include <concepts>
#include <cstdint>
#include <functional>

#include "catalog/role.hpp"

namespace sonde {

struct Case;
struct Loop;

namespace engine {

/// The loop of n repetitions cut by clock reads: `count` batches of `each`, the last one of `last`.
struct BatchShape {
  int count = 1;
  std::int64_t each = 1;
  std::int64_t last = 1;

  [[nodiscard]] std::int64_t repetitions() const { return each * (count - 1) + last; }
  [[nodiscard]] std::int64_t length(int batch) const { return batch + 1 == count ? last : each; }
};

enum class Clocking { whole_loop, each_call };  ///< each_call: -sync, a barrier between calls, -tails

/// How the ranks line up before a loop (guide 5.2.7, -start), or between calls, outside the clock: a
/// function, or a state that is called like one.
class LineUp {
 public:
  using Function = void (*)(const Case&, const Loop&);

  LineUp() = default;
  template <std::convertible_to<Function> F>
  LineUp(F function)  // NOLINT(google-explicit-constructor): it is one
      : function_(function) {}
  /// `state` lives as long as what is made here is called.
  template <class State>
  static LineUp with(State& state) {
    LineUp made;
    made.state_ = &state;
    made.call_ = [](void* held, const Case& c, const Loop& loop) { (*static_cast<State*>(held))(c, loop); };
    return made;
  }

  void operator()(const Case& c, const Loop& loop) const {
    state_ != nullptr ? call_(state_, c, loop) : function_(c, loop);
  }
  bool operator==(const LineUp&) const = default;

 private:
  Function function_ = nullptr;
  void* state_ = nullptr;
  void (*call_)(void*, const Case&, const Loop&) = nullptr;
};

/// What runs beside non-blocking transfers: the CPU burner of guide 4.2.5.1.
struct Computation {
  double (*burn)(std::int64_t units) = nullptr;
  std::int64_t units = 0;    ///< of one repetition
  double unit_seconds = 0;   ///< what a unit takes undisturbed
  std::int64_t tests = 0;    ///< -progress: calls of MPI_Test meanwhile
  bool as_transfer = false;  ///< -cpu_secs match: as many units as the blocking transfer takes, not `units`
};

/// What runs of the loops of a file beside computation: the transfers alone, those beside it, or both.
enum class Part { all, alone, beside };

}  // namespace engine

struct Loop {
  engine::BatchShape batches;
  /// Repetitions of the case before this loop: rings, root and offsets go on from there.
  std::int64_t first = 0;
  bool rewinds = true;  ///< file pointers, before it; else they go on, too
  engine::Clocking clocking = engine::Clocking::whole_loop;
  Role role = Role::all;  ///< of this rank
  int barriers = 2;       ///< N_BARR
  engine::LineUp line_up;
  engine::LineUp between_calls;  ///< each_call: what follows every call
  bool keeps_calls = false;      ///< each_call: the time of every call is counted (-tails)
  engine::Computation computation;
  engine::Part part = engine::Part::all;
  std::function<void()> prepare;       ///< before the ranks line up; may be empty
  std::barrier<>* together = nullptr;  ///< of the threads of this rank, where it has several
  /// Hears, on the thread that has failed, why: others may still be at work, or wait for it. May be empty;
  /// the text lives until the loop is over.
  std::function<void(const char*)> at_failure;
  /// Between the transfers alone and those beside computation: closes and re-opens the file, or looks at what
  /// has arrived (-check); may be empty where there is no file.
  std::function<void()> between;
};

}  // namespace sonde
