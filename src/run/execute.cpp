#include "run/execute.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>
#include <thread>
#include <utility>

#include "check/content.hpp"
#include "mpi/simulated.hpp"
#include "plan/budget.hpp"
#include "plan/buffers.hpp"
#include "plan/lengths.hpp"
#include "record/witness.hpp"
#include "run/burning.hpp"
#include "run/case_records.hpp"
#include "run/check_case.hpp"
#include "run/check_file.hpp"
#include "run/check_window.hpp"
#include "run/clock_sync.hpp"
#include "run/file_resource.hpp"
#include "run/gather.hpp"
#include "run/pacing.hpp"
#include "run/prepared_case.hpp"
#include "run/resource.hpp"
#include "run/witnesses.hpp"

namespace sonde::run {

namespace {

constexpr std::int64_t no_ceiling = std::numeric_limits<std::int64_t>::max();

/// So that contents go on where they ended; the memory is whole pages.
std::int64_t whole_elements(std::int64_t bytes) {
  constexpr auto element = static_cast<std::int64_t>(sizeof(float));
  return (bytes + element - 1) / element * element;
}

class Execution {
 public:
  Execution(const World& world, const Settings& settings, const Plan& plan,
            const std::vector<std::unique_ptr<Sink>>& sinks, const Finished& finished,
            const MachineFacts& machine)
      : world_(world),
        settings_(settings),
        plan_(plan),
        sinks_(sinks),
        finished_(finished),
        elements_(settings),
        teams_(world, plan),
        pacing_(world, settings, plan),
        burning_(),
        machine_(machine) {}

  Outcome run() {
    remark(pacing_.outlook());
    if (settings_.suite == Suite::io) remark(describe_cold(settings_));
    for (const Section& section : plan_.sections) run_section(section);
    return outcome_;
  }

 private:
  void prepare_section(const Section& section);
  void relate_clocks(const Team& team);
  void run_section(const Section& section);
  void run_case(const Section& section, const Team& team, std::int64_t bytes);
  bool recall(const Section& section, const Team& team, std::int64_t bytes);
  std::optional<Failure> provide_buffers(const Section& section, const Team& team, std::int64_t bytes,
                                         Buffers& buffers);
  std::optional<Failure> measure(const Section& section, const Team& team, std::int64_t bytes,
                                 const Buffers& buffers);
  [[nodiscard]] std::vector<record::Witness> witnesses_of(const Team& team,
                                                          const record::WitnessClock& clock) const;
  void report(const Section& section, const std::vector<record::CaseRecord>& results);
  void fill_buffers(const Buffers& buffers);
  void pause_after(double seconds);
  void remark(const std::string& lines);
  CheckResult check(const Section& section, const Team& team, const Case& c, HeldResource* resource,
                    std::int64_t repetitions);
  [[nodiscard]] std::int64_t warm_up_limit(std::int64_t wanted) const;
  WarmUpResult probe(const Section& section, Case& c, std::int64_t wanted);

  World world_;
  const Settings& settings_;
  const Plan& plan_;
  const std::vector<std::unique_ptr<Sink>>& sinks_;
  const Finished& finished_;
  Elements elements_;
  Teams teams_;
  Memories memories_;
  Pacing pacing_;
  Burning burning_;
  MachineFacts machine_;
  std::optional<ClockSync> clocks_;  ///< -start clock: of this section's ranks
  double clock_tolerance_ = 0;
  std::int64_t ceiling_ = no_ceiling;
  bool first_length_ = true;
  bool renew_teams_ = false;
  Outcome outcome_;
};

void Execution::prepare_section(const Section& section) {
  ceiling_ = no_ceiling;
  first_length_ = true;
  renew_teams_ = false;
  const Span span(outcome_.account, Phase::groups);
  const Team& team = teams_.of(section);
  relate_clocks(team);
  if (!section.benchmark->overlapped || !team.works()) return;
  burning_ = calibrate_burner(team);
  remark(describe_burning(burning_));
}

/// The first rank of the active ones is the reference; the bound may double before the clocks are related
/// again.
void Execution::relate_clocks(const Team& team) {
  clocks_.reset();
  if (settings_.start != Start::clock || !team.works()) return;
  clocks_.emplace(team.active.get());
  clocks_->measure();
  clock_tolerance_ = 2 * clocks_->worst_error();
}

void Execution::remark(const std::string& lines) {
  if (!world_.first() || lines.empty()) return;
  for (const auto& sink : sinks_) sink->remark(lines);
}

void Execution::run_section(const Section& section) {
  if (section.refusal.empty()) prepare_section(section);
  if (world_.first()) {
    const Span span(outcome_.account, Phase::output);
    for (const auto& sink : sinks_) sink->section(section);
  }
  if (!section.refusal.empty()) {
    if (world_.first()) report(section, {refused_record(section)});
    return;
  }
  const Team& team = teams_.of(section);
  if (team.works())
    for (const std::int64_t bytes : lengths_for(settings_, *section.benchmark))
      run_case(section, team, bytes);
  const Span span(outcome_.account, Phase::groups);
  wait_for_everybody(world_);
  int renew = renew_teams_ ? 1 : 0;
  mpi::ok(MPI_Bcast(&renew, 1, MPI_INT, 0, world_.comm), "MPI_Bcast");
  if (renew != 0) teams_.renew();
}

/// A case of an earlier launch: its repetitions cut those of the lengths that follow, as if it had been
/// measured now.
bool Execution::recall(const Section& section, const Team& team, std::int64_t bytes) {
  const auto repeated = finished_.repetitions(section, bytes);
  if (!repeated) return false;
  const auto wanted = wanted_repetitions(settings_, *section.benchmark, section.mode, bytes, team.processes);
  if (*repeated > 0 && *repeated < wanted) ceiling_ = *repeated;
  const auto& results = finished_.records(section, bytes);
  for (const auto& sink : sinks_) {
    sink->size(section);
    for (const auto& result : results) sink->recall(section, result);
  }
  for (const auto& result : results) report::count(outcome_.tally, result);
  return true;
}

void Execution::run_case(const Section& section, const Team& team, std::int64_t bytes) {
  pacing_.begin_case(team.active.get());
  if (recall(section, team, bytes)) return pacing_.end_case();
  Buffers buffers;
  auto failure = provide_buffers(section, team, bytes, buffers);
  if (!failure) failure = measure(section, team, bytes, buffers);
  first_length_ = false;
  pacing_.end_case();
  if (!failure) return;
  renew_teams_ = renew_teams_ || failure->reason == record::Reason::mpi_error;
  if (world_.first()) report(section, failed_records(settings_, plan_, section, bytes, *failure));
}

std::optional<Failure> Execution::provide_buffers(const Section& section, const Team& team,
                                                  std::int64_t bytes, Buffers& buffers) {
  const Span span(outcome_.account, Phase::buffers);
  if (auto refused = too_large(settings_, *section.benchmark, bytes)) return refused;
  const auto planned =
      plan_buffers(settings_, machine_.caches, *section.benchmark, section.mode, bytes, team.processes);
  if (!planned) return Failure{record::Reason::too_large, planned.error().message};
  buffers = *planned;
  if (!within_memory(settings_, buffers))
    return Failure{record::Reason::out_of_memory, memory_reason(buffers)};
  const bool there = memories_.send.provide(buffers.send_bytes) &&
                     memories_.receive.provide(buffers.receive_bytes) &&
                     memories_.window.provide(buffers.window_bytes);
  std::optional<Failure> mine;
  if (!there) mine = Failure{record::Reason::out_of_memory, memory_reason(buffers)};
  const auto agreed = agree(team.active.get(), mine);
  if (!agreed) fill_buffers(buffers);
  return agreed;
}

/// Buffers hold the guide's contents (5.2.5), each byte written once: floats that are no numbers would slow
/// reductions down.
void Execution::fill_buffers(const Buffers& buffers) {
  const auto guide = [this](std::int64_t first, std::span<std::byte> bytes) {
    check::fill_guide(settings_.suite, world_.rank, first, bytes);
  };
  memories_.send.fill(whole_elements(buffers.send_bytes), guide);
  memories_.receive.fill(whole_elements(buffers.receive_bytes), guide);
  memories_.window.fill(whole_elements(buffers.window_bytes), guide);
}

std::optional<Failure> Execution::measure(const Section& section, const Team& team, std::int64_t bytes,
                                          const Buffers& buffers) {
  const Benchmark& benchmark = *section.benchmark;
  const Mode& mode = benchmark.modes[static_cast<std::size_t>(section.mode)];
  PreparedCase prepared(settings_, elements_, section, team, buffers, memories_, bytes);
  Case& c = prepared.get();
  const std::int64_t wanted = wanted_repetitions(settings_, benchmark, section.mode, bytes, team.processes);
  OpenedResource opened;
  {
    const Span span(outcome_.account, Phase::buffers);
    opened = open_resource({settings_, section, team, memories_.window, buffers, wanted}, c);
    if (opened.failure) return opened.failure;
  }
  set_burning(settings_, burning_, c);
  const WarmUpResult warm = probe(section, c, wanted);
  if (warm.failure) return warm.failure;
  const std::int64_t n = repetitions(pacing_.settings(), benchmark, section.mode,
                                     {bytes, team.processes, warm.seconds_per_repetition, ceiling_});
  if (n < wanted) ceiling_ = n;
  const bool rotates = c.steps.roots.stride > 0;
  const auto batches =
      mode.batching == Batching::whole
          ? Batches{1, n, n}
          : plan_batches(n, rotates ? team.processes : 1, warm.seconds_per_repetition, machine_.clock);
  if (clocks_) {
    clocks_->keep_within(clock_tolerance_);
    c.shared_clock = clocks_->shared();
  }
  Measured measured;
  record::WitnessClock witness(settings_.json_path.empty() ? record::WitnessDetail::counters
                                                           : record::WitnessDetail::everything);
  witness.start();
  {
    const Span span(outcome_.account, Phase::loop);
    measured = measure_case(pacing_.settings(), section, c, batches);
    if (!measured.failure && opened.resource)
      measured.failure = agree(c.active, opened.resource->inspect(measured.repetitions()));
    if (measured.failure) return measured.failure;
  }
  const auto witnesses = witnesses_of(team, witness);
  pacing_.measured(measured.seconds + measured.pure, measured.repetitions());
  CheckResult checked;
  if (settings_.msg_pause) pause_after(measured.seconds);
  if (settings_.check) {
    const Span span(outcome_.account, Phase::check);
    checked = check(section, team, c, opened.resource.get(), measured.repetitions());
    for (Memory* memory : {&memories_.send, &memories_.receive, &memories_.window}) memory->forget_contents();
    if (checked.failure) return checked.failure;
  }
  const Span span(outcome_.account, Phase::results);
  const auto groups =
      gather(team, section, measured,
             {warm.repetitions, checked.defects, clocks_ ? &*clocks_ : nullptr, settings_.all_samples});
  CaseFacts facts{
      .defect_text = checked.text, .witnesses = witnesses, .clock_error_seconds = {}, .timer_resolution = {}};
  if (clocks_) facts.clock_error_seconds = clocks_->worst_error();
  if (machine_.clock.resolution_seconds > 0) facts.timer_resolution = machine_.clock.resolution_seconds;
  if (world_.first()) report(section, measured_records(settings_, plan_, section, bytes, groups, facts));
  return std::nullopt;
}

/// In simulation the kernel and the core are those of the simulator, not of the rank: they bear no witness.
std::vector<record::Witness> Execution::witnesses_of(const Team& team,
                                                     const record::WitnessClock& clock) const {
  if constexpr (mpi::simulated) return {};
  auto mine = clock.stop(world_.rank);
  mine.alone_seconds = time_alone();
  return gather_witnesses(team, mine);
}

CheckResult Execution::check(const Section& section, const Team& team, const Case& c, HeldResource* resource,
                             std::int64_t repetitions) {
  if (section.benchmark->resource == Resource::window)
    return check_window(section, team, c, memories_.window);
  if (auto* file = dynamic_cast<FileResource*>(resource))
    return check_file(section, team, c, *file, memories_.checked, repetitions);
  return check_case(settings_, section, team, c, memories_.checked);
}

/// A tenth of the repetitions; with -warm_up auto as many as it takes, up to ten times of them. A tenth of
/// -time bounds both.
std::int64_t Execution::warm_up_limit(std::int64_t wanted) const {
  if (settings_.warm_up != WarmUp::automatic) return wanted / 10;
  return wanted > no_ceiling / 10 ? no_ceiling : wanted * 10;
}

/// Files are probed once, as the guide knows no warm-up for I/O (5.2.6), and without computation.
WarmUpResult Execution::probe(const Section& section, Case& c, std::int64_t wanted) {
  const Span span(outcome_.account, Phase::warm_up);
  const Mode& mode = section.benchmark->modes[static_cast<std::size_t>(section.mode)];
  const bool files = section.benchmark->resource == Resource::file;
  const bool several = first_length_ && !files && settings_.warm_up != WarmUp::off;
  const std::int64_t least = several ? std::min(std::int64_t{settings_.warm_up_calls}, wanted) : 1;
  const std::int64_t units = std::exchange(c.burn_units, 1);
  const bool match = std::exchange(c.burn_match, false);
  WarmUpResult warm = warm_up(pacing_.settings(), mode, c, files ? 1 : warm_up_limit(wanted), least);
  c.burn_units = units;
  c.burn_match = match;
  if (section.benchmark->overlapped)
    warm.seconds_per_repetition += match ? warm.seconds_per_repetition / 2 : settings_.cpu_seconds;
  return warm;
}

/// -msg_pause: lets the machine cool down for a tenth of the sample's time, at least a tenth of a second.
void Execution::pause_after(double seconds) {
  const Span span(outcome_.account, Phase::pause);
  std::this_thread::sleep_for(std::chrono::duration<double>(std::max(0.1, seconds / 10)));
}

void Execution::report(const Section& section, const std::vector<record::CaseRecord>& results) {
  const Span span(outcome_.account, Phase::output);
  for (const auto& sink : sinks_) {
    sink->size(section);
    for (const auto& result : results) sink->add(section, result);
  }
  for (const auto& result : results) report::count(outcome_.tally, result);
}

}  // namespace

Outcome execute(const World& world, const Settings& settings, const Plan& plan,
                const std::vector<std::unique_ptr<Sink>>& sinks, const Finished& finished,
                const MachineFacts& machine) {
  return Execution(world, settings, plan, sinks, finished, machine).run();
}

}  // namespace sonde::run
