// The loops of a case, round after round, and how what they leave behind becomes one measurement.
#pragma once
#include <memory>

#include "engine/line_up.hpp"
#include "measuring/measure.hpp"
#include "stats/stop_rule.hpp"

namespace sonde::measuring {

[[nodiscard]] std::unique_ptr<stats::StopRule> rule_of(const Settings& settings, const Mode& mode,
                                                       const LoopPlan& plan);

/// How a rank comes to a round of -arrival, in seconds.
struct Coming {
  double delay = 0;      ///< of this rank, after the common start
  double largest = 0;    ///< delay of any rank
  double tolerance = 0;  ///< by which a rank may come later than it should
};

/// Measures a case in loops, one for each round. What it is given lives longer. All members are collective
/// over the active ranks.
class Rounds {
 public:
  Rounds(const Settings& settings, const PlannedCase& planned, const Case& c, Loop loop, const LoopPlan& plan,
         const StartClock& start, library::VariableWatch* variables);
  Rounds(const Rounds&) = delete;
  Rounds& operator=(const Rounds&) = delete;
  ~Rounds() = default;

  /// As many as the rule wants, ranks lined up before each.
  [[nodiscard]] Measured run();
  /// A round of so many batches, as far as buffers reach.
  void run_round(int count, Measured& all);
  /// What is read around every loop from here on; may be nothing.
  void watch(library::VariableWatch* variables) { variables_ = variables; }
  /// A round of one repetition; dropped, and counted, where a rank came too late.
  void arrive(const Coming& coming, Measured& into);
  /// The decision of the slowest group: everybody goes on until every group may stop.
  [[nodiscard]] stats::StopDecision decide(const stats::StopRule& rule, Measured& all) const;
  /// The largest over the active ranks of the seconds since the first round could begin.
  [[nodiscard]] double elapsed() const;

 private:
  [[nodiscard]] std::vector<double> slowest_means(const Measured& all) const;
  void run_loops(Measured& all);
  bool drop_late(LoopSample& sample, engine::BatchShape& batches, bool may_repeat, Measured& all);
  double run_once(LoopSample& sample, Measured& all);
  void keep(const LoopSample& sample, const engine::BatchShape& batches, double late, Measured& all);

  const Settings& settings_;
  const Mode& mode_;
  const Case& case_;
  Loop loop_;
  engine::CommonStart common_start_;
  const LoopPlan& plan_;
  const StartClock& start_;
  library::VariableWatch* variables_;
  double largest_delay_ = 0;
  double began_ = 0;       ///< reading of the clock before the first round
  int loops_ = 0;          ///< whose samples are kept
  int late_in_a_row_ = 0;  ///< rounds
};

}  // namespace sonde::measuring
