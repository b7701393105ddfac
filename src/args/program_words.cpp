#include "args/known_words.hpp"
#include "args/option_table.hpp"

namespace sonde {

namespace {

ValueWords value_words(const Option& option, const std::vector<WordChoice>& benchmarks) {
  ValueWords value{.name = std::string(option.metavar)};
  if (option.words != nullptr) {
    value.how = Completed::words;
    for (const std::string_view word : option.words()) value.words.push_back({std::string(word)});
  } else if (option.metavar == "FILE") {
    value.how = Completed::file;
  } else if (option.metavar == "DIR") {
    value.how = Completed::directory;
  } else if (option.metavar == "A,B") {
    value.how = Completed::list;
    value.words = benchmarks;
  }
  return value;
}

OptionWords option_words(const Option& option, const std::vector<WordChoice>& benchmarks) {
  const std::string name(option.name);
  OptionWords words{.names = {"-" + name}, .others = {"--" + name}, .help = std::string(option.help)};
  if (!option.metavar.empty()) words.value = value_words(option, benchmarks);
  words.value_optional = option.value_optional;
  words.repeatable = option.repeatable;
  return words;
}

}  // namespace

CommandWords program_words(const Program& program) {
  std::vector<WordChoice> benchmarks;
  for (const Benchmark& row : program.catalog)
    benchmarks.push_back({std::string(row.name), std::string(row.summary)});
  CommandWords words{.name = std::string(program.name)};
  for (const Option* option : options_of(program)) words.options.push_back(option_words(*option, benchmarks));
  words.arguments.push_back({"benchmark", Completed::list, benchmarks, true});
  return words;
}

}  // namespace sonde
