#include "app/sonde/tree_words.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "args/option_table.hpp"
#include "base/text.hpp"
#include "history/export.hpp"
#include "reports/benchmark_words.hpp"
#include "reports/explanations.hpp"

namespace sonde::app {

namespace {

using Choices = std::vector<WordChoice>;

Choices words_to_explain() {
  Choices out;
  const auto add = [&](std::string word, std::string_view meaning) {
    std::ranges::replace(word, ' ', '_');
    const bool plain =
        word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-") ==
        std::string::npos;  // in every shell
    if (plain && std::ranges::find(out, word, &WordChoice::word) == out.end())
      out.push_back({std::move(word), std::string(meaning)});
  };
  for (const auto& known : reports::explanations()) add(known.word, known.kind);
  for (const auto& name : reports::benchmark_names()) add(name, "benchmark");
  for (const Option& option : option_table())
    add(std::string(option.name), "option of the measuring programs");
  return out;
}

Choices benchmarks() {
  Choices out;
  for (const auto& name : reports::benchmark_names()) out.push_back({name});
  return out;
}

Choices forms_of_history() {
  Choices out;
  for (const auto& form : history::forms())
    out.push_back({std::string(form.name), std::string(form.meaning)});
  return out;
}

/// What CLI11 cannot say of a value: an option by its longest name, an argument by its own.
struct KnownValue {
  std::string_view option, name;
  Completed how = Completed::free;
  Choices (*words)() = nullptr;
};

constexpr auto known_values = std::to_array<KnownValue>({
    {"FILE", "FILE", Completed::file},
    {"REC", "REC", Completed::file},
    {"DIR", "DIR", Completed::directory},
    {"plan", "PLAN", Completed::file},
    {"directory", "DIRECTORY", Completed::directory},
    {"base-and-new", "BASE NEW", Completed::file},
    {"command", "COMMAND", Completed::command},
    {"WORD", "WORD", Completed::words, words_to_explain},
    {"--base", "PATH", Completed::file},
    {"--new", "PATH", Completed::file},
    {"--by-night", "DIR", Completed::directory},
    {"--reference", "RECORD", Completed::file},
    {"--output", "FILE", Completed::file},
    {"--plot", "FILE", Completed::file},
    {"--picture", "FILE", Completed::file},
    {"--csv", "FILE", Completed::file},
    {"--limits", "FILE", Completed::file},
    {"--junit", "FILE", Completed::file},
    {"--topology", "FILE", Completed::file},
    {"--directory", "DIRECTORY", Completed::directory},
    {"--format", "FORM", Completed::words, forms_of_history},
    {"--benchmark", "NAME", Completed::list, benchmarks},
    {"--sort", "COLUMNS"},
    {"--bytes", "BYTES"},
    {"--picture-bytes", "BYTES"},
    {"--processes", "NUMBERS"},
    {"--label", "NAME=FILE"},
    {"--height", "HEIGHT"},
    {"--font", "FONT"},
    {"--threshold", "PERCENT"},
    {"--precision", "PERCENT"},
    {"--margin", "PERCENT"},
    {"--tolerance", "PERCENT"},
    {"--limit", "SECONDS"},
    {"--time", "TIME"},
    {"--from", "BYTES"},
    {"--chunk", "BYTES"},
    {"--msglog", "MIN:MAX"},
});

/// The words between braces in "TEXT:{paper,causal}".
Choices enumerated(const std::string& type) {
  Choices out;
  const auto open = type.find('{'), close = type.find('}');
  if (open == std::string::npos || close == std::string::npos) return out;
  for (const auto word : split(std::string_view(type).substr(open + 1, close - open - 1), ','))
    out.push_back({std::string(word)});
  return out;
}

std::string bare_name(const std::string& type) {
  return type.starts_with("TEXT") ? "TEXT" : type.starts_with("FLOAT") ? "X" : "N";
}

}  // namespace

std::vector<std::string> names_with_dashes(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const auto& name : option.get_snames()) names.push_back("-" + name);
  for (const auto& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

bool takes_value(const CLI::Option& option) {
  return option.get_items_expected_max() > 0;
}

ValueWords value_words(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  ValueWords value{.name = bare_name(type), .many = option.get_items_expected_max() > 1};
  value.words = enumerated(type);
  if (!value.words.empty()) value.how = Completed::words;
  const auto names = names_with_dashes(option);
  const std::string name = names.empty() ? option.get_name(true) : names.back();
  if (const auto* const known = std::ranges::find(known_values, name, &KnownValue::option);
      known != known_values.end()) {
    value.name = known->name;
    value.how = known->how;
    if (known->words != nullptr) value.words = known->words();
  } else if (names.empty()) {
    value.name = name;
  }
  return value;
}

std::vector<const CLI::Option*> declared_options(const CLI::App& command) {
  return command.get_options([](const CLI::Option* o) { return o->nonpositional(); });
}

std::vector<const CLI::Option*> declared_arguments(const CLI::App& command) {
  return command.get_options([](const CLI::Option* o) { return o->get_positional(); });
}

std::vector<const CLI::App*> commands_below(const CLI::App& command) {
  return command.get_subcommands([](const CLI::App*) { return true; });
}

CommandWords tree_words(const CLI::App& command) {
  CommandWords words{.name = command.get_name(), .help = command.get_description()};
  for (const CLI::Option* option : declared_options(command)) {
    OptionWords one{.names = names_with_dashes(*option), .help = option->get_description()};
    if (takes_value(*option)) one.value = value_words(*option);
    one.repeatable = option->get_items_expected_max() > 1;
    words.options.push_back(std::move(one));
  }
  for (const CLI::Option* argument : declared_arguments(command))
    words.arguments.push_back(value_words(*argument));
  for (const CLI::App* sub : commands_below(command)) words.commands.push_back(tree_words(*sub));
  return words;
}

}  // namespace sonde::app
