#include "app/sonde/command_tree.hpp"

#include <fmt/format.h>

#include <array>
#include <string>

#include "app/sonde/input_files.hpp"
#include "base/complain.hpp"
#include "base/version.hpp"

namespace sonde::app {

int wrong_input(std::string_view message) {
  const auto notes = pop_notes();
  complain("sonde", notes.empty() ? std::string(message) : fmt::format("{} ({})", message, notes.front()));
  return 2;
}

namespace {

// One line a command, those that are used most first.
constexpr std::array commands{
    Subcommand{"show", "print records and tables of other suites, convert them", "FILE...", setup_show},
    Subcommand{"report", "make one HTML page of runs, to read and to hand on", "FILE...", setup_report},
    Subcommand{"compare", "say whether new runs are slower than base runs", "BASE NEW", setup_compare},
    Subcommand{"check", "say whether a machine keeps limits, for its acceptance",
               "FILE... --limits LIMITS.toml", setup_check},
    Subcommand{"guidelines", "say where a library wastes time: longer or split messages that are faster",
               "FILE...", setup_guidelines},
    Subcommand{"run", "launch one command until the next launch is known; spread within and between runs",
               "-n 5 -- mpirun -np 2 IMB-MPI1 PingPong", setup_run},
    Subcommand{"links", "say which host, link or switch of a cluster is slow",
               "FILE (a record of sonde-mpi Links)", setup_links},
    Subcommand{"history", "keep nightly records and say whether the last night is slower", "DIR check",
               setup_history},
    Subcommand{"fit", "fit a performance model: parameters with intervals, residuals", "latency FILE",
               setup_fit},
    Subcommand{"plot", "draw a figure for a paper with gnuplot", "FILE --benchmark NAME -o FIGURE.pdf",
               setup_plot},
    Subcommand{"campaign", "launch a plan many times in random order; spread within and between runs",
               "PLAN.toml", setup_campaign},
    Subcommand{"verify", "say whether what a campaign left was changed", "DIRECTORY", setup_verify},
    Subcommand{"simulate", "simulate multi-mode PingPong: records and timing diagrams", "pingpong",
               setup_simulate},
    Subcommand{"explain", "say what a warning, a verdict, a column or an option means and what to do", "WORD",
               setup_explain},
};

/// No option of any command takes an empty value, and no flag takes any: --dry-run=no is not the opposite of
/// --dry-run.
void refuse_wrong_values(CLI::App& command) {
  const auto not_empty = [](const std::string& value) {
    return value.empty() ? std::string("the value is empty") : std::string();
  };
  for (CLI::Option* option :
       command.get_options([](const CLI::Option* o) { return o->get_items_expected_max() > 0; }))
    option->check(not_empty);
  for (CLI::Option* flag :
       command.get_options([](const CLI::Option* o) { return o->get_items_expected_max() == 0; }))
    flag->disable_flag_override();
  for (CLI::App* sub : command.get_subcommands([](const CLI::App*) { return true; }))
    refuse_wrong_values(*sub);
}

}  // namespace

CommandTree command_tree() {
  CommandTree tree;
  tree.root = std::make_unique<CLI::App>(
      "Reads the records of Sonde and the tables of other MPI benchmark suites, and answers questions about "
      "them.",
      "sonde");
  CLI::App& app = *tree.root;
  app.set_version_flag("--version", fmt::format("sonde {} ({})", version, revision));
  app.require_subcommand(1);
  std::string shortest = "The shortest line of each that works:\n";
  for (const Subcommand& command : commands) {
    CLI::App* sub = app.add_subcommand(std::string(command.name), std::string(command.summary));
    tree.actions.emplace_back(sub, command.setup(*sub));
    shortest += fmt::format("  sonde {} {}\n", command.name, command.needs);
  }
  refuse_wrong_values(app);
  app.footer(shortest + "FILE is a record (-json) or the text of a run; sonde COMMAND --help has the rest.");
  return tree;
}

}  // namespace sonde::app
