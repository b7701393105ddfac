// `sonde`: reads records and foreign tables, fits, simulates, compares, reports. Needs no MPI.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "app/sonde/command_tree.hpp"
#include "app/sonde/complaint.hpp"
#include "app/sonde/input_files.hpp"
#include "app/sonde/tree_words.hpp"
#include "args/complete.hpp"
#include "base/complain.hpp"
#include "base/result.hpp"
#include "base/text.hpp"
#include "host/memory_limit.hpp"
#include "host/output.hpp"
#include "host/signals.hpp"
#include "host/streams.hpp"

namespace sonde::app {

namespace {

/// What could stand there instead is one of the commands `below`.
std::string unknown_word(const std::string& word, const std::string& path,
                         std::span<const CLI::App* const> below) {
  std::vector<std::string> names;
  names.reserve(below.size());
  for (const CLI::App* sub : below) names.push_back(sub->get_name());
  const std::vector<std::string_view> known(names.begin(), names.end());
  const auto near = nearest(word, known);
  return fmt::format("unknown word '{}' after '{}': {}", word, path,
                     near.empty() ? fmt::format("expected {}", fmt::join(names, ", "))
                                  : fmt::format("did you mean '{}'?", near));
}

/// Follows the words of the command line down the tree of commands; the first that is none is an error.
Result<void> known_commands(const CLI::App& root, std::span<char*> words) {
  const CLI::App* at = &root;
  std::string path = root.get_name();
  for (const std::string word : words) {
    if (at->get_require_subcommand_min() == 0) break;
    if (!declared_arguments(*at).empty()) break;  // not a word of ours
    const auto below = commands_below(*at);
    const auto found = std::ranges::find(below, word, [](const CLI::App* sub) { return sub->get_name(); });
    if (found == below.end()) {
      if (word.starts_with('-') && at->get_option_no_throw(word) != nullptr) break;
      return failure(unknown_word(word, path, below));
    }
    at = *found;
    path += " " + word;
  }
  return {};
}

/// Help and version, as CLI11 words them.
int print_answer(const CLI::App& app, const CLI::Success& done) {
  std::ostringstream text;
  app.exit(done, text, text);
  host::write_output(text.str());
  return 0;
}

int run(int argc, char** argv) {
  const CommandTree tree = command_tree();
  CLI::App& app = *tree.root;
  if (argc < 2) return host::write_output(app.help()), 0;
  if (argv[1] == std::string_view(complete_request)) {
    const std::vector<std::string> words(argv + 2, argv + argc);
    return host::write_output(candidates(tree_words(app), words)), 0;
  }
  const auto line = std::span(argv, static_cast<std::size_t>(argc)).subspan(1);
  if (const auto known = known_commands(app, line); !known)
    return wrong_input(known.error().message + " (see sonde --help)");
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& done) {
    return print_answer(app, done);
  } catch (const CLI::ParseError& wrong) {
    return wrong_input(complaint(app, wrong, line));
  }
  for (const auto& [sub, action] : tree.actions)
    if (sub->parsed()) {
      const int status = action();
      for (const auto& note : pop_notes()) complain("sonde", note);
      return status;
    }
  return 2;
}

}  // namespace
}  // namespace sonde::app

int main(int argc, char** argv) {
  sonde::host::open_missing_streams();
  sonde::host::mend_signals();
  sonde::host::limit_memory();
  try {
    return sonde::app::run(argc, argv);
  } catch (const sonde::host::OutputLost& lost) {
    return sonde::complain("sonde", lost.what()), 1;
  } catch (const std::exception& broken) {
    // Such as memory that is full; 1 would say that something is worse.
    return sonde::app::wrong_input(sonde::reason_of(broken));
  }
}
