// -budget: how long each case may measure so that every table is complete and the run ends in time.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "args/settings.hpp"
#include "plan/planned_case.hpp"

namespace sonde {

/// What a case, or several together, are known or thought to cost, in seconds.
struct CaseCost {
  double least = 0;     ///< of the one repetition that no case goes without
  double wanted = 0;    ///< of all the repetitions that -iter and -time ask for
  double overhead = 0;  ///< around the loop: buffers, files, the probe, output
};

/// Seconds of measured loop for the next case: at least its one repetition; else its part, by what cases
/// want, of the time that is left when overhead and the one repetition of every other case are put aside.
/// `left`: seconds to the end of the budget; `after`: all cases that follow.
[[nodiscard]] double allotted_seconds(double left, const CaseCost& now, const CaseCost& after);

/// What the next case may do.
struct CaseBudget {
  double loop_seconds = 0;                      ///< of its measured loop
  bool fits = true;                             ///< else there is no time for it, not even for one repetition
  double left_seconds = 0, needed_seconds = 0;  ///< why it does not fit
  const char* ended_by = nullptr;               ///< the signal that asked the run to end before it, or null
};

/// What finished cases tell about the cost of those to come: seconds by message length, for cases of one row
/// or of one kind.
class KnownCosts {
 public:
  /// What was measured at a length. An earlier value of the same length fades: half of it is kept where it
  /// was larger, so that the cost of a loaded moment does not last.
  void learn(std::int64_t bytes, double seconds);
  /// The same of several rows, of which the cheapest counts.
  void learn_least(std::int64_t bytes, double seconds);

  /// Seconds at a length. `guess`: what a case of so many bytes takes where nothing is known. From the next
  /// smaller length that is known the guess only adds the difference; without one it is the guess.
  template <class Guess>
  [[nodiscard]] double at(std::int64_t bytes, const Guess& guess) const {
    auto after = seconds_.upper_bound(bytes);
    if (after == seconds_.begin()) return guess(bytes);
    const auto& [length, known] = *--after;
    return length == bytes ? known : known + guess(bytes) - guess(length);
  }

 private:
  std::map<std::int64_t, double> seconds_;
};

/// Learns from finished cases what the remaining ones will cost, and plans anew for each: by row, and for a
/// row of which no case has been measured by the cheapest row of its kind. Pure: fed with the same numbers it
/// decides the same.
class Budget {
 public:
  Budget(const Settings& settings, const Plan& plan);

  /// Seconds the whole run is thought to take: each case as long as its repetitions and -time allow, with
  /// what is known so far. Before anything has run that is a guess by size: a few microseconds and 1 GB/s,
  /// for files 2 ms and 100 MB/s.
  [[nodiscard]] double estimate() const;
  /// The same of a run of one repetition for each case: no budget that keeps all rows makes it shorter.
  [[nodiscard]] double least() const;

  /// Of the next case (an entry of the plan in order), given the time since the start. Where one repetition
  /// of each remaining case takes longer than what is left, the cheapest of them stay in the run. No loop is
  /// given more than half of what is left, or of the 10 % or 5 s by which a run may be late: it may take
  /// twice what its probe has promised.
  [[nodiscard]] CaseBudget allow(double elapsed) const;

  /// Seconds that are left when one repetition of each case after this one, and what is around it, are put
  /// aside; no end without a budget.
  [[nodiscard]] double spare(double elapsed) const;

  /// The next case is over: seconds per repetition of its slowest rank (0: not known), and seconds around its
  /// loop.
  void finished(double seconds_per_repetition, double overhead_seconds);
  /// The next case was not measured: there was no time for it, or an earlier launch has done so.
  void passed_over();

 private:
  enum Kind { reading, writing, reading_beside_computation, writing_beside_computation, kinds };
  [[nodiscard]] static Kind kind_of(const PlannedCase& item);
  /// What is known of rows, and of the cheapest of each kind.
  struct Costs {
    std::map<const Benchmark*, KnownCosts> of_row;
    std::array<KnownCosts, kinds> of_kind;

    void learn(const PlannedCase& item, double seconds);
    template <class Guess>
    [[nodiscard]] double at(const PlannedCase& item, const Guess& guess) const {
      const auto row = of_row.find(item.lane.benchmark);
      return (row != of_row.end() ? row->second : of_kind[kind_of(item)]).at(item.bytes, guess);
    }
  };
  [[nodiscard]] CaseCost cost(const PlannedCase& item) const;
  [[nodiscard]] double repetition_seconds(const PlannedCase& item, std::int64_t bytes) const;
  [[nodiscard]] double overhead_seconds(const PlannedCase& item, std::int64_t bytes) const;
  [[nodiscard]] CaseCost outlook(std::size_t from) const;
  [[nodiscard]] bool stays(double left) const;

  const Settings& settings_;
  std::vector<PlannedCase> cases_;
  std::size_t next_ = 0;
  Costs repetitions_, overheads_;
};

}  // namespace sonde
