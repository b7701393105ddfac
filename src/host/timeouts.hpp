// Timeouts that end a process which is stuck: in calls of the MPI library, beside ranks that have failed, in
// file transfers. They nest: the innermost one counts, and the one around it goes on when that ends.
#pragma once
#include <array>

namespace sonde::host {

inline constexpr double patience_seconds = 30;  ///< beyond what a phase may take

/// What is left of a timeout: its timer runs once or several times. A process that was stopped (SIGSTOP)
/// misses one of its runs, however long it stood still.
struct TimerRuns {
  const char* what = nullptr;  ///< the message when time is up; nullptr: there is no timeout
  const char* reason = "";     ///< behind it
  double each_seconds = 0;
  int left = 0;  ///< runs behind the one that runs
};

/// While it lives a timer runs, at the end of which the process says `what`, removes its files and leaves
/// with status 1.
class Timeout {
 public:
  Timeout(const Timeout&) = delete;
  Timeout& operator=(const Timeout&) = delete;
  ~Timeout();

 protected:
  Timeout() = default;
  void begin(const TimerRuns& runs);

 private:
  bool armed_ = false;
  TimerRuns around_;  ///< of the timeout that stands around this one
};

/// For a rank that failed while the others may still be at work: while it lives and `reason` is not null, a
/// timer runs for as long as the phase may take on the other ranks, and half a minute. `reason` must outlive
/// the guard.
class StuckGuard : public Timeout {
 public:
  StuckGuard(const char* reason, double phase_seconds);

 private:
  std::array<char, 160> text_{};
};

/// What a loop holds that may never end: transfers of files (libraries are known that hang in a write to a
/// full disk), or functions of a plug-in, which may do anything.
enum class Endless { nothing, files, plugin };

/// A timeout of `seconds` for a loop that holds something of the kind, while it lives.
class LoopWatch : public Timeout {
 public:
  LoopWatch(Endless holds, double seconds);
};

/// Makes call guards do something from here on, each with this patience: where all ranks are processes of
/// their own. The first rank has a third less, so that one message comes.
void guard_calls(double seconds, bool first_rank);

/// A timeout for calls of the MPI library outside the measured loops, which return soon where no rank is
/// missing and the library works. `doing`: which calls, for the message; `phase_seconds`: how much longer
/// than this rank others may be at work before they join. Nothing without `guard`: a rank that others do not
/// wait for may wait for one that writes to a terminal whose output is held.
class CallGuard : public Timeout {
 public:
  explicit CallGuard(const char* doing, double phase_seconds = 0, bool guard = true);

 private:
  std::array<char, 240> text_{};
};

}  // namespace sonde::host
