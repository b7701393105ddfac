#include "run/program.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>

#include "args/complete.hpp"
#include "base/fnv1a.hpp"
#include "base/machine.hpp"
#include "base/message.hpp"
#include "case_setup/failure.hpp"
#include "engine/own_start.hpp"
#include "host/files_to_remove.hpp"
#include "host/launcher.hpp"
#include "host/loaded_libraries.hpp"
#include "host/output.hpp"
#include "host/signals.hpp"
#include "host/streams.hpp"
#include "host/timeouts.hpp"
#include "library/detect_library.hpp"
#include "library/device_support.hpp"
#include "library/library_variables.hpp"
#include "library/performance_variables.hpp"
#include "mpi/error.hpp"
#include "mpi/handles.hpp"
#include "mpi/simulated.hpp"
#include "plan/describe.hpp"
#include "plugin/call_cost.hpp"
#include "plugin/plugins.hpp"
#include "record/device_warnings.hpp"
#include "record/provenance.hpp"
#include "record/warnings.hpp"
#include "run/execute.hpp"
#include "run/finished.hpp"
#include "run/footer_at_hand.hpp"
#include "run/header.hpp"
#include "run/last_row.hpp"
#include "run/load_alone.hpp"
#include "run/memory_growth.hpp"
#include "run/message_memory.hpp"
#include "sinks/progress.hpp"
#include "sinks/record_sinks.hpp"
#include "sinks/text_sink.hpp"
#include "sinks/warning_sink.hpp"
#include "start_up/agree_on_budget.hpp"
#include "start_up/devices.hpp"
#include "start_up/first_messages.hpp"
#include "start_up/ignored_signals.hpp"
#include "start_up/peers.hpp"
#include "start_up/places.hpp"
#include "start_up/share_arguments.hpp"
#include "start_up/threads.hpp"
#include "start_up/wrong_place.hpp"

namespace sonde::run {

namespace {

int mpi_level(ThreadLevel level) {
  switch (level) {
    case ThreadLevel::single:
      return MPI_THREAD_SINGLE;
    case ThreadLevel::funneled:
      return MPI_THREAD_FUNNELED;
    case ThreadLevel::serialized:
      return MPI_THREAD_SERIALIZED;
    case ThreadLevel::multiple:
      return MPI_THREAD_MULTIPLE;
  }
  return MPI_THREAD_SINGLE;
}

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
  int opened = sinks ? 1 : 0;
  mpi::ok(MPI_Bcast(&opened, 1, MPI_INT, 0, world.comm), "MPI_Bcast");
  if (opened == 0) return failure(world.first() ? sinks.error().message : std::string{});
  return RunRecords{std::move(*sinks), std::move(columns), std::move(*finished)};
}

/// Where messages lie on this rank, and whether the library takes it (as records have it).
struct MessageSpaces {
  device::Spaces spaces;
  std::string library_aware;
};

/// What is left to do once MPI has ended.
struct Ending {
  std::optional<LastRow> last;
  record::Footer footer;  ///< as the first rank has written it
  FooterAtHand record;
};

/// All others may wait here for the output of the first rank. Collective.
void wait_for_all(const mpi::World& world) {
  const host::CallGuard guard("waiting for all ranks", 0, world.first());
  mpi::wait_for_everybody(world);
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
    (reason == record::Reason::time_out ? footer.skipped : footer.failed) += count;
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

Result<int> measure(const mpi::World& world, const Program& program, const Settings& settings,
                    const Plan& plan, const library::LibraryState& library,
                    const library::PerformanceVariables& variables, const MessageSpaces& messages,
                    const plugin::Plugins& plugins, Ending& ending) {
  std::optional<host::CallGuard> starting(std::in_place, "starting the run");
  MachineFacts facts = study_machine(world);
  if (auto fits = fits_machine(world, settings, facts); !fits) return tl::unexpected(fits.error());
  if (auto right = start_up::check_place(world, settings); !right) return tl::unexpected(right.error());
  host::Account start_up;
  RunRecords journal;
  {
    const host::Span span(start_up, host::Phase::start_up);
    auto header = make_header(world, settings, facts);
    header.memory = gather_message_memory(world, settings, messages.spaces, messages.library_aware);
    std::ranges::move(record::device_warnings(header), std::back_inserter(header.warnings));
    header.plugins = plugin_files(world, plugins);
    facts.cores_shared = record::share_cores(header.places);
    library::describe_library_variables(header, library, settings);
    auto opened = open_journal(world, settings, plan, header);
    if (!opened) return tl::unexpected(opened.error());
    journal = std::move(*opened);
    starting.reset();
    if (world.first()) {
      auto warnings = sinks::make_warning_sink(settings.warnings);
      // First of all, so that its line is gone when others write.
      if (auto progress = sinks::make_progress(settings, plan))
        journal.sinks.insert(journal.sinks.begin(), std::move(progress));
      const bool before_foot = settings.warnings == Warnings::on_output;
      if (before_foot) journal.sinks.push_back(std::move(warnings));
      journal.sinks.push_back(sinks::make_text_sink(settings, plan, program.catalog));
      if (!before_foot) journal.sinks.push_back(std::move(warnings));
      for (const auto& sink : journal.sinks) sink->begin(header);
    }
  }
  RunOutcome outcome =
      execute(world, settings, plan, journal.sinks, journal.finished, {facts, variables, messages.spaces});
  outcome.account.add(host::Phase::start_up, start_up.of(host::Phase::start_up));
  int status = tables::exit_status(outcome.tally);
  if (const auto failed = failed_release(world)) {
    if (world.first())
      complain(program.name, failed->text + ": a handle was not freed; the rows are complete");
    if (status == 0) status = 1;
  }
  ending.last = LastRow::of(world, settings, plan, journal.finished, journal.columns);
  if (world.first()) {
    if (settings.verbose) host::write_output(time_lines(outcome.account));
    ending.footer = make_footer(outcome, status, ending.last ? 1 : 0);
    for (const auto& sink : journal.sinks) sink->end(ending.footer);
  }
  return status;
}

/// Eight hexadecimal digits that hardly any other run at this time has. Collective.
std::string agree_on_run_word(const mpi::World& world) {
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  std::uint64_t word = fnv1a(fmt::format("{} {} {}", host_name(), ::getpid(), now));
  mpi::ok(MPI_Bcast(&word, 1, MPI_UINT64_T, 0, world.comm), "MPI_Bcast");
  return fmt::format("{:08x}", word & 0xffffffffU);
}

/// Whether the library gave what -thread_level asked for; a table of another level would not be what was
/// asked for.
Result<void> check_thread_level(const Settings& settings) {
  if (library::thread_level_at_hand() >= mpi_level(settings.thread_level)) return {};
  return failure(
      fmt::format("the MPI library gives {} only; give a lower -thread_level", library::thread_level_text()));
}

/// The memory of messages, where the library takes it. Collective.
Result<MessageSpaces> agree_on_memory(const mpi::World& world, Settings& settings,
                                      start_up::EarlyDevices early) {
  auto spaces = start_up::agree_on_devices(world, settings, std::move(early));
  if (!spaces) return tl::unexpected(spaces.error());
  auto aware = library::check_device_support(world, settings);
  if (!aware) return tl::unexpected(aware.error());
  return MessageSpaces{std::move(*spaces), std::move(*aware)};
}

/// One message from one rank; the status to end with.
int refuse(const mpi::World& world, const Program& program, const Error& error, int status) {
  if (world.first()) complain(program.name, error.message);
  return status;
}

/// The first rank has written everything: what all ranks know of the end. Collective.
void share_ending(const mpi::World& world, const Settings& settings, const Plan& plan, int& status,
                  Ending& ending) {
  {
    // Other ranks may have waited for the reader of the output: no timeout.
    const host::CallGuard guard("sharing the exit status", 0, world.first());
    mpi::ok(MPI_Bcast(&status, 1, MPI_INT, 0, world.comm), "MPI_Bcast");
  }
  const host::CallGuard guard("ending the run");
  ending.record = FooterAtHand::of(world, settings, ending.footer);
  if (ends_with_a_row(plan)) mpi::ok(MPI_Barrier(world.comm), "MPI_Barrier");
}

void cut_leaves_no_files(const mpi::World& world, double grace_seconds) {
  host::handle_signals(world.first(), grace_seconds);
  host::at_cut(host::remove_files);
  start_up::tell_peers_at_cut(world);
}

int run_shared(const Program& program, const std::string& name, const std::vector<std::string>& arguments,
               const mpi::World& world, start_up::EarlyDevices devices,
               const Result<plugin::Plugins>& plugins, Ending& ending) {
  host::ignore_closed_pipes();
  if (const auto apart = host::started_apart(world.size)) complain(program.name, *apart);
  start_up::Command command = start_up::share_command(world, program, arguments, plugins);
  if (!command.settings) return command.status;
  if (!name.empty()) command.settings->command_line.front() = name;  // "./IMB-MPI1", as it was called
  std::optional<host::CallGuard> starting(std::in_place, "starting the run");
  auto threads = start_up::agree_on_threads(world, *command.settings);
  if (!threads) return refuse(world, program, threads.error(), 2);
  command.settings->threads = *std::move(threads);
  const auto budget = start_up::agree_on_budget(world, *command.settings);
  if (!budget) return refuse(world, program, budget.error(), 2);
  command.settings->budget_seconds = *budget;
  if (command.settings->files) command.settings->run_word = agree_on_run_word(world);
  MessageSpaces messages;
  if (!command.settings->dry_run) {
    auto agreed = agree_on_memory(world, *command.settings, std::move(devices));
    if (!agreed) return refuse(world, program, agreed.error(), 2);
    messages = std::move(*agreed);
  }
  const Settings& settings = *command.settings;
  const auto library = library::read_library_variables(world, settings);
  if (!library) return refuse(world, program, library.error(), 2);
  const auto variables = library::PerformanceVariables::open(world, settings);
  if (!variables) return refuse(world, program, variables.error(), 2);
  if (mpi::simulated && settings.load && settings.load->kind == LoadKind::fileio)
    return refuse(world, program, Error{"-load fileio: SimGrid has no files; give another kind"}, 2);
  if (settings.load && settings.load->alone_seconds > 0) {
    starting.reset();
    cut_leaves_no_files(world, 0);
    const auto made = make_load_alone(world, settings);
    host::stop_handling_signals();
    return made ? 0 : refuse(world, program, made.error(), 2);
  }
  const bool late_node = settings.arrival && settings.arrival->pattern == ArrivalPattern::node;
  const auto nodes = facts_of(program.suite).nodes || late_node || settings.load
                         ? start_up::nodes_of_ranks(world)
                         : std::vector<int>{};
  const auto blocks = start_up::blocks_of_ranks(world, settings.switches);
  const auto plan =
      make_plan(settings, program.catalog, world.size, library::library_at_hand(), {nodes, blocks});
  if (!plan) return refuse(world, program, plan.error(), 2);
  if (settings.dry_run) {
    const MachineFacts facts = study_machine(world);
    if (auto known = knows_caches(settings, facts); !known) return refuse(world, program, known.error(), 2);
    starting.reset();
    if (world.first()) {
      host::write_output(describe(*plan, settings, facts.caches));
      host::write_output(variables->description());
      host::finish_output();
    }
    wait_for_all(world);
    return 0;
  }
  if (const auto level = check_thread_level(settings); !level)
    return refuse(world, program, level.error(), 2);
  cut_leaves_no_files(world, start_up::grace_after_sigterm());
  starting.reset();
  auto status = measure(world, program, settings, *plan, *library, *variables, messages, *plugins, ending);
  host::stop_handling_signals();  // nothing is left to cut while the launcher writes the output
  if (!status) return refuse(world, program, status.error(), 2);
  if (world.first()) host::finish_output();
  share_ending(world, settings, *plan, *status, ending);
  return *status;
}

void note_main() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  engine::own_start().main_began = std::chrono::duration<double>(now).count();
}

bool initialise(int& argc, char**& argv, int thread_level) {
  int provided = MPI_THREAD_SINGLE;
  const auto start = std::chrono::steady_clock::now();
  const int code = MPI_Init_thread(&argc, &argv, thread_level, &provided);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  engine::own_start().init_seconds = taken.count();
  return code == MPI_SUCCESS && MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN) == MPI_SUCCESS;
}

/// The status to end with: no rank can be told to abort any more.
int tell_last(const Program& program, const LastRow& last, double seconds, int status) {
  try {
    last.tell(seconds);
  } catch (const std::exception& error) {
    complain(program.name, reason_of(error));
    return 1;
  }
  return status;
}

/// The last word of a process that ends without MPI_Finalize; the status to end with.
int last_word(const Program& program, std::string_view message) {
  complain(program.name, message);
  host::let_the_launcher_read();
  return 1;
}

/// The status to end with.
int finalize_failed(const Program& program, const Ending& ending) {
  const char* record = ending.record.correct() ? "" : "; the footer of the record does not know it";
  return last_word(
      program,
      fmt::format("MPI_Finalize failed: what the MPI library still had to write may be lost{}", record));
}

/// Calls outside the loops that have not returned after minutes never will, not even with very many ranks.
/// Simulated ranks share a process and its timers.
void guard_outer_calls(const mpi::World& world) {
  if constexpr (mpi::simulated) return;
  constexpr double patience = 300, each_rank = 0.01;
  host::guard_calls(patience + each_rank * world.size, world.first());
}

/// The last resort: a failure outside of any case. The other ranks may be waiting for this one.
int abort_run(const Program& program, const std::exception& error) {
  const int status = last_word(program, reason_of(error));
  const host::CallGuard guard("MPI_Abort");
  MPI_Abort(MPI_COMM_WORLD, status);
  return status;
}

}  // namespace

int run_program(const Program& offered, int argc, char** argv) {
  Program program = offered;
  if (library::asked_for_library_variables(argc, argv)) return library::write_library_variables();
  if (library::asked_for_trial(argc, argv)) return library::run_trial(argv);
  if (argc > 1 && argv[1] == std::string_view(complete_request)) {
    const std::vector<std::string> words(argv + 2, argv + argc);
    return host::write_output(candidates(program_words(program), words)), 0;
  }
  note_main();
  host::open_missing_streams();
  host::mend_signals();
  start_up::keep_ignored_signals();
  const std::string name = argc > 0 ? argv[0] : "";
  const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  std::optional<MemoryReadings> memory;
  if (names_memory(arguments)) memory.emplace();
  const Settings early = early_settings(program, arguments);
  library::set_library_variables(early);
  const auto plugins = plugin::Plugins::load(early.plugins, program.catalog);
  if (plugins) program.catalog = plugins->catalog();
  start_up::EarlyDevices devices = start_up::open_devices(early);
  if (!initialise(argc, argv, mpi_level(early.thread_level)))
    return last_word(program, "MPI_Init_thread failed: the MPI library cannot be used");
  if (memory) memory->after_init();
  start_up::keep_ignored_signals();
  int status = 1;
  Ending ending;
  try {
    const mpi::World world = mpi::make_world();
    guard_outer_calls(world);
    {
      const host::CallGuard guard("sending first messages");
      if (start_up::names_first_messages(arguments))
        start_up::send_first_messages(start_up::names_first_alltoall(arguments));
      if (memory) memory->after_calls();
    }
    status = run_shared(program, name, arguments, world, std::move(devices), plugins, ending);
  } catch (const std::exception& error) {
    return abort_run(program, error);
  }
  const host::CallGuard guard("MPI_Finalize");
  if (!ending.last)
    host::keep_libraries_loaded();  // docs/design/library-defects.md; else they are part of what is timed
  const auto start = std::chrono::steady_clock::now();
  if (MPI_Finalize() != MPI_SUCCESS) return finalize_failed(program, ending);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  return ending.last ? tell_last(program, *ending.last, taken.count(), status) : status;
}

}  // namespace sonde::run
