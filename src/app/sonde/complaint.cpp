#include "app/sonde/complaint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "app/sonde/tree_words.hpp"
#include "base/text.hpp"

namespace sonde::app {

namespace {

/// The last command that the line names.
const CLI::App& named_command(const CLI::App& root) {
  const CLI::App* at = &root;
  while (!at->get_subcommands().empty()) at = at->get_subcommands().back();
  return *at;
}

/// "sonde history export"
std::string path_of(const CLI::App& command) {
  const CLI::App* parent = command.get_parent();
  return parent == nullptr ? command.get_name() : path_of(*parent) + " " + command.get_name();
}

/// "--sort=", where the word behind it was taken for its value and is missing now; empty where none is.
std::string option_without_value(std::span<char*> line) {
  for (std::string word : line) {
    if (word == "--") break;
    if (word.starts_with("--") && word.find('=') == word.size() - 1) return word;
  }
  return "";
}

std::string unexpected_word(const CLI::App& command, const std::string& word) {
  if (!word.starts_with('-')) return fmt::format("nothing is expected where {} stands", sonde::quoted(word));
  std::vector<std::string_view> names;
  for (const CLI::Option* option : declared_options(command))
    names.insert(names.end(), option->get_lnames().begin(), option->get_lnames().end());
  const auto near = nearest(word.substr(std::min(word.find_first_not_of('-'), word.size())), names);
  return fmt::format("unknown option {}{}", sonde::quoted(word),
                     near.empty() ? "" : fmt::format(": did you mean --{}?", near));
}

/// The words of the line that nothing takes, in its order; with `options`, only those that look like options.
std::vector<std::string> words_left(const CLI::App& root, std::span<char*> line, bool options) {
  const auto left = root.remaining(true);
  std::vector<std::string> out;
  for (const std::string word : line)
    if (std::ranges::count(left, word) > 0 && word != "--" && (!options || word.starts_with('-')))
      out.push_back(word);
  return out;
}

std::string what_is_missing(const CLI::App& command, const CLI::ParseError& wrong) {
  if (path_of(command) == "sonde history")
    return std::ranges::count(command.remaining(), "compare") > 0
               ? "nights are compared with sonde compare --by-night DIR A B"
               : "the directory stands before what is to be done: sonde history DIR check";
  if (command.get_require_subcommand_min() == 0) return wrong.what();
  std::vector<std::string> names;
  for (const CLI::App* below : commands_below(command)) names.push_back(below->get_name());
  return fmt::format("'{}' takes one of: {}", path_of(command), fmt::join(names, ", "));
}

std::string sentence(const CLI::App& root, const CLI::App& command, const CLI::ParseError& wrong,
                     std::span<char*> line) {
  const auto code = static_cast<CLI::ExitCodes>(wrong.get_exit_code());
  const std::string_view what = wrong.what();
  if (code == CLI::ExitCodes::ExtrasError || code == CLI::ExitCodes::RequiredError) {
    const auto left = words_left(root, line, code == CLI::ExitCodes::RequiredError);
    if (!left.empty()) return unexpected_word(command, left.front());
  }
  if (code == CLI::ExitCodes::RequiredError) {
    if (const auto word = option_without_value(line); !word.empty())
      return fmt::format("{} has no value: write it right behind, {}VALUE", word, word);
    return what_is_missing(command, wrong);
  }
  const auto override_at = what.find(" was given a disallowed flag override");
  if (override_at != std::string_view::npos)
    return fmt::format("--{} takes no value", what.substr(0, override_at));
  return std::string(what);
}

}  // namespace

std::string complaint(const CLI::App& root, const CLI::ParseError& wrong, std::span<char*> line) {
  const CLI::App& command = named_command(root);
  return fmt::format("{} (see {} --help)", sentence(root, command, wrong, line), path_of(command));
}

}  // namespace sonde::app
