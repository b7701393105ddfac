// `sonde`: reads records and foreign tables, fits, simulates, compares, reports. Needs no MPI.
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <exception>
#include <vector>

#include "app/sonde/commands.hpp"
#include "base/message.hpp"
#include "base/version.hpp"

namespace sonde::app {

int wrong_input(std::string_view message) {
  complain("sonde", message);
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
    Command{"campaign", "launch a plan many times in random order; spread within and between runs",
            setup_campaign},
    Command{"show", "print records and tables of other suites, convert them", setup_show},
};

int run(int argc, char** argv) {
  CLI::App app{
      "Reads the records of Sonde and the tables of other MPI benchmark suites, and answers questions about "
      "them.",
      "sonde"};
  app.set_version_flag("--version", fmt::format("sonde {} ({})", version, revision));
  app.require_subcommand(1);
  std::vector<std::pair<CLI::App*, Action>> actions;
  for (const Command& command : commands) {
    CLI::App* sub = app.add_subcommand(std::string(command.name), std::string(command.summary));
    actions.emplace_back(sub, command.setup(*sub));
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& done) {
    return app.exit(done);
  } catch (const CLI::ParseError& wrong) {
    return wrong_input(fmt::format("{} (see sonde --help)", wrong.what()));
  }
  for (const auto& [sub, action] : actions)
    if (sub->parsed()) return action();
  return 2;
}

}  // namespace
}  // namespace sonde::app

int main(int argc, char** argv) {
  try {
    return sonde::app::run(argc, argv);
  } catch (const std::exception& broken) {
    return sonde::complain("sonde", broken.what()), 1;
  }
}
