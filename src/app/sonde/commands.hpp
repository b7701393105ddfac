// The commands of `sonde`. Each lives in a file of its own: its setup function declares arguments on its part
// of the command line and returns what runs when it is chosen. An action returns the exit status: 0 done, 1
// the comparison or the run failed, 2 wrong input (after one message on standard error).
#pragma once
#include <CLI/CLI.hpp>
#include <functional>
#include <string_view>

namespace sonde::app {

using Action = std::function<int()>;

struct Subcommand {
  std::string_view name;
  std::string_view summary;
  std::string_view needs;  ///< the shortest line that works, after the name
  Action (*setup)(CLI::App& command);
};

Action setup_campaign(CLI::App& command);
Action setup_check(CLI::App& command);
Action setup_compare(CLI::App& command);
Action setup_explain(CLI::App& command);
Action setup_fit(CLI::App& command);
Action setup_guidelines(CLI::App& command);
Action setup_history(CLI::App& command);
Action setup_links(CLI::App& command);
Action setup_simulate(CLI::App& command);
Action setup_plot(CLI::App& command);
Action setup_report(CLI::App& command);
Action setup_run(CLI::App& command);
Action setup_show(CLI::App& command);
Action setup_verify(CLI::App& command);

/// Prints "sonde: <message>" on standard error and returns 2.
int wrong_input(std::string_view message);

}  // namespace sonde::app
