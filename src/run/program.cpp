#include "run/program.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "args/complete.hpp"
#include "args/load_words.hpp"
#include "base/complain.hpp"
#include "base/fnv1a.hpp"
#include "base/machine.hpp"
#include "base/text.hpp"
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
#include "measuring/congestors.hpp"
#include "mpi/error.hpp"
#include "mpi/simulated.hpp"
#include "plan/load_ranks.hpp"
#include "plugin/plugins.hpp"
#include "run/last_row.hpp"
#include "run/machine_facts.hpp"
#include "run/measure_plan.hpp"
#include "run/memory_growth.hpp"
#include "run/write_plan.hpp"
#include "start_up/agree_on_budget.hpp"
#include "start_up/agree_on_threads.hpp"
#include "start_up/devices.hpp"
#include "start_up/first_messages.hpp"
#include "start_up/ignored_signals.hpp"
#include "start_up/peers.hpp"
#include "start_up/places.hpp"
#include "start_up/share_arguments.hpp"
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
  if (!ends_with_a_row(plan)) return;
  mpi::ok(MPI_Barrier(world.comm), "MPI_Barrier");
  // The first rank writes that row after MPI_Finalize: launchers end it where another exits with a status.
  if (!world.first()) status = 0;
}

void cut_leaves_no_files(const mpi::World& world, double grace_seconds) {
  host::handle_signals(world.first(), grace_seconds);
  host::at_cut(host::remove_files);
  start_up::tell_peers_at_cut(world);
}

/// -load only: makes the load, beside nothing, and writes what has been moved; an error where there are too
/// few processes. Collective over the world.
Result<void> make_load_alone(const mpi::World& world, const Settings& settings) {
  const Load& load = *settings.load;
  if (world.size < least_congestors(load.kind))
    return failure("-load only: a load between processes needs two or more");
  if (auto fits = check_load_memory(settings, world.size); !fits) return fits;
  if (world.first())
    host::write_output(
        fmt::format("# Load: {} on {}, no benchmark\n", text_of(load), counted(world.size, "process")));
  if (auto right = start_up::check_place(world, settings); !right) return right;
  if (settings.dry_run) return {};
  const auto [bytes, seconds] = measuring::load_alone(world, settings);
  if (!world.first()) return {};
  host::write_output(fmt::format("# {:.0f} bytes moved in {:.3f} s: {:.2f} Mbytes/sec\n", bytes, seconds,
                                 bytes / std::max(seconds, 1e-9) / settings.megabyte));
  host::finish_output();
  return {};
}

/// What the ranks have to agree on beside the command line. Collective.
Result<void> agree_on_settings(const mpi::World& world, Settings& settings) {
  auto threads = start_up::agree_on_threads(world, settings);
  if (!threads) return tl::unexpected(threads.error());
  settings.threads = *std::move(threads);
  const auto budget = start_up::agree_on_budget(world, settings);
  if (!budget) return tl::unexpected(budget.error());
  settings.budget_seconds = *budget;
  if (settings.files) settings.run_word = agree_on_run_word(world);
  return {};
}

/// Collective.
Result<Plan> plan_for(const mpi::World& world, const Program& program, const Settings& settings) {
  const bool late_node = settings.arrival && settings.arrival->pattern == ArrivalPattern::node;
  const auto nodes = facts_of(program.suite).nodes || late_node || settings.load
                         ? start_up::nodes_of_ranks(world)
                         : std::vector<int>{};
  const auto blocks = start_up::blocks_of_ranks(world, settings.switches);
  const auto lacks = start_up::check_switches(world, settings, blocks);
  if (!lacks && !settings.dry_run) return tl::unexpected(lacks.error());
  const std::string said = lacks ? *lacks : lacks.error().message;
  if (world.first() && !said.empty()) complain(program.name, said);
  return make_plan(settings, program.catalog, world.size, library::library_at_hand(), {nodes, blocks});
}

/// The exit status. Collective.
Result<int> measure(const Agreed& run, Ending& ending) {
  cut_leaves_no_files(run.world, start_up::grace_after_sigterm());
  auto status = measure_plan(run, ending);
  host::stop_handling_signals();  // nothing is left to cut while the launcher writes the output
  if (!status) return status;
  if (run.world.first()) host::finish_output();
  share_ending(run.world, run.settings, run.plan, *status, ending);
  return status;
}

/// What the command line asks for; the exit status, or the error of a run that cannot start. Collective.
Result<int> run_settings(const mpi::World& world, const Program& program, Settings& settings,
                         start_up::EarlyDevices devices, const plugin::Plugins& plugins, Ending& ending) {
  std::optional<host::CallGuard> starting(std::in_place, "starting the run");
  if (auto agreed = agree_on_settings(world, settings); !agreed) return tl::unexpected(agreed.error());
  MessageSpaces messages;
  if (!settings.dry_run || settings.resume) {  // a record tells where messages lay
    auto agreed = agree_on_memory(world, settings, std::move(devices));
    if (!agreed) return tl::unexpected(agreed.error());
    messages = std::move(*agreed);
  }
  const auto library = library::read_library_variables(world, settings);
  if (!library) return tl::unexpected(library.error());
  const auto variables = library::PerformanceVariables::open(world, settings);
  if (!variables) return tl::unexpected(variables.error());
  if (mpi::simulated && settings.load && settings.load->kind == LoadKind::fileio)
    return failure("-load fileio: SimGrid has no files; give another kind");
  if (settings.load && settings.load->alone_seconds > 0) {
    starting.reset();
    cut_leaves_no_files(world, 0);
    const auto made = make_load_alone(world, settings);
    host::stop_handling_signals();
    return made.map([] { return 0; });
  }
  const auto plan = plan_for(world, program, settings);
  if (!plan) return tl::unexpected(plan.error());
  starting.reset();
  if (const auto level = check_thread_level(settings); !level) return tl::unexpected(level.error());
  const Agreed run{world, program, settings, *plan, *library, *variables, messages, plugins};
  if (settings.dry_run) return write_plan(run).map([] { return 0; });
  return measure(run, ending);
}

/// What a process has read and opened for itself before MPI_Init_thread.
struct BeforeMpi {
  Settings early;  ///< of its own command line
  Result<plugin::Plugins> plugins;
  start_up::EarlyDevices devices;
};

/// The exit status. Collective.
int run_shared(const Program& program, const std::string& name, const std::vector<std::string>& arguments,
               const mpi::World& world, BeforeMpi& before, Ending& ending) {
  host::ignore_closed_pipes();
  if (const auto apart = host::started_apart(world.size)) complain(program.name, *apart);
  const auto& plugins = before.plugins;
  auto command = start_up::share_command(world, program, arguments, before.early, plugins);
  if (!command.settings) return command.status;
  if (!name.empty()) command.settings->command_line.front() = name;  // "./IMB-MPI1", as it was called
  const auto status =
      run_settings(world, program, *command.settings, std::move(before.devices), *plugins, ending);
  if (status) return *status;
  if (world.first()) complain(program.name, status.error().message);
  return 2;
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

/// The first calls of MPI, where the command line names rows that tell them.
void make_first_calls(const std::vector<std::string>& arguments, std::optional<MemoryReadings>& memory) {
  const host::CallGuard guard("sending first messages");
  if (start_up::names_first_messages(arguments))
    start_up::send_first_messages(start_up::names_first_alltoall(arguments));
  if (memory) memory->after_calls();
}

/// The status to end with, of a run that ends with `status`.
int finalize(const Program& program, const Ending& ending, int status) {
  const host::CallGuard guard("MPI_Finalize");
  if (!ending.last)
    host::keep_libraries_loaded();  // docs/design/library-defects.md; else they are part of what is timed
  const auto start = std::chrono::steady_clock::now();
  if (MPI_Finalize() != MPI_SUCCESS) return finalize_failed(program, ending);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  return ending.last ? tell_last(program, *ending.last, taken.count(), status) : status;
}

/// The status of a process that measures nothing: it answers a shell, or another process of a run.
std::optional<int> answer(const Program& program, int argc, char** argv) {
  if (library::asked_for_library_variables(argc, argv)) return library::write_library_variables();
  if (library::asked_for_trial(argc, argv)) return library::run_trial(argv);
  if (argc <= 1 || argv[1] != std::string_view(complete_request)) return std::nullopt;
  const std::vector<std::string> words(argv + 2, argv + argc);
  host::write_output(candidates(program_words(program), words));
  return 0;
}

}  // namespace

int run_program(const Program& offered, int argc, char** argv) {
  if (const auto status = answer(offered, argc, argv)) return *status;
  Program program = offered;
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
  BeforeMpi before{early, plugin::Plugins::load(early.plugins, program.catalog),
                   start_up::open_devices(early)};
  if (before.plugins) program.catalog = before.plugins->catalog();
  if (!initialise(argc, argv, mpi_level(early.thread_level)))
    return last_word(program, "MPI_Init_thread failed: the MPI library cannot be used");
  if (memory) memory->after_init();
  start_up::keep_ignored_signals();
  int status = 1;
  Ending ending;
  try {
    const mpi::World world = mpi::make_world();
    guard_outer_calls(world);
    make_first_calls(arguments, memory);
    status = run_shared(program, name, arguments, world, before, ending);
  } catch (const std::exception& error) {
    return abort_run(program, error);
  }
  return finalize(program, ending, status);
}

}  // namespace sonde::run
