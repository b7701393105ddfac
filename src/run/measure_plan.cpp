#include "run/measure_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/complain.hpp"
#include "case_setup/failure.hpp"
#include "host/output.hpp"
#include "host/timeouts.hpp"
#include "mpi/broadcast.hpp"
#include "mpi/handles.hpp"
#include "plugin/call_cost.hpp"
#include "record/device_warnings.hpp"
#include "record/provenance.hpp"
#include "record/warnings.hpp"
#include "run/execute.hpp"
#include "run/finished.hpp"
#include "run/gather_message_memory.hpp"
#include "run/header.hpp"
#include "sinks/sinks.hpp"
#include "start_up/wrong_place.hpp"

namespace sonde::run {

namespace {

std::string time_lines(const host::Account& account) {
  std::string out =
      fmt::format("\n# Wall time of the first rank: {:.3f} s in measured loops, {:.3f} s outside of them\n",
                  account.of(host::Phase::loop), account.dead());
  for (std::size_t i = 0; i < host::phase_names.size(); ++i) {
    const auto phase = static_cast<host::Phase>(i);
    if (phase != host::Phase::loop)
      out += fmt::format("#   {:<18}: {:9.3f} s\n", host::phase_names[i], account.of(phase));
  }
  return out;
}

/// Where a run writes, and what of it is done already.
struct RunRecords {
  /// On the first rank; records before tables, which may be lost to a closed pipe.
  std::vector<std::unique_ptr<sinks::Sink>> sinks;
  record::CsvColumns columns;  ///< of -csv
  Finished finished;
};

/// Opens the records on the first rank; an error on every rank, whose message only the first one has.
/// Collective.
Result<RunRecords> open_journal(const mpi::World& world, const Settings& settings, const Plan& plan,
                                const record::Header& header) {
  auto finished = find_finished(world, settings, plan, header);
  if (!finished) return tl::unexpected(finished.error());
  const bool guidelines = std::ranges::any_of(
      plan.sections, [](const TableRun& section) { return !section.benchmark->guideline.empty(); });
  auto columns = record::csv_columns(header, guidelines);
  Result<std::vector<std::unique_ptr<sinks::Sink>>> sinks;
  if (world.first()) sinks = sinks::open_record_sinks(settings, columns);
  if (const auto told = mpi::outcome_of_first(world, sinks); !told) return tl::unexpected(told.error());
  return RunRecords{std::move(*sinks), std::move(columns), std::move(*finished)};
}

/// The first handle that could not be freed, of the lowest rank that has one. It spoils no row, but the
/// library is not sound. Collective.
std::optional<case_setup::Failure> failed_release(const mpi::World& world) {
  wait_for_all(world);
  std::optional<case_setup::Failure> mine;
  if (!mpi::failed_release().empty())
    mine = case_setup::Failure{record::Reason::mpi_error, mpi::failed_release()};
  return case_setup::agree(world.comm, mine);
}

/// `rows_to_come`: measured after the footer is written, with MPI_Finalize.
record::Footer make_footer(const RunOutcome& outcome, int status, int rows_to_come) {
  record::Footer footer{.end = record::time_now(), .exit_status = status};
  footer.measured = outcome.tally.measured + rows_to_come;
  footer.skipped = outcome.tally.skipped;
  for (const auto& [reason, count] : outcome.tally.missing)
    (record::passes_over(reason) ? footer.skipped : footer.failed) += count;
  footer.measured_seconds = outcome.account.of(host::Phase::loop);
  footer.dead_seconds = outcome.account.dead();
  return footer;
}

/// As records have them. On the first rank; empty elsewhere.
std::vector<record::PluginFile> plugin_files(const mpi::World& world, const plugin::Plugins& plugins) {
  std::vector<record::PluginFile> made;
  if (!world.first() || plugins.files().empty()) return made;
  const auto seconds = plugin::call_seconds();
  for (const auto& [file, digest] : plugins.files()) made.push_back({file, digest, seconds});
  return made;
}

/// On the first rank: adds what writes to the output to the records, and begins them all.
void begin_output(const Agreed& run, const record::Header& header,
                  std::vector<std::unique_ptr<sinks::Sink>>& sinks) {
  auto warnings = sinks::make_warning_sink(run.settings.warnings);
  // First of all, so that its line is gone when others write.
  if (auto progress = sinks::make_progress(run.settings, run.plan))
    sinks.insert(sinks.begin(), std::move(progress));
  const bool before_foot = run.settings.warnings == Warnings::on_output;
  if (before_foot) sinks.push_back(std::move(warnings));
  sinks.push_back(sinks::make_text_sink(run.settings, run.plan));
  if (!before_foot) sinks.push_back(std::move(warnings));
  for (const auto& sink : sinks) sink->begin(header);
}

/// Of a run whose cases are done. Collective.
int exit_status(const Agreed& run, const RunOutcome& outcome) {
  const int status = tables::exit_status(outcome.tally);
  const auto failed = failed_release(run.world);
  if (!failed) return status;
  if (run.world.first())
    complain(run.program.name, failed->text + ": a handle was not freed; the rows are complete");
  return status == 0 ? 1 : status;
}

}  // namespace

record::Header full_header(const Agreed& run, const MachineFacts& facts) {
  const auto& [spaces, library_aware] = run.messages;
  auto header = make_header(run.world, run.settings, facts);
  header.memory = gather_message_memory(run.world, run.settings, spaces, library_aware);
  std::ranges::move(record::device_warnings(header), std::back_inserter(header.warnings));
  header.plugins = plugin_files(run.world, run.plugins);
  library::describe_library_variables(header, run.library, run.settings);
  return header;
}

Result<int> measure_plan(const Agreed& run, Ending& ending) {
  std::optional<host::CallGuard> starting(std::in_place, "starting the run");
  MachineFacts facts = study_machine(run.world);
  if (auto fits = fits_machine(run.world, run.settings, facts); !fits) return tl::unexpected(fits.error());
  if (auto right = start_up::check_place(run.world, run.settings); !right)
    return tl::unexpected(right.error());
  host::Account start_up;
  RunRecords journal;
  {
    const host::Span span(start_up, host::Phase::start_up);
    const auto header = full_header(run, facts);
    facts.cores_shared = record::share_cores(header.places);
    auto opened = open_journal(run.world, run.settings, run.plan, header);
    if (!opened) return tl::unexpected(opened.error());
    journal = std::move(*opened);
    starting.reset();
    if (run.world.first()) begin_output(run, header, journal.sinks);
  }
  RunOutcome outcome = execute(run.world, run.settings, run.plan, journal.sinks, journal.finished,
                               {facts, run.variables, run.messages.spaces});
  outcome.account.add(host::Phase::start_up, start_up.of(host::Phase::start_up));
  const int status = exit_status(run, outcome);
  ending.last = LastRow::of(run.world, run.settings, run.plan, journal.finished, journal.columns);
  if (run.world.first()) {
    if (run.settings.verbose) host::write_output(time_lines(outcome.account));
    ending.footer = make_footer(outcome, status, ending.last ? 1 : 0);
    host::tell_each(journal.sinks, [&](const auto& sink) { sink->end(ending.footer); });
  }
  return status;
}

}  // namespace sonde::run
