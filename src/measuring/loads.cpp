#include "measuring/loads.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include "catalog/draws.hpp"
#include "host/timeouts.hpp"
#include "measuring/arrivals.hpp"
#include "measuring/loop_plan.hpp"
#include "measuring/rounds.hpp"
#include "mpi/error.hpp"
#include "stats/impact.hpp"

namespace sonde::measuring {

namespace {

constexpr int most_pairs = 64;

/// A case from its first phase to its last.
class LoadCourse {
 public:
  LoadCourse(Rounds& rounds, const Settings& settings, const PlannedCase& planned, const Case& c,
             const LoopPlan& plan, library::VariableWatch* variables, Congestors& congestors)
      : rounds_(rounds),
        settings_(settings),
        planned_(planned),
        case_(c),
        plan_(plan),
        variables_(variables),
        congestors_(congestors) {}

  Measured run() {
    const auto rule = rule_of(settings_, planned_.mode(), plan_);
    auto next = rule->ask({});
    if (probe(); !all_.failure && late()) probe();  // one that was interrupted must not decide
    if (!all_.failure) all_.failure = late();
    if (all_.failure) return std::move(all_);
    while (pairs() < stats::least_pairs || (!next.stop && pairs() < most_pairs)) {
      const int pairs_to_come = std::max(1, stats::least_pairs - pairs());
      const int left = next.batches - static_cast<int>(all_.batch_seconds.size());
      pair_of_phases(affordable(std::max(1, left / pairs_to_come), pairs_to_come));
      if (all_.failure) break;
      next = rounds_.decide(*rule, all_);
      if (next.stop || rounds_.elapsed() < plan_.loop_seconds) continue;
      next.stop = true;
      all_.stop_reason = stats::StopReason::time_limit;
    }
    all_.load.seconds_of_calls = loaded_.seconds;
    return std::move(all_);
  }

 private:
  [[nodiscard]] int pairs() const { return static_cast<int>(all_.load.isolated.size()); }

  void pair_of_phases(int batches) {
    const Draws draws(settings_.seed, static_cast<std::uint64_t>(planned_.bytes));
    const bool load_first = draws.number(static_cast<std::uint64_t>(pairs()), 2) == 1;
    batches_ += batches;
    if (load_first) loaded(batches);
    if (!all_.failure) isolated(batches);
    if (!all_.failure && !load_first) loaded(batches);
  }

  void isolated(int batches) {
    all_.calls = {};
    rounds_.run_round(batches, all_);
    all_.load.isolated.push_back(std::exchange(all_.calls, {}));
  }

  void loaded(int batches) {
    const bool first = mpi::rank_in(case_.active) == 0;
    {
      const host::CallGuard guard("waiting for the load");
      if (first) congestors_.begin();
      mpi::ok(MPI_Barrier(case_.active), "MPI_Barrier");
    }
    rounds_.watch(nullptr);
    rounds_.run_round(batches, loaded_);
    rounds_.watch(variables_);
    const host::CallGuard guard("ending the load");
    mpi::ok(MPI_Barrier(case_.active), "MPI_Barrier");
    const auto [bytes, seconds] = first ? congestors_.end() : Moved{};
    std::array<double, 2> moved{bytes, seconds};
    mpi::ok(MPI_Bcast(moved.data(), 2, MPI_DOUBLE, 0, case_.active), "MPI_Bcast");
    all_.load.loaded.push_back(std::exchange(loaded_.calls, {}));
    all_.load.bytes.push_back(moved[0]);
    all_.load.seconds.push_back(moved[1]);
    all_.failure = loaded_.failure;
    if (!all_.failure && !(moved[0] > 0))
      all_.failure =
          case_setup::Failure{record::Reason::no_load, "the processes that make the load moved nothing"};
  }

  /// A batch under the load that does not count: what comes first under it is not what follows, and tells
  /// what phases take.
  void probe() {
    const double before = rounds_.elapsed();
    loaded(1);
    batch_seconds_ = rounds_.elapsed() - before;
    double seconds = loaded_.seconds;
    mpi::ok(MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, case_.active), "MPI_Allreduce");
    loaded_batch_ = std::min(loaded_batch_, seconds);
    all_.load = {};
    loaded_ = {};
  }

  /// Why all phases together are not begun, if they are not.
  [[nodiscard]] std::optional<case_setup::Failure> late() const {
    const double loaded = loaded_batch_ / static_cast<double>(plan_.batches.length);
    const auto repetitions = std::max<std::int64_t>(plan_.repetitions, stats::least_pairs);
    return past_limit(plan_, static_cast<double>(repetitions) * (plan_.seconds_per_repetition + loaded));
  }

  /// Batches of a phase for which -time leaves room, of so many that are to come.
  [[nodiscard]] int affordable(int wanted, int pairs_to_come) {
    const double used = rounds_.elapsed();
    if (batches_ > 0) batch_seconds_ = used / batches_;
    const double left = (plan_.loop_seconds - used) / pairs_to_come / std::max(batch_seconds_, 1e-9);
    return static_cast<int>(std::clamp(left, 1.0, static_cast<double>(wanted)));
  }

  Rounds& rounds_;
  const Settings& settings_;
  const PlannedCase& planned_;
  const Case& case_;
  const LoopPlan& plan_;
  library::VariableWatch* variables_;
  Congestors& congestors_;
  Measured all_;                                                   ///< without the load
  Measured loaded_;                                                ///< with it
  int batches_ = 0;                                                ///< of each kind of phase
  double batch_seconds_ = 0;                                       ///< of one of each kind
  double loaded_batch_ = std::numeric_limits<double>::infinity();  ///< seconds, the least
};

}  // namespace

std::vector<Measured> measure_as_asked(const Settings& settings, const PlannedCase& planned, const Case& c,
                                       const Loop& loop, const LoopPlan& plan, const StartClock& start,
                                       library::VariableWatch* variables, Congestors& congestors) {
  if (settings.arrival) return measure_arrivals(settings, planned, c, loop, plan, start, variables);
  if (!settings.load) return {measure_case(settings, planned, c, loop, plan, start, variables)};
  Rounds rounds(settings, planned, c, loop, plan, start, variables);
  return {LoadCourse(rounds, settings, planned, c, plan, variables, congestors).run()};
}

}  // namespace sonde::measuring
