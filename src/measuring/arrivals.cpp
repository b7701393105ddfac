#include "measuring/arrivals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "base/units.hpp"
#include "host/timeouts.hpp"
#include "measuring/loop_plan.hpp"
#include "measuring/rounds.hpp"
#include "plan/arrival_delays.hpp"
#include "stats/fixed_count_rule.hpp"
#include "stats/order.hpp"

namespace sonde::measuring {

namespace {

constexpr int reference_rounds = 21;
constexpr double kept_share = 0.1;      ///< of the largest delay: how far off a rank may come
constexpr double residual_share = 0.1;  ///< of the smallest delay: how well the clocks must be known
constexpr int enough_to_judge = 10;     ///< dropped rounds

using Problem = std::optional<case_setup::Failure>;

case_setup::Failure not_kept(std::string text) {
  return case_setup::Failure{record::Reason::skew_not_kept, std::move(text)};
}

/// Seconds from the first arrival to the last exit of each kept round, on all ranks of the group.
std::vector<double> totals(const Case& c, const Arrivals& mine) {
  const host::CallGuard guard("comparing arrivals");
  constexpr double never = std::numeric_limits<double>::lowest();
  const std::size_t rounds = mine.arrived.size();
  std::vector<double> ends(2 * rounds, never);
  for (std::size_t i = 0; i < rounds; ++i) {
    if (std::isnan(mine.arrived[i])) continue;
    ends[i] = -mine.arrived[i];
    ends[rounds + i] = mine.left[i];
  }
  mpi::ok(
      MPI_Allreduce(MPI_IN_PLACE, ends.data(), static_cast<int>(ends.size()), MPI_DOUBLE, MPI_MAX, c.comm),
      "MPI_Allreduce");
  std::vector<double> seconds;
  for (std::size_t i = 0; i < rounds; ++i) seconds.push_back(ends[rounds + i] + ends[i]);
  return seconds;
}

/// The largest and the smallest delay that there is.
std::pair<double, double> delays_of(const Arrival& arrival, std::span<const double> shares,
                                    double reference) {
  if (arrival.pattern == ArrivalPattern::none) return {0, 0};
  double least = 1;
  for (const double share : shares)
    if (share > 0) least = std::min(least, share);
  const double largest = arrival.seconds > 0 ? arrival.seconds : arrival.factor * reference;
  return {largest, least * largest};
}

/// A pattern in a case.
struct Pursued {
  const LateRanks& late;
  Coming coming{};
  Measured all{};
  std::unique_ptr<stats::StopRule> rule{};
  stats::StopDecision next{};

  [[nodiscard]] bool over() const { return next.stop || all.failure; }
};

/// A case from the call without delays to the last one with them.
class ArrivalCourse {
 public:
  ArrivalCourse(Rounds& rounds, const Settings& settings, const PlannedCase& planned, const Case& c,
                const LoopPlan& plan, const StartClock& start, std::int64_t first)
      : rounds_(rounds),
        settings_(settings),
        planned_(planned),
        case_(c),
        plan_(plan),
        start_(start),
        first_(first) {
    for (const LateRanks& late : planned.section->arrivals) patterns_.push_back({late});
  }

  std::vector<Measured> run() {
    auto problem = find_reference();
    if (!problem) {
      for (Pursued& one : patterns_) begin(one);
      problem = past_limit(plan_, seconds_of_a_turn() * static_cast<double>(plan_.batches.count));
    }
    if (problem) fail_all(*problem);
    for (std::uint64_t turn = 0; !std::ranges::all_of(patterns_, &Pursued::over); ++turn)
      for (const int place : order_of_turn(*settings_.arrival, static_cast<int>(patterns_.size()), turn))
        go_on(patterns_[static_cast<std::size_t>(place)]);
    std::vector<Measured> measured;
    for (Pursued& one : patterns_) measured.push_back(std::move(one.all));
    return measured;
  }

 private:
  Problem find_reference() {
    Measured without;
    while (std::ssize(without.batch_seconds) < reference_rounds &&
           without.dropped_batches < reference_rounds) {
      rounds_.arrive({0, 0, start_.tolerance_seconds}, without);
      ++turns_;
      if (without.failure) return without.failure;
    }
    if (without.batch_seconds.empty())
      return not_kept(fmt::format("the ranks did not start together in any of {} calls without delays",
                                  reference_rounds));
    reference_ = stats::median(totals(case_, without.arrivals));
    turn_seconds_ = rounds_.elapsed() / static_cast<double>(turns_);
    return std::nullopt;
  }

  /// What its delays are, and whether the clocks are known well enough for them.
  void begin(Pursued& one) {
    const auto [largest, least] = delays_of(one.late.arrival, one.late.shares, reference_);
    one.coming = {0, largest, largest > 0 ? kept_share * largest : start_.tolerance_seconds};
    one.all.arrivals.reference = reference_;
    one.all.arrivals.largest = largest;
    one.rule = rule_within_time(largest);
    one.next = one.rule->ask({});
    const double error = start_.error_seconds;
    if (largest > 0 && error > residual_share * least)
      one.all.failure = not_kept(fmt::format(
          "the smallest delay, {}, is less than ten times the error of the clocks, {}; give a larger one, such as {:.0f}us",
          human_seconds(least), human_seconds(error), std::ceil(20 * error * largest / least * 1e6)));
  }

  /// A repetition of each pattern.
  [[nodiscard]] double seconds_of_a_turn() const {
    double seconds = 0;
    for (const Pursued& one : patterns_)
      if (!one.all.failure) seconds += turn_seconds_ + one.coming.largest;
    return seconds;
  }

  /// The rank whose delay this rank has: the roles go round with the root.
  [[nodiscard]] double share(const LateRanks& late) const {
    const auto size = static_cast<std::int64_t>(late.shares.size());
    std::int64_t place = case_.rank;
    if (late.arrival.pattern == ArrivalPattern::root && case_.steps.roots.stride > 0)
      place = (place + size - (first_ + turns_) % size) % size;
    return late.shares[static_cast<std::size_t>(place)];
  }

  void go_on(Pursued& one) {
    if (one.over()) return;
    come(one);
    if (one.all.failure && one.all.failure->reason != record::Reason::skew_not_kept)
      return fail_all(*one.all.failure);
    if (!one.all.failure && std::ssize(one.all.batch_seconds) >= one.next.batches)
      one.next = rounds_.decide(*one.rule, one.all);
  }

  void come(Pursued& one) {
    Measured& all = one.all;
    one.coming.delay = share(one.late) * one.coming.largest;
    rounds_.arrive(one.coming, all);
    ++turns_;
    const auto kept = std::ssize(all.batch_seconds);
    if (all.failure || all.dropped_batches < enough_to_judge || all.dropped_batches <= kept) return;
    const auto& [delay, largest, tolerance] = one.coming;
    const auto late = largest > 0
                          ? fmt::format("10 % of the largest delay, {}, too late; give a larger one, or",
                                        human_seconds(largest))
                          : fmt::format("{} too late; give", human_seconds(tolerance));
    all.failure =
        not_kept(fmt::format("in {} of {} repetitions a process came more than {} a core to each process",
                             all.dropped_batches, all.dropped_batches + kept, late));
  }

  void fail_all(const case_setup::Failure& failure) {
    for (Pursued& one : patterns_) one.all.failure = failure;
  }

  /// What -time allows by the rounds so far, in which each pattern has its share.
  [[nodiscard]] std::unique_ptr<stats::StopRule> rule_within_time(double largest) const {
    if (settings_.precision) return rule_of(settings_, planned_.mode(), plan_);
    const double all_patterns = static_cast<double>(patterns_.size()) * (turn_seconds_ + largest);
    const double affordable = plan_.loop_seconds / std::max(all_patterns, 1e-9);
    const auto count =
        static_cast<int>(std::clamp(affordable, 1.0, static_cast<double>(plan_.batches.count)));
    return std::make_unique<stats::FixedCountRule>(
        count, count < plan_.batches.count ? stats::StopReason::time_limit : plan_.reason);
  }

  Rounds& rounds_;
  const Settings& settings_;
  const PlannedCase& planned_;
  const Case& case_;
  const LoopPlan& plan_;
  const StartClock& start_;
  std::vector<Pursued> patterns_;
  std::int64_t first_ = 0;  ///< repetition of the first round
  std::int64_t turns_ = 0;  ///< rounds so far
  double reference_ = 0, turn_seconds_ = 0;
};

}  // namespace

std::vector<Measured> measure_arrivals(const Settings& settings, const PlannedCase& planned, const Case& c,
                                       Loop loop, const LoopPlan& plan, const StartClock& start,
                                       library::VariableWatch* variables) {
  const std::int64_t first = loop.first;
  Rounds rounds(settings, planned, c, std::move(loop), plan, start, variables);
  return ArrivalCourse(rounds, settings, planned, c, plan, start, first).run();
}

}  // namespace sonde::measuring
