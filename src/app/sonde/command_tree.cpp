#include "app/sonde/command_tree.hpp"

#include <fmt/format.h>

#include <array>
#include <string>

#include "app/sonde/input_files.hpp"
#include "base/message.hpp"
#include "base/version.hpp"

namespace sonde::app {

int wrong_input(std::string_view message) {
  const auto notes = take_notes();
  complain("sonde", notes.empty() ? std::string(message) : fmt::format("{} ({})", message, notes.front()));
  return 2;
}

namespace {

// One line a command, in the order of the help text.
constexpr std::array commands{
    Command{"fit", "fit a performance model: parameters with intervals, residuals", setup_fit},
    Command{"simulate", "simulate multi-mode PingPong: records and timing diagrams", setup_simulate},
    Command{"plot", "draw a figure for a paper with gnuplot", setup_plot},
    Command{"report", "make one HTML page of runs, to read and to hand on", setup_report},
    Command{"compare", "say whether new runs are slower than base runs", setup_compare},
    Command{"links", "say which host, link or switch of a cluster is slow", setup_links},
    Command{"run", "launch one command until the next launch is known; spread within and between runs",
            setup_run},
    Command{"campaign", "launch a plan many times in random order; spread within and between runs",
            setup_campaign},
    Command{"verify", "say whether what a campaign left was changed", setup_verify},
    Command{"history", "keep nightly records and say whether the last night is slower", setup_history},
    Command{"show", "print records and tables of other suites, convert them", setup_show},
    Command{"explain", "say what a warning, a verdict, a column or an option means and what to do",
            setup_explain},
};

/// No option of any command takes an empty value, and no flag takes any: --dry-run=no is not the opposite of --dry-run.
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
  for (const Command& command : commands) {
    CLI::App* sub = app.add_subcommand(std::string(command.name), std::string(command.summary));
    tree.actions.emplace_back(sub, command.setup(*sub));
  }
  refuse_wrong_values(app);
  return tree;
}

}  // namespace sonde::app
