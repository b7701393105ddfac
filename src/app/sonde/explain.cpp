// `sonde explain`: what a word of a table, a record or a command line means, and what to do; what a benchmark
// is.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/sonde/commands.hpp"
#include "args/prose.hpp"
#include "base/text.hpp"
#include "host/output.hpp"
#include "reports/benchmark_words.hpp"
#include "reports/explanations.hpp"

namespace sonde::app {

namespace {

std::string list_of_words() {
  std::string out = "sonde explain WORD says what a word means and what to do:\n";
  for (const std::string& kind : reports::word_kinds()) {
    std::string words;
    for (const auto& known : reports::explanations())
      if (known.kind == kind) words += fmt::format("{}{}", words.empty() ? "" : ", ", known.word);
    out += fmt::format("  {}: {}\n", kind, words);
  }
  out += fmt::format("  benchmark: {}\n", fmt::join(reports::benchmark_names(), ", "));
  return out + "  option: every option of the measuring programs and of sonde's commands\n";
}

/// Options of the measuring programs, and of the commands beside this one.
std::vector<std::string> options_of_programs(std::string_view plain) {
  std::vector<std::string> out;
  for (const Option& option : option_table())
    if (reports::plain_word(option.name) == plain)
      out.push_back(fmt::format("{} (option of {})\n  {}\n", flag_and_value(option), programs(option),
                                explanation(option)));
  return out;
}

/// Calls `each(path, name, option)` for every name of every option of every command, "-n" and "--launches";
/// help apart.
template <class Each>
void for_each_option(const CLI::App& command, const std::string& path, Each each) {
  for (const CLI::Option* option : command.get_options()) {
    if (option == command.get_help_ptr()) continue;
    for (const std::string& name : option->get_snames()) each(path, "-" + name, *option);
    for (const std::string& name : option->get_lnames()) each(path, "--" + name, *option);
  }
  for (const CLI::App* sub : command.get_subcommands([](const CLI::App*) { return true; }))
    for_each_option(*sub, path + " " + sub->get_name(), each);
}

std::vector<std::string> options_of_commands(const CLI::App& root, std::string_view plain) {
  std::vector<std::string> out;
  for_each_option(root, "sonde",
                  [&](const std::string& path, const std::string& name, const CLI::Option& option) {
                    if (reports::plain_word(name) == plain)
                      out.push_back(fmt::format("{} (option of {})\n  {}\n", option.get_name(false, true),
                                                path, option.get_description()));
                  });
  return out;
}

/// Up to three known words, the nearest first.
std::string near_words(std::string_view word, const CLI::App& root) {
  std::vector<std::string> names;
  for (const auto& known : reports::explanations()) names.emplace_back(known.word);
  for (const auto& known : reports::benchmark_names()) names.push_back(known);
  for (const Option& option : option_table()) names.emplace_back(option.name);
  for_each_option(root, "sonde", [&](const std::string&, const std::string& name, const CLI::Option&) {
    names.push_back(reports::plain_word(name));
  });
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::vector<std::string_view> left(names.begin(), names.end()), near;
  const std::string plain = reports::plain_word(word);
  while (near.size() < 3) {
    const auto found = nearest(plain, left);
    if (found.empty()) break;
    near.push_back(found);
    std::erase(left, found);
  }
  if (near.empty()) return "sonde explain alone lists the words";
  return fmt::format("did you mean '{}'?", fmt::join(near, "' or '"));
}

int explain_word(const std::string& word, const CLI::App& root) {
  if (word.empty()) return host::write_output(list_of_words()), 0;
  auto found = reports::explain(word);
  const std::string plain = reports::plain_word(word);
  for (auto&& options :
       {reports::explain_benchmark(word), options_of_programs(plain), options_of_commands(root, plain)})
    found.insert(found.end(), options.begin(), options.end());
  if (found.empty())
    return wrong_input(fmt::format("no word {}: {}", sonde::quoted(word), near_words(word, root)));
  host::write_output(fmt::format("{}", fmt::join(found, "\n")));
  return 0;
}

}  // namespace

Action setup_explain(CLI::App& command) {
  const auto word = std::make_shared<std::string>();
  command.add_option("WORD", *word,
                     "a word of tables, pages or messages, a benchmark or an option; none: the list of them");
  command.footer("Exit status: 0, 2 for a word that is not known.");
  command.allow_extras();  // a word may look like an option: sonde explain -iter
  return [word, &command] {
    const auto others = command.remaining();
    return explain_word(word->empty() && !others.empty() ? others.front() : *word, *command.get_parent());
  };
}

}  // namespace sonde::app
