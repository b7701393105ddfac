// `sonde`: reads records and foreign tables, fits, simulates, compares, reports. Needs no MPI.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <span>
#include <sstream>
#include <vector>

#include "app/sonde/commands.hpp"
#include "base/message.hpp"
#include "base/result.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "host/output.hpp"
#include "host/streams.hpp"

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
    Command{"links", "say which host, link or switch of a cluster is slow", setup_links},
    Command{"run", "launch one command until the next launch is known; spread within and between runs",
            setup_run},
    Command{"campaign", "launch a plan many times in random order; spread within and between runs",
            setup_campaign},
    Command{"verify", "say whether what a campaign left was changed", setup_verify},
    Command{"history", "keep nightly records and say whether the last night is slower", setup_history},
    Command{"show", "print records and tables of other suites, convert them", setup_show},
};

/// Follows the words of the command line down the tree of commands; the first that is none is an error.
Result<void> known_commands(const CLI::App& root, std::span<char*> words) {
  const CLI::App* at = &root;
  std::string path = root.get_name();
  for (const std::string word : words) {
    if (at->get_require_subcommand_min() == 0) break;
    if (!at->get_options([](const CLI::Option* o) { return o->get_positional(); }).empty())
      break;  // not a word of ours
    const auto below = at->get_subcommands([](const CLI::App*) { return true; });
    const auto found = std::ranges::find(below, word, [](const CLI::App* sub) { return sub->get_name(); });
    if (found == below.end()) {
      if (word.starts_with('-') && at->get_option_no_throw(word) != nullptr) break;
      std::vector<std::string> names;
      names.reserve(below.size());
      for (const CLI::App* sub : below) names.push_back(sub->get_name());
      const std::vector<std::string_view> known(names.begin(), names.end());
      const auto near = nearest(word, known);
      return failure(fmt::format("unknown word '{}' after '{}': {}", word, path,
                                 near.empty() ? fmt::format("expected {}", fmt::join(names, ", "))
                                              : fmt::format("did you mean '{}'?", near)));
    }
    at = *found;
    path += " " + word;
  }
  return {};
}

/// No option of any command takes an empty value.
void refuse_empty_values(CLI::App& command) {
  const auto not_empty = [](const std::string& value) {
    return value.empty() ? std::string("the value is empty") : std::string();
  };
  for (CLI::Option* option :
       command.get_options([](const CLI::Option* o) { return o->get_items_expected_max() > 0; }))
    option->check(not_empty);
  for (CLI::App* sub : command.get_subcommands([](const CLI::App*) { return true; }))
    refuse_empty_values(*sub);
}

/// Help and version, as CLI11 words them.
int print_answer(const CLI::App& app, const CLI::Success& done) {
  std::ostringstream text;
  app.exit(done, text, text);
  host::write_output(text.str());
  return 0;
}

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
  refuse_empty_values(app);
  if (const auto known =
          known_commands(app, std::span(argv, static_cast<std::size_t>(argc)).subspan(argc > 0 ? 1 : 0));
      !known)
    return wrong_input(known.error().message + " (see sonde --help)");
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& done) {
    return print_answer(app, done);
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
  sonde::host::open_missing_streams();
  try {
    return sonde::app::run(argc, argv);
  } catch (const std::exception& broken) {
    return sonde::complain("sonde", broken.what()), 1;
  }
}
