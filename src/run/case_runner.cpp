#include "run/case_runner.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <span>
#include <thread>
#include <utility>

#include "case_setup/case_memory.hpp"
#include "case_setup/resource.hpp"
#include "case_setup/window_resource.hpp"
#include "engine/crew.hpp"
#include "engine/own_call.hpp"
#include "host/timeouts.hpp"
#include "measuring/loads.hpp"
#include "measuring/loop_plan.hpp"
#include "measuring/warm_up.hpp"
#include "mpi/simulated.hpp"
#include "plan/buffers.hpp"
#include "plan/lengths.hpp"
#include "plan/messages.hpp"
#include "plan/repetitions.hpp"
#include "record/rank_counters.hpp"
#include "run/case_records.hpp"
#include "run/gather.hpp"
#include "run/gather_rank_counters.hpp"
#include "run/memory_growth.hpp"
#include "survey/contention_survey.hpp"
#include "survey/link_survey.hpp"

namespace sonde::run {

namespace {

constexpr double shortest_pause = 0.1;  ///< -msg_pause: a tenth of the loop's seconds, but not less

using Problem = std::optional<case_setup::Failure>;

/// Seconds per repetition of the slowest rank. Collective over all active ranks.
double slowest_repetition(const Case& c, const measuring::Measured& loop) {
  double seconds = loop.seconds + loop.pure;
  const host::CallGuard guard("comparing times");
  mpi::ok(MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, c.active), "MPI_Allreduce");
  return seconds / static_cast<double>(std::max<std::int64_t>(1, loop.repetitions()));
}

/// The steps of one case in their order. A step that fails ends it; what is open then closes.
class CaseRun {
 public:
  CaseRun(Workbench& bench, const PlannedCase& planned, const case_setup::Team& team,
          const CaseLimits& limits)
      : bench_(bench),
        settings_(bench.settings),
        planned_(planned),
        benchmark_(planned.benchmark()),
        team_(team),
        limits_(limits) {
    result_.ceiling = limits.ceiling;
  }

  CaseResult run() {
    using Step = Problem (CaseRun::*)();
    constexpr std::array<Step, 9> steps{&CaseRun::refuse, &CaseRun::start_threads, &CaseRun::provide_memory,
                                        &CaseRun::open,   &CaseRun::warm_up,       &CaseRun::measure,
                                        &CaseRun::check,  &CaseRun::close,         &CaseRun::survey};
    for (const Step step : steps)
      if ((result_.failure = (this->*step)())) {
        publish_failure();
        return std::move(result_);
      }
    publish();
    return std::move(result_);
  }

 private:
  Problem refuse();
  Problem start_threads();
  Problem provide_memory();
  Problem open();
  Problem warm_up();
  Problem measure();
  Problem run_loop(const Loop& loop, const measuring::LoopPlan& plan);
  Problem nothing_measured();
  Problem check();
  Problem close();
  Problem survey();
  void publish();
  void publish(CaseFacts& facts);
  void publish_failure();
  void count_ranks(const record::WitnessClock& witness);
  void count_own();
  [[nodiscard]] std::span<double> own_values();
  [[nodiscard]] std::vector<library::VariableFacts> what_is_counted() const;
  [[nodiscard]] Loop after_warm_up();
  [[nodiscard]] CaseFacts facts_of_case();
  [[nodiscard]] bool second_of_pair() const;
  void pause(double seconds);
  [[nodiscard]] case_setup::ResourceFacts resource_facts() const {
    return {settings_, planned_, team_, bench_.memories.window, buffers_};
  }
  [[nodiscard]] const Case& prepared() { return prepared_->get(); }
  /// Of several the one with most repetitions.
  [[nodiscard]] const measuring::Measured& measured() const {
    return *std::ranges::max_element(loops_, {}, &measuring::Measured::repetitions);
  }

  Workbench& bench_;
  const Settings& settings_;
  const PlannedCase& planned_;
  const Benchmark& benchmark_;
  const case_setup::Team& team_;
  const CaseLimits& limits_;
  std::optional<engine::Crew> crew_;  ///< the further threads of this rank
  Buffers buffers_;
  std::optional<case_setup::PreparedCase> prepared_;
  std::optional<case_setup::OpenedResource> opened_;
  measuring::WarmUpResult warm_;
  Loop measured_loop_;
  std::vector<measuring::Measured> loops_;         ///< one for each pattern of -arrival, else one
  std::vector<record::RankCounters> witnesses_;    ///< what the kernel counted on the ranks meanwhile
  std::vector<library::VariableValue> variables_;  ///< of this rank: -pvars, and counters of a plug-in
  case_setup::CheckResult checked_;
  survey::LinkSurvey links_;
  survey::ContentionSurvey contention_;
  CaseResult result_;
};

/// Counters of a plug-in cannot be told apart by pattern.
// NOLINTNEXTLINE(readability-make-member-function-const): a step as all others are
Problem CaseRun::refuse() {
  if (planned_.section->arrivals.size() < 2 || engine::own_counters(benchmark_.plugin).empty())
    return std::nullopt;
  return case_setup::Failure{record::Reason::unsupported,
                             "it counts over all patterns of -arrival all; give one of them"};
}

/// Where the benchmark runs in several.
Problem CaseRun::start_threads() {
  const int threads = threads_of(settings_, benchmark_);
  if (threads == 1) return std::nullopt;
  const host::Span span(bench_.account, host::Phase::groups);
  return case_setup::agree(
      team_.active.get(), case_setup::attempt([&] { crew_.emplace(static_cast<std::size_t>(threads) - 1); }));
}

/// Whether this rank has the second kind of -memory.
bool CaseRun::second_of_pair() const {
  const int distance = facts_of(settings_.suite).threads ? settings_.stride : 0;
  const int partner = partner_of(team_.group_rank, team_.processes, distance);
  return partner >= 0 && partner < team_.group_rank;
}

Problem CaseRun::provide_memory() {
  const host::Span span(bench_.account, host::Phase::buffers);
  host::Space& space = bench_.spaces.space(second_of_pair());
  bench_.memories.move_to(space);
  if (crew_) crew_->run([&](std::size_t) { space.enter_thread(); });
  return case_setup::provide_memory(settings_, bench_.machine.caches, planned_, team_, bench_.world.rank,
                                    bench_.memories, buffers_, crew_ ? &*crew_ : nullptr);
}

Problem CaseRun::open() {
  prepared_.emplace(settings_, bench_.elements, planned_, team_, buffers_, bench_.memories);
  prepared_->get().crew = crew_ ? &*crew_ : nullptr;
  {
    const host::Span span(bench_.account, host::Phase::buffers);
    if (case_setup::writes_buffers(benchmark_)) bench_.memories.forget_contents();
    opened_.emplace(case_setup::open_resource(resource_facts(), prepared_->get(), prepared_->loop()));
  }
  if (opened_->failure) return opened_->failure;
  if (benchmark_.overlapped)
    prepared_->loop().computation = case_setup::computation(settings_, bench_.burners.of(team_));
  return std::nullopt;
}

Problem CaseRun::warm_up() {
  pause(settings_.pause_seconds);
  const host::Span span(bench_.account, host::Phase::warm_up);
  const ClockFacts& clock = bench_.machine.clock;
  warm_ = measuring::warm_up(settings_, planned_, prepared(), prepared_->loop(),
                             {.loop_seconds = limits_.loop_seconds,
                              .first_length = limits_.first_length,
                              .read_seconds = std::max(clock.cost_seconds, clock.resolution_seconds)});
  return warm_.failure;
}

/// The loop that follows the warm-up: its first slots are those that come after the warm-up's, which under
/// -off_cache are in the cache; its first root is the first rank. Repetitions that go on from one another
/// (swaps of one element) miss none. Files begin anew in every loop.
Loop CaseRun::after_warm_up() {
  Loop loop = prepared_->loop();
  if (benchmark_.needs.resource == Resource::file) return loop;
  const bool rotates = benchmark_.message.root == Root::rotates;
  loop.first = rotates ? round_up(warm_.repetitions, planned_.lane.ranks) : warm_.repetitions;
  return loop;
}

Problem CaseRun::measure() {
  const Case& c = prepared();
  const measuring::LoopPlan plan = measuring::plan_loop(settings_, planned_, c, bench_.machine.clock, warm_,
                                                        {limits_.loop_seconds, limits_.ceiling});
  const double needed = plan.seconds_per_repetition * static_cast<double>(plan.repetitions);
  if (auto late = measuring::past_limit(plan, needed)) return late;
  if (auto refused =
          case_setup::no_room_for_statuses(settings_, benchmark_, buffers_, plan.batches.repetitions()))
    return refused;
  measured_loop_ = after_warm_up();
  if (!in_host_memory(settings_))
    if (auto lost =
            case_setup::agree(c.active, case_setup::attempt([&] { bench_.memories.send.space().settle(); })))
      return lost;
  if (auto failed = run_loop(measured_loop_, plan)) return failed;
  if (plan.repetitions < planned_.wanted)
    result_.ceiling = ceiling_after(limits_.ceiling, {planned_.wanted, plan.repetitions, limits_.loop_seconds,
                                                      slowest_repetition(c, measured())});
  pause(settings_.msg_pause ? std::max(shortest_pause, measured().seconds / 10) : settings_.pause_seconds);
  return std::nullopt;
}

Problem CaseRun::run_loop(const Loop& loop, const measuring::LoopPlan& plan) {
  const Case& c = prepared();
  record::WitnessClock witness(settings_.json_path.empty() ? record::WitnessDetail::counters
                                                           : record::WitnessDetail::everything);
  library::VariableWatch variables = bench_.variables.watch(c.comm);
  std::ranges::fill(own_values(), 0.0);
  witness.start();
  {
    const host::Span span(bench_.account, host::Phase::loop);
    loops_ = measuring::measure_as_asked(settings_, planned_, c, loop, plan, bench_.clocks.start(),
                                         &variables, bench_.congestors);
    if (auto failed = nothing_measured()) return failed;
    if (auto failed = case_setup::agree(c.active, opened_->resource->inspect(measured().longest_loop)))
      return failed;
  }
  count_ranks(witness);
  variables_ = variables.values();
  count_own();
  double seconds = 0;
  std::int64_t repetitions = 0;
  for (const auto& one : loops_)
    seconds += one.seconds + one.pure + one.load.seconds_of_calls, repetitions += one.repetitions();
  bench_.clock.measured(seconds, repetitions);
  return std::nullopt;
}

/// Each row that is lost has a reason of its own.
Problem CaseRun::nothing_measured() {
  if (std::ranges::any_of(loops_, [](const auto& one) { return !one.failure; })) return std::nullopt;
  CaseFacts none;
  publish(none);
  return loops_.front().failure;
}

/// What is counted around the loop, in the order of `variables_`.
std::vector<library::VariableFacts> CaseRun::what_is_counted() const {
  auto counted = bench_.variables.variables();
  for (std::string& name : engine::own_counters(benchmark_.plugin))
    counted.push_back({.name = std::move(name)});
  return counted;
}

/// Counters of a plug-in, as they are after the loop.
void CaseRun::count_own() {
  for (const double value : own_values()) variables_.push_back({true, value});
}

/// Those of the plug-in's row, if the case is of one.
std::span<double> CaseRun::own_values() {
  const auto* own = prepared().own;
  if (own == nullptr) return {};
  return {own->facts->counters, engine::own_counters(benchmark_.plugin).size()};
}

void CaseRun::count_ranks(const record::WitnessClock& witness) {
  if constexpr (mpi::simulated) return;
  auto mine = witness.stop(bench_.world.rank);
  mine.alone_seconds = self_message_seconds();
  const host::CallGuard guard("gathering what the kernel counted");
  witnesses_ = gather_witnesses(team_, mine);
}

/// With -check.
Problem CaseRun::check() {
  if (!settings_.check) return std::nullopt;
  const host::Span span(bench_.account, host::Phase::check);
  checked_ = opened_->resource->check(
      resource_facts(),
      {prepared(), prepared_->loop(), measured().repetitions(), measured().seconds + measured().pure});
  bench_.memories.forget_contents();
  return checked_.failure;
}

Problem CaseRun::close() {
  case_setup::HeldResource& resource = *opened_->resource;
  const double seconds = resource.closing_seconds(measured().longest_loop);
  const host::CallGuard guard("closing a window or file", seconds);
  return case_setup::agree(prepared().active, resource.close(), seconds);
}

Problem CaseRun::survey() {
  if (benchmark_.klass == TransferClass::links)
    links_ = survey::survey_links(
        settings_, bench_.plan, planned_,
        {team_, prepared(), prepared_->loop(), measured(), bench_.machine.clock.resolution_seconds,
         [this] { return bench_.clock.spare_seconds(); }});
  if (links_.failure) return links_.failure;
  if (survey::tells_contention(settings_, planned_))
    contention_ = survey::survey_contention(bench_.plan, planned_, team_, prepared(), measured_loop_,
                                            measured(), bench_.clock.spare_seconds());
  return contention_.failure;
}

CaseFacts CaseRun::facts_of_case() {
  CaseFacts facts{.defect_text = checked_.text,
                  .checked_repetitions = checked_.repetitions,
                  .witnesses = std::move(witnesses_),
                  .cores_shared = bench_.machine.cores_shared,
                  .links = std::move(links_.survey),
                  .memory = gather_memory(team_.group.get(), measured().memory),
                  .contention = std::move(contention_.survey),
                  .variables = library::gather_variables(team_, what_is_counted(), variables_)};
  facts.dead_seconds = bench_.clock.dead_seconds();
  facts.one_node = bench_.congestors.share_node();
  if (const auto* clocks = bench_.clocks.get()) facts.clock_error_seconds = clocks->worst_error();
  const double resolution = bench_.machine.clock.resolution_seconds;
  if (resolution > 0) facts.timer_resolution = resolution;
  return facts;
}

void CaseRun::publish() {
  const host::Span span(bench_.account, host::Phase::results);
  const host::CallGuard guard("gathering results");
  CaseFacts facts = facts_of_case();
  publish(facts);
  if (links_.out_of_time)
    result_.remarks += "# !! -budget leaves no time to measure all that looks slow alone\n";
  if (contention_.out_of_time)
    result_.remarks += "# !! -budget leaves no time to measure the slowest pair of the row above alone\n";
}

/// The rows of each pattern: those that were not kept cost no other.
void CaseRun::publish(CaseFacts& facts) {
  const auto patterns = in_each_pattern(planned_);
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    const measuring::Measured& loop = loops_[i];
    std::vector<record::CaseRecord> rows;
    if (loop.failure) {
      rows = failed_records(settings_, bench_.plan, patterns[i], *loop.failure);
    } else {
      const auto groups =
          gather(team_, patterns[i], loop,
                 {warm_.repetitions, checked_.defects, bench_.clocks.get(), settings_.all_samples,
                  settings_.overlap_over, time_scale(settings_, benchmark_, planned_.lane.ranks),
                  settings_.stride, settings_.tails});
      if (!bench_.world.first()) continue;
      if (bench_.clocks.get() != nullptr) {
        facts.start_late_seconds = loop.start_late;
        facts.dropped_batches = loop.dropped_batches;
      }
      rows = measured_records(settings_, bench_.plan, patterns[i], groups, facts);
    }
    if (bench_.world.first()) std::ranges::move(rows, std::back_inserter(result_.records));
  }
}

/// Where the rows have no reasons of their own.
void CaseRun::publish_failure() {
  if (bench_.world.first() && result_.records.empty())
    result_.records = failed_records(settings_, bench_.plan, planned_, *result_.failure);
}

/// Lets the machine cool down.
void CaseRun::pause(double seconds) {
  if (!(seconds > 0)) return;
  const host::Span span(bench_.account, host::Phase::pause);
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

}  // namespace

void SectionClocks::relate(const Settings& settings, const case_setup::Team& team) {
  clocks_.reset();
  if (settings.start != Start::clock || !team.works()) return;
  clocks_.emplace(team.active.get());
  clocks_->measure();
  tolerance_ = 2 * clocks_->worst_error();
}

measuring::StartClock SectionClocks::start() {
  if (!clocks_) return {};
  return {[this] {
            const host::CallGuard guard("comparing clocks");
            clocks_->keep_within(tolerance_);
            return clocks_->shared();
          },
          std::max(1e-6, tolerance_), clocks_->worst_error()};
}

CaseResult run_case(Workbench& bench, const PlannedCase& planned, const case_setup::Team& team,
                    const CaseLimits& limits) {
  return CaseRun(bench, planned, team, limits).run();
}

}  // namespace sonde::run
