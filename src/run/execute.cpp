#include "run/execute.hpp"

#include <cstdint>
#include <limits>
#include <optional>

#include "case_setup/file_resource.hpp"
#include "host/output.hpp"
#include "host/timeouts.hpp"
#include "library/detect_library.hpp"
#include "mpi/simulated.hpp"
#include "plan/buffers.hpp"
#include "plan/messages.hpp"
#include "plan/planned_case.hpp"
#include "plan/repetitions.hpp"
#include "run/case_records.hpp"
#include "run/case_runner.hpp"
#include "run/run_clock.hpp"
#include "start_up/places.hpp"

namespace sonde::run {

namespace {

constexpr std::int64_t no_ceiling = std::numeric_limits<std::int64_t>::max();

/// Of each rank, where the library names the shared memory of windows so that groups on one node can take
/// each other's; else nothing. Collective over the world.
std::vector<int> nodes_with_shared_names(const mpi::World& world, const Settings& settings) {
  const host::CallGuard guard("starting the run", 0, world.first());  // which may be writing
  return facts_of(settings.suite).windows && library::names_windows_by_context()
             ? start_up::nodes_of_ranks(world)
             : std::vector<int>{};
}

using Take = void (sinks::Sink::*)(const TableRun&, const record::CaseRecord&);

/// Section after section, length after length: what is measured, recalled or skipped, and who is told.
class Course {
 public:
  Course(const mpi::World& world, const Settings& settings, const Plan& plan,
         const std::vector<std::unique_ptr<sinks::Sink>>& sinks, const Finished& finished, const Found& found)
      : world_(world),
        settings_(settings),
        plan_(plan),
        sinks_(sinks),
        finished_(finished),
        teams_(world, plan, facts_of(settings.suite).threads ? most_threads(settings) : 0,
               nodes_with_shared_names(world, settings)),
        congestors_(world, settings, plan),
        clock_(world, settings, plan),
        bench_{world_,       settings_,   plan_,  found.machine,   found.variables,
               found.spaces, congestors_, clock_, outcome_.account} {}

  RunOutcome run() {
    remark(clock_.outlook());
    remark(describe_off_cache(settings_, bench_.machine.caches, plan_));
    remark(describe_places(settings_, plan_));
    remark(case_setup::describe_cold(settings_));
    remark(bench_.variables.description());
    remark(congestors_.description());
    for (const TableRun& section : plan_.sections) run_section(section);
    remark(clock_.lateness());
    return outcome_;
  }

 private:
  void wait_for_output();
  void run_section(const TableRun& section);
  void prepare_section(const TableRun& section);
  void announce(const TableRun& section);
  void run_length(const PlannedCase& planned, const case_setup::Team& team);
  CaseBudget begin_case(const case_setup::Team& team);
  bool recall(const PlannedCase& planned);
  void skip(const PlannedCase& planned, const std::string& reason);
  void renew_communicators(const TableRun& section);
  void hand_out(const TableRun& section, const std::vector<record::CaseRecord>& results,
                Take take = &sinks::Sink::add);
  void remark(const std::string& lines);

  mpi::World world_;
  const Settings& settings_;
  const Plan& plan_;
  const std::vector<std::unique_ptr<sinks::Sink>>& sinks_;
  const Finished& finished_;
  RunOutcome outcome_;
  case_setup::Teams teams_;
  measuring::Congestors congestors_;
  RunClock clock_;
  Workbench bench_;
  std::int64_t ceiling_ = no_ceiling;
  bool first_length_ = true;
  bool over_ = false;   ///< a row has ended its table at -time
  bool spoken_ = true;  ///< the first rank has written since the ranks last waited for each other
};

/// From here on none waits for output, so that calls which do not return are known for what they are.
void Course::wait_for_output() {
  if (mpi::simulated || !spoken_) return;
  wait_for_all(world_);
  spoken_ = false;
}

void Course::run_section(const TableRun& section) {
  const bool runs = section.refusal.empty();
  if (runs && section.benchmark->at_end && finished_.of(section, 0) == nullptr) return clock_.pass_over();
  if (runs) prepare_section(section);
  announce(section);
  if (!runs) {
    const Take take = finished_.refused(section) ? &sinks::Sink::recall : &sinks::Sink::add;
    if (world_.first()) hand_out(section, {refused_record(section)}, take);
    spoken_ = true;
    return;
  }
  if (const case_setup::Team& team = teams_.of(section); team.works())
    for (const auto& planned : cases_of(settings_, section, static_cast<std::size_t>(team.group_index)))
      run_length(planned, team);
  if (world_.first()) congestors_.dismiss();
  congestors_.serve();
  const host::Span span(outcome_.account, host::Phase::groups);
  wait_for_all(world_);
}

void Course::prepare_section(const TableRun& section) {
  wait_for_output();
  ceiling_ = no_ceiling;
  first_length_ = true;
  over_ = false;
  const host::Span span(outcome_.account, host::Phase::groups);
  std::optional<host::CallGuard> guard(std::in_place, "making communicators");
  const case_setup::Team& team = teams_.of(section);
  bench_.clocks.relate(settings_, team);
  if (!section.benchmark->overlapped || !team.works()) return;
  const auto lines = case_setup::describe_burning(bench_.burners.before_table(team));
  guard.reset();
  remark(lines);
}

void Course::announce(const TableRun& section) {
  if (!world_.first()) return;
  const host::Span span(outcome_.account, host::Phase::output);
  for (const auto& sink : sinks_) sink->section(section);
  for (const auto& sink : sinks_) sink->after_all();
}

void Course::run_length(const PlannedCase& planned, const case_setup::Team& team) {
  const CaseBudget allowance = begin_case(team);
  if (recall(planned)) return clock_.pass_over();
  if (!allowance.fits) return skip(planned, skip_reason(allowance));
  if (over_) return skip(planned, "a row above would take longer than -time");
  const CaseResult result =
      run_case(bench_, planned, team, {allowance.loop_seconds, ceiling_, first_length_});
  if (result.failure && result.failure->reason == record::Reason::mpi_error)
    renew_communicators(*planned.section);
  over_ = over_ || (result.failure && result.failure->reason == record::Reason::time_out);
  ceiling_ = result.ceiling;
  first_length_ = false;
  if (!result.records.empty()) hand_out(*planned.section, result.records);
  remark(result.remarks);
  clock_.end_case();
}

/// All others may wait for the output of the first rank here.
CaseBudget Course::begin_case(const case_setup::Team& team) {
  const host::CallGuard guard("beginning a case", 0, world_.first());
  return clock_.begin_case(team.active.get());
}

/// A case of an earlier launch: its repetitions cut those of the lengths that follow, as if it had been
/// measured now.
bool Course::recall(const PlannedCase& planned) {
  const Finished::Case* finished = finished_.of(*planned.section, planned.length);
  if (finished == nullptr) return false;
  if (finished->repetitions > 0)
    ceiling_ = ceiling_after(
        ceiling_, {planned.wanted, finished->repetitions, settings_.seconds_per_sample, finished->seconds});
  hand_out(*planned.section, finished->records, &sinks::Sink::recall);
  return true;
}

/// There is no time for the case.
void Course::skip(const PlannedCase& planned, const std::string& reason) {
  clock_.pass_over();
  if (world_.first())
    hand_out(*planned.section, failed_records(settings_, plan_, planned, {record::Reason::time_out, reason}));
}

/// Messages that a failed length has left behind must not match receives of the next one.
void Course::renew_communicators(const TableRun& section) {
  const host::CallGuard guard("making communicators anew");
  teams_.renew(section);
  bench_.clocks.relate(settings_, teams_.of(section));
}

void Course::hand_out(const TableRun& section, const std::vector<record::CaseRecord>& results, Take take) {
  const host::Span span(outcome_.account, host::Phase::output);
  // A row that the record cannot take is still shown.
  host::tell_each(sinks_, [&](const auto& sink) {
    sink->size(section);
    for (const auto& result : results) (*sink.*take)(section, result);
  });
  for (const auto& sink : sinks_) sink->after_all();
  for (const auto& result : results) tables::count(outcome_.tally, result);
}

void Course::remark(const std::string& lines) {
  if (!world_.first() || lines.empty()) return;
  for (const auto& sink : sinks_) sink->remark(lines);
}

}  // namespace

void wait_for_all(const mpi::World& world) {
  const host::CallGuard guard("waiting for all ranks", 0, world.first());
  mpi::wait_for_everybody(world);
}

RunOutcome execute(const mpi::World& world, const Settings& settings, const Plan& plan,
                   const std::vector<std::unique_ptr<sinks::Sink>>& sinks, const Finished& finished,
                   const Found& found) {
  std::optional<Course> course(std::in_place, world, settings, plan, sinks, finished, found);
  RunOutcome outcome = course->run();
  const host::CallGuard guard("freeing communicators", 0, world.first());
  course.reset();
  return outcome;
}

}  // namespace sonde::run
