#include "run/execute.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>
#include <thread>

#include "case_setup/burning.hpp"
#include "case_setup/case_memory.hpp"
#include "case_setup/file_resource.hpp"
#include "case_setup/prepared_case.hpp"
#include "case_setup/resource.hpp"
#include "case_setup/window_resource.hpp"
#include "engine/crew.hpp"
#include "host/timeouts.hpp"
#include "library/detect_library.hpp"
#include "measuring/clock_sync.hpp"
#include "measuring/loop_plan.hpp"
#include "measuring/warm_up.hpp"
#include "mpi/simulated.hpp"
#include "plan/budget.hpp"
#include "plan/buffers.hpp"
#include "plan/lengths.hpp"
#include "plan/messages.hpp"
#include "plan/repetitions.hpp"
#include "record/rank_counters.hpp"
#include "run/case_records.hpp"
#include "run/gather.hpp"
#include "run/memory_growth.hpp"
#include "run/rank_counters.hpp"
#include "run/run_clock.hpp"
#include "start_up/places.hpp"
#include "survey/contention_survey.hpp"
#include "survey/link_survey.hpp"

namespace sonde::run {

namespace {

constexpr std::int64_t no_ceiling = std::numeric_limits<std::int64_t>::max();
constexpr double shortest_pause = 0.1;  ///< -msg_pause: a tenth of the loop's seconds, but not less

/// A loop and what the kernel counted on the ranks meanwhile.
struct LoopResult {
  measuring::Measured loop;
  std::vector<record::RankCounters> witnesses;
  std::vector<library::VariableValue> variables;  ///< -pvars, of this rank
};

/// The loop that follows the warm-up: its first slots are those that come after the warm-up's, which under
/// -off_cache are in the cache; its first root is the first rank. Repetitions that go on from one another (swaps of one
/// element) miss none. Files begin anew in every loop.
Loop after_warm_up(Loop loop, const TableRun& section, const measuring::WarmUpResult& warm) {
  if (section.benchmark->needs.resource == Resource::file) return loop;
  const bool rotates = section.benchmark->message.root == Root::rotates;
  loop.first = rotates ? round_up(warm.repetitions, section.processes) : warm.repetitions;
  return loop;
}

/// Seconds per repetition of the slowest rank. Collective over all active ranks.
double slowest_repetition(const Case& c, const measuring::Measured& loop) {
  double seconds = loop.seconds + loop.pure;
  const host::CallGuard guard("comparing times");
  mpi::ok(MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, c.active), "MPI_Allreduce");
  return seconds / static_cast<double>(std::max<std::int64_t>(1, loop.repetitions()));
}

/// Of each rank, where the library names the shared memory of windows so that groups on one node can take each other's; else
/// nothing. Collective over the world.
std::vector<int> nodes_with_shared_names(const mpi::World& world, const Settings& settings) {
  const host::CallGuard guard("starting the run", 0, world.first());  // which may be writing
  return facts_of(settings.suite).windows && library::names_windows_by_context()
             ? start_up::nodes_of_ranks(world)
             : std::vector<int>{};
}

using Take = void (sinks::Sink::*)(const TableRun&, const record::CaseRecord&);

class Execution {
 public:
  Execution(const mpi::World& world, const Settings& settings, const Plan& plan,
            const std::vector<std::unique_ptr<sinks::Sink>>& sinks, const Finished& finished,
            const MachineFacts& machine, const library::PerformanceVariables& variables)
      : world_(world),
        settings_(settings),
        plan_(plan),
        sinks_(sinks),
        finished_(finished),
        elements_(settings),
        teams_(world, plan, facts_of(settings.suite).threads ? std::max(1, settings.threads) : 0,
               nodes_with_shared_names(world, settings)),
        pacing_(world, settings, plan),
        machine_(machine),
        variables_(variables) {}

  Outcome run() {
    remark(pacing_.outlook());
    remark(describe_off_cache(settings_, machine_.caches, plan_));
    remark(describe_places(settings_, plan_));
    remark(case_setup::describe_cold(settings_));
    remark(variables_.description());
    for (const TableRun& section : plan_.sections) run_section(section);
    remark(pacing_.lateness());
    return outcome_;
  }

 private:
  void wait_for_output();
  void wait_for_all();
  void prepare_section(const TableRun& section);
  void relate_clocks(const case_setup::Team& team);
  void renew(const TableRun& section);
  void run_section(const TableRun& section);
  CaseBudget begin_case(const case_setup::Team& team);
  void run_case(const TableRun& section, const case_setup::Team& team, std::int64_t bytes);
  void skip(const TableRun& section, std::int64_t bytes, const CaseBudget& allowance);
  bool recall(const TableRun& section, const case_setup::Team& team, std::int64_t bytes);
  std::optional<case_setup::Failure> provide_buffers(const TableRun& section, const case_setup::Team& team,
                                                     std::int64_t bytes, Buffers& buffers,
                                                     engine::Crew* crew);
  std::optional<case_setup::Failure> start_threads(const TableRun& section, const case_setup::Team& team,
                                                   std::optional<engine::Crew>& crew);
  case_setup::OpenedResource open(const case_setup::ResourceFacts& facts, case_setup::PreparedCase& prepared);
  measuring::WarmUpResult warm_up_case(const TableRun& section, const Case& c, const Loop& loop,
                                       std::int64_t wanted);
  LoopResult run_case_loop(const TableRun& section, const case_setup::Team& team, const Case& c,
                           const Loop& loop, const measuring::LoopPlan& plan,
                           const case_setup::HeldResource& resource);
  measuring::StartClock start_clock();
  [[nodiscard]] std::vector<record::RankCounters> witnesses_of(const case_setup::Team& team,
                                                               const record::WitnessClock& clock) const;
  case_setup::CheckResult check(const case_setup::ResourceFacts& facts,
                                const case_setup::CheckFacts& measured, case_setup::HeldResource& resource);
  std::optional<case_setup::Failure> measure(const TableRun& section, const case_setup::Team& team,
                                             std::int64_t bytes, const Buffers& buffers, engine::Crew* crew);
  static std::optional<case_setup::Failure> close(const Case& c, case_setup::HeldResource& resource,
                                                  double seconds);
  void publish(const TableRun& section, const case_setup::Team& team, std::int64_t bytes,
               const measuring::WarmUpResult& warm, const LoopResult& watched,
               const case_setup::CheckResult& checked, Boxed<links::Survey> links,
               Boxed<record::Contention> contention);
  void report(const TableRun& section, const std::vector<record::CaseRecord>& results);
  void hand_out(const TableRun& section, const std::vector<record::CaseRecord>& results, Take take);
  void forget_contents();
  void pause(double seconds);
  void remark(const std::string& lines);

  mpi::World world_;
  const Settings& settings_;
  const Plan& plan_;
  const std::vector<std::unique_ptr<sinks::Sink>>& sinks_;
  const Finished& finished_;
  case_setup::Elements elements_;
  case_setup::Teams teams_;
  case_setup::Memories memories_;
  RunClock pacing_;
  case_setup::Burners burners_;
  MachineFacts machine_;
  const library::PerformanceVariables& variables_;  ///< -pvars
  std::optional<measuring::ClockSync> clocks_;      ///< -start clock: of this section's ranks
  double clock_tolerance_ = 0;
  double loop_seconds_ = 0;  ///< of the case that is running: -time, or what -budget leaves
  std::int64_t ceiling_ = no_ceiling;
  bool first_length_ = true;
  bool spoken_ = true;      ///< the first rank has written since the ranks last waited for each other
  std::size_t length_ = 0;  ///< which of the section's lengths is running
  Outcome outcome_;
};

/// For all other ranks the first one may take as long as who reads its output wants.
void Execution::wait_for_all() {
  const host::CallGuard guard("waiting for all ranks", 0, world_.first());
  mpi::wait_for_everybody(world_);
}

/// From here on none waits for output, so that calls which do not return are known for what they are.
void Execution::wait_for_output() {
  if (mpi::simulated || !spoken_) return;
  wait_for_all();
  spoken_ = false;
}

void Execution::prepare_section(const TableRun& section) {
  wait_for_output();
  ceiling_ = no_ceiling;
  first_length_ = true;
  const host::Span span(outcome_.account, host::Phase::groups);
  std::optional<host::CallGuard> guard(std::in_place, "making communicators");
  const case_setup::Team& team = teams_.of(section);
  relate_clocks(team);
  if (!section.benchmark->overlapped || !team.works()) return;
  const auto lines = case_setup::describe_burning(burners_.of(team));
  guard.reset();
  remark(lines);
}

/// The first rank of the active ones is the reference; the bound may double before the clocks are related
/// again.
void Execution::relate_clocks(const case_setup::Team& team) {
  clocks_.reset();
  if (settings_.start != Start::clock || !team.works()) return;
  clocks_.emplace(team.active.get());
  clocks_->measure();
  clock_tolerance_ = 2 * clocks_->worst_error();
}

/// Messages that a failed length has left behind must not match receives of the next one.
void Execution::renew(const TableRun& section) {
  const host::CallGuard guard("making communicators anew");
  teams_.renew(section);
  relate_clocks(teams_.of(section));
}

void Execution::remark(const std::string& lines) {
  if (!world_.first() || lines.empty()) return;
  for (const auto& sink : sinks_) sink->remark(lines);
}

void Execution::run_section(const TableRun& section) {
  const bool comes_last =
      section.benchmark->at_end && section.refusal.empty() && !finished_.repetitions(section, 0);
  if (comes_last) return pacing_.pass_over();
  if (section.refusal.empty()) prepare_section(section);
  if (world_.first()) {
    const host::Span span(outcome_.account, host::Phase::output);
    for (const auto& sink : sinks_) sink->section(section);
    for (const auto& sink : sinks_) sink->after_all();
  }
  if (!section.refusal.empty()) {
    if (world_.first()) report(section, {refused_record(section)});
    spoken_ = true;
    return;
  }
  const case_setup::Team& team = teams_.of(section);
  length_ = 0;
  if (team.works())
    for (const std::int64_t bytes : lengths_for(settings_, *section.benchmark)) {
      run_case(section, team, bytes);
      ++length_;
    }
  const host::Span span(outcome_.account, host::Phase::groups);
  wait_for_all();
}

/// A case of an earlier launch: its repetitions cut those of the lengths that follow, as if it had been
/// measured now.
bool Execution::recall(const TableRun& section, const case_setup::Team& team, std::int64_t bytes) {
  const auto repeated = finished_.repetitions(section, length_);
  if (!repeated) return false;
  const auto wanted = wanted_repetitions(settings_, *section.benchmark, section.mode, bytes, team.processes);
  if (*repeated > 0)
    ceiling_ = ceiling_after(
        ceiling_, {wanted, *repeated, settings_.seconds_per_sample, finished_.seconds(section, length_)});
  hand_out(section, finished_.records(section, length_), &sinks::Sink::recall);
  return true;
}

/// All others may wait for the output of the first rank here.
CaseBudget Execution::begin_case(const case_setup::Team& team) {
  const host::CallGuard guard("beginning a case", 0, world_.first());
  return pacing_.begin_case(team.active.get());
}

void Execution::run_case(const TableRun& section, const case_setup::Team& team, std::int64_t bytes) {
  std::optional<engine::Crew> crew;
  const CaseBudget allowance = begin_case(team);
  if (recall(section, team, bytes)) return pacing_.pass_over();
  if (!allowance.fits) return skip(section, bytes, allowance);
  loop_seconds_ = allowance.loop_seconds;
  Buffers buffers;
  auto failure = start_threads(section, team, crew);
  if (!failure) failure = provide_buffers(section, team, bytes, buffers, crew ? &*crew : nullptr);
  if (!failure) failure = measure(section, team, bytes, buffers, crew ? &*crew : nullptr);
  first_length_ = false;
  pacing_.end_case();
  if (!failure) return;
  if (failure->reason == record::Reason::mpi_error) renew(section);
  if (world_.first()) report(section, failed_records(settings_, plan_, section, bytes, *failure));
}

/// -budget leaves no time for the case.
void Execution::skip(const TableRun& section, std::int64_t bytes, const CaseBudget& allowance) {
  pacing_.pass_over();
  if (!world_.first()) return;
  const case_setup::Failure reason{record::Reason::time_out, skip_reason(allowance)};
  report(section, failed_records(settings_, plan_, section, bytes, reason, record::Status::skipped));
}

/// The further threads of this rank, where the benchmark runs in several.
std::optional<case_setup::Failure> Execution::start_threads(const TableRun& section,
                                                            const case_setup::Team& team,
                                                            std::optional<engine::Crew>& crew) {
  const int threads = threads_of(settings_, *section.benchmark);
  if (threads == 1) return std::nullopt;
  const host::Span span(outcome_.account, host::Phase::groups);
  return case_setup::agree(team.active.get(),
                           case_setup::attempt([&] { crew.emplace(static_cast<std::size_t>(threads) - 1); }));
}

std::optional<case_setup::Failure> Execution::provide_buffers(const TableRun& section,
                                                              const case_setup::Team& team,
                                                              std::int64_t bytes, Buffers& buffers,
                                                              engine::Crew* crew) {
  const host::Span span(outcome_.account, host::Phase::buffers);
  return case_setup::provide_memory(settings_, machine_.caches, section, team, bytes, world_.rank, memories_,
                                    buffers, crew);
}

case_setup::OpenedResource Execution::open(const case_setup::ResourceFacts& facts,
                                           case_setup::PreparedCase& prepared) {
  const host::Span span(outcome_.account, host::Phase::buffers);
  if (case_setup::writes_buffers(*facts.section.benchmark)) forget_contents();
  return case_setup::open_resource(facts, prepared.get(), prepared.loop());
}

/// -start clock: the clocks are related again where their bound has grown too large. A start is late when it
/// is later than the clocks are known, or than a microsecond.
measuring::StartClock Execution::start_clock() {
  if (!clocks_) return {};
  return {[this] {
            const host::CallGuard guard("comparing clocks");
            clocks_->keep_within(clock_tolerance_);
            return clocks_->shared();
          },
          std::max(1e-6, clock_tolerance_)};
}

LoopResult Execution::run_case_loop(const TableRun& section, const case_setup::Team& team, const Case& c,
                                    const Loop& loop, const measuring::LoopPlan& plan,
                                    const case_setup::HeldResource& resource) {
  LoopResult watched;
  record::WitnessClock witness(settings_.json_path.empty() ? record::WitnessDetail::counters
                                                           : record::WitnessDetail::everything);
  std::optional<library::VariableWatch> variables;
  if (!variables_.empty()) variables.emplace(variables_, c.comm);
  witness.start();
  {
    const host::Span span(outcome_.account, host::Phase::loop);
    watched.loop = measuring::measure_case(settings_, section, c, loop, plan, start_clock(),
                                           variables ? &*variables : nullptr);
    if (!watched.loop.failure)
      watched.loop.failure = case_setup::agree(c.active, resource.inspect(watched.loop.longest_loop));
    if (watched.loop.failure) return watched;
  }
  watched.witnesses = witnesses_of(team, witness);
  if (variables) watched.variables = variables->values();
  pacing_.measured(watched.loop.seconds + watched.loop.pure, watched.loop.repetitions());
  return watched;
}

std::optional<case_setup::Failure> Execution::measure(const TableRun& section, const case_setup::Team& team,
                                                      std::int64_t bytes, const Buffers& buffers,
                                                      engine::Crew* crew) {
  case_setup::PreparedCase prepared(settings_, elements_, section, team, buffers, memories_, bytes);
  prepared.get().crew = crew;
  const std::int64_t wanted =
      wanted_repetitions(settings_, *section.benchmark, section.mode, bytes, team.processes);
  const case_setup::ResourceFacts facts{settings_, section, team, memories_.window, buffers, wanted};
  const case_setup::OpenedResource opened = open(facts, prepared);
  if (opened.failure) return opened.failure;
  if (section.benchmark->overlapped)
    prepared.loop().computation = case_setup::computation(settings_, burners_.of(team));
  const Case& c = prepared.get();
  const Loop& loop = prepared.loop();
  pause(settings_.pause_seconds);
  const measuring::WarmUpResult warm = warm_up_case(section, c, loop, wanted);
  if (warm.failure) return warm.failure;
  const measuring::LoopPlan plan =
      measuring::plan_loop(settings_, section, c, machine_.clock, warm, {wanted, loop_seconds_, ceiling_});
  if (auto refused = case_setup::no_room_for_statuses(settings_, *section.benchmark, buffers,
                                                      plan.batches.repetitions()))
    return refused;
  const Loop measured = after_warm_up(loop, section, warm);
  const LoopResult watched = run_case_loop(section, team, c, measured, plan, *opened.resource);
  if (watched.loop.failure) return watched.loop.failure;
  if (plan.repetitions < wanted)
    ceiling_ = ceiling_after(ceiling_,
                             {wanted, plan.repetitions, loop_seconds_, slowest_repetition(c, watched.loop)});
  pause(settings_.msg_pause ? std::max(shortest_pause, watched.loop.seconds / 10) : settings_.pause_seconds);
  const case_setup::CheckResult checked =
      check(facts, {c, loop, watched.loop.repetitions(), watched.loop.seconds + watched.loop.pure},
            *opened.resource);
  if (checked.failure) return checked.failure;
  const double closing = opened.resource->closing_seconds(watched.loop.longest_loop);
  if (auto lost = close(c, *opened.resource, closing)) return lost;
  survey::LinkSurvey found;
  if (section.benchmark->klass == TransferClass::links)
    found = survey::survey_links(settings_, plan_, section, team, c, loop, watched.loop,
                                 [this] { return pacing_.spare_seconds(); });
  if (found.failure) return found.failure;
  survey::ContentionSurvey contended;
  if (survey::tells_contention(settings_, section))
    contended =
        survey::survey_contention(plan_, section, team, c, measured, watched.loop, pacing_.spare_seconds());
  if (contended.failure) return contended.failure;
  publish(section, team, bytes, warm, watched, checked, std::move(found.survey), std::move(contended.survey));
  if (found.out_of_time) remark("# !! -budget leaves no time to measure all that looks slow alone\n");
  if (contended.out_of_time)
    remark("# !! -budget leaves no time to measure the slowest pair of the row above alone\n");
  return std::nullopt;
}

std::optional<case_setup::Failure> Execution::close(const Case& c, case_setup::HeldResource& resource,
                                                    double seconds) {
  const host::CallGuard guard("closing a window or file", seconds);
  return case_setup::agree(c.active, resource.close(), seconds);
}

void Execution::publish(const TableRun& section, const case_setup::Team& team, std::int64_t bytes,
                        const measuring::WarmUpResult& warm, const LoopResult& watched,
                        const case_setup::CheckResult& checked, Boxed<links::Survey> links,
                        Boxed<record::Contention> contention) {
  const host::Span span(outcome_.account, host::Phase::results);
  std::optional<host::CallGuard> guard(std::in_place, "gathering results");
  const auto groups =
      gather(team, section, watched.loop,
             {warm.repetitions, checked.defects, clocks_ ? &*clocks_ : nullptr, settings_.all_samples,
              settings_.overlap_over, time_scale(settings_, *section.benchmark, team.processes),
              settings_.stride, settings_.tails});
  CaseFacts facts{.defect_text = checked.text,
                  .checked_repetitions = checked.repetitions,
                  .witnesses = watched.witnesses,
                  .cores_shared = machine_.cores_shared,
                  .links = std::move(links),
                  .memory = gather_memory(team.group.get(), watched.loop.memory),
                  .contention = std::move(contention),
                  .variables = library::gather_variables(team, variables_, watched.variables)};
  facts.dead_seconds = pacing_.dead_seconds();
  if (clocks_) {
    facts.clock_error_seconds = clocks_->worst_error();
    facts.start_late_seconds = watched.loop.start_late;
    facts.dropped_batches = watched.loop.dropped_batches;
  }
  if (machine_.clock.resolution_seconds > 0) facts.timer_resolution = machine_.clock.resolution_seconds;
  guard.reset();
  if (world_.first()) report(section, measured_records(settings_, plan_, section, bytes, groups, facts));
}

measuring::WarmUpResult Execution::warm_up_case(const TableRun& section, const Case& c, const Loop& loop,
                                                std::int64_t wanted) {
  const host::Span span(outcome_.account, host::Phase::warm_up);
  const double read = std::max(machine_.clock.cost_seconds, machine_.clock.resolution_seconds);
  return measuring::warm_up(settings_, section, c, loop, {wanted, loop_seconds_, first_length_, read});
}

std::vector<record::RankCounters> Execution::witnesses_of(const case_setup::Team& team,
                                                          const record::WitnessClock& clock) const {
  if constexpr (mpi::simulated) return {};
  auto mine = clock.stop(world_.rank);
  mine.alone_seconds = self_message_seconds();
  const host::CallGuard guard("gathering what the kernel counted");
  return gather_witnesses(team, mine);
}

/// With -check.
case_setup::CheckResult Execution::check(const case_setup::ResourceFacts& facts,
                                         const case_setup::CheckFacts& measured,
                                         case_setup::HeldResource& resource) {
  if (!settings_.check) return {};
  const host::Span span(outcome_.account, host::Phase::check);
  auto result = resource.check(facts, measured);
  forget_contents();
  return result;
}

/// What the buffers hold is not the guide's: they are filled anew for the next case.
void Execution::forget_contents() {
  for (host::GrowingBuffer* memory : {&memories_.send, &memories_.receive, &memories_.window})
    memory->forget_contents();
}

/// Lets the machine cool down.
void Execution::pause(double seconds) {
  if (!(seconds > 0)) return;
  const host::Span span(outcome_.account, host::Phase::pause);
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

void Execution::report(const TableRun& section, const std::vector<record::CaseRecord>& results) {
  const host::Span span(outcome_.account, host::Phase::output);
  hand_out(section, results, &sinks::Sink::add);
}

void Execution::hand_out(const TableRun& section, const std::vector<record::CaseRecord>& results, Take take) {
  for (const auto& sink : sinks_) {
    sink->size(section);
    for (const auto& result : results) ((*sink).*take)(section, result);
  }
  for (const auto& sink : sinks_) sink->after_all();
  for (const auto& result : results) tables::count(outcome_.tally, result);
}

}  // namespace

Outcome execute(const mpi::World& world, const Settings& settings, const Plan& plan,
                const std::vector<std::unique_ptr<sinks::Sink>>& sinks, const Finished& finished,
                const MachineFacts& machine, const library::PerformanceVariables& variables) {
  std::optional<Execution> execution(std::in_place, world, settings, plan, sinks, finished, machine,
                                     variables);
  Outcome outcome = execution->run();
  const host::CallGuard guard("freeing communicators", 0, world.first());
  execution.reset();
  return outcome;
}

}  // namespace sonde::run
