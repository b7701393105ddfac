#include "args/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "args/consistency.hpp"
#include "args/document.hpp"
#include "args/option_table.hpp"
#include "args/setters.hpp"
#include "args/tokens.hpp"
#include "base/complain.hpp"
#include "base/text.hpp"

namespace sonde {

namespace {

/// Whether an argument, as a whole, is one of the flags that win over everything.
bool asks_for(std::span<const std::string> arguments, std::string_view name) {
  return std::ranges::any_of(arguments, [&](const std::string& argument) {
    const Option* option = named_option(argument);
    return option != nullptr && option->name == name && !contains(argument, "=");
  });
}

/// The argument behind the first that is this flag; empty where there is none.
std::string word_behind(std::span<const std::string> arguments, std::string_view name) {
  const auto flag = std::ranges::find_if(arguments, [&](const std::string& argument) {
    const Option* option = named_option(argument);
    return option != nullptr && option->name == name;
  });
  return arguments.end() - flag < 2 ? std::string{} : *(flag + 1);
}

const ReadFile no_file = [](const std::string&) { return Result<std::string>(failure("no files yet")); };

/// Nothing where the word is a flag or a benchmark that the program offers.
Result<void> check_word(const Program& program, const std::string& word) {
  Draft draft{program.catalog, no_file, default_settings(program)};
  std::vector<std::string_view> names;
  if (word.empty() || word.starts_with('-')) return {};
  return setters::benchmark_names(draft, word, names);
}

/// Of the flag that is named behind -help, with or without its dash; else of the program.
Result<std::string> help_on(const Program& program, std::span<const std::string> arguments) {
  const std::string name = word_behind(arguments, "help");
  const Option* option = name.starts_with('-') ? named_option(name) : find_option(name);
  if (option != nullptr)
    return applies(*option, program.suite) ? help_text(program, *option) : help_text(program);
  if (const auto known = check_word(program, name); !known)
    return failure(
        fmt::format("-help: {} is no flag; -help without it shows the flags", sonde::quoted(name)));
  return help_text(program);
}

Result<std::string> list_for(const Program& program, std::span<const std::string> arguments) {
  if (const auto known = check_word(program, word_behind(arguments, "list")); !known)
    return failure("-list: " + known.error().message);
  return list_text(program);
}

Result<Parsed> answer(const Result<std::string>& text) {
  if (!text) return failure(message_line(text.error().message));
  return Parsed{std::nullopt, *text};
}

Result<std::vector<Given>> all_given(const Program& program, std::span<const std::string> arguments,
                                     const ReadFile& read) {
  auto given = tokenise(program, arguments);
  if (!given) return given;
  if (const auto checked = check_flags(*given); !checked) return tl::unexpected(checked.error());
  const auto settings = std::ranges::find_if(*given, [](const Given& g) { return g.is("settings"); });
  if (settings == given->end()) return given;
  const std::string path = settings->value;
  given->erase(settings);
  const auto content = read(path);
  if (!content) return failure("-settings: " + content.error().message);
  auto file = tokenise_file(program, path, *content);
  if (!file) return failure("-settings: " + file.error().message);
  if (const auto checked = check_flags(*file); !checked) return tl::unexpected(checked.error());
  return merge(std::move(*file), std::move(*given));
}

Result<void> apply(Draft& draft, std::span<const Given> given, bool first) {
  for (const Given& g : given) {
    if ((g.option != nullptr && g.option->first) != first) continue;
    const auto done = g.option == nullptr ? setters::benchmark_names(draft, g.value, draft.chosen)
                                          : g.option->set(draft, g.value);
    if (done) continue;
    const std::string where = g.where.empty() ? "" : g.where + ": ";
    if (g.option == nullptr) return failure(where + done.error().message);
    return failure(fmt::format("{}-{}: {}", where, g.option->name, done.error().message));
  }
  return {};
}

/// Whether a row is run where none is named: what a plug-in has, where there is one.
bool runs_unnamed(const Draft& draft, const Benchmark& row) {
  const auto of_plugin = [](const Benchmark& offered) { return offered.plugin != nullptr; };
  if (std::ranges::any_of(draft.offered, of_plugin)) return of_plugin(row);
  return !row.optional || (row.since_2021 && draft.settings.conventions == Conventions::of_2021);
}

/// Names to run: those chosen, as often as they are named, or all that are run unnamed; then those included
/// that are not among them; without those excluded. In the order given.
Result<std::vector<std::string>> selection(const Draft& draft) {
  std::vector<std::string_view> wanted = draft.chosen;
  if (wanted.empty())
    for (const Benchmark& row : draft.offered)
      if (runs_unnamed(draft, row)) wanted.push_back(row.name);
  for (const auto name : draft.included)
    if (std::ranges::count(wanted, name) == 0) wanted.push_back(name);
  std::vector<std::string> out;
  for (const auto name : wanted)
    if (std::ranges::count(draft.excluded, name) == 0) out.emplace_back(name);
  for (const auto name : draft.included)
    if (std::ranges::count(draft.excluded, name) > 0)
      return failure(
          fmt::format("-include and -exclude contradict each other over {}; give one of them", name));
  if (out.empty()) return failure("no benchmark is left to run; exclude fewer");
  return out;
}

/// A suite that leaves length 0 out measures it where -msglog names a maximum alone.
void add_zero(Settings& settings, std::span<const Given> given) {
  const bool maximum_alone =
      std::ranges::any_of(given, [](const Given& g) { return g.is("msglog") && !contains(g.value, ":"); });
  if (maximum_alone && !has(given, "zero_size")) settings.zero_size = true;
}

Result<void> drop_zero(Settings& settings, std::span<const Given> given) {
  const bool said = has(given, "zero_size");
  if (!said || settings.zero_size) return {};
  for (auto* list : {&settings.lengths, &settings.counts})
    if (std::erase(*list, 0) > 0 && list->empty())
      return failure("-zero_size off leaves no message length; list one above 0");
  return {};
}

/// What the rows to run ask of the settings.
void settle_rows(Draft& draft, std::span<const Given> given) {
  Settings& s = draft.settings;
  std::vector<const Benchmark*> rows;
  for (const Benchmark& row : draft.offered)
    if (std::ranges::count(s.benchmarks, row.name) > 0) rows.push_back(&row);
  const auto runs = [&](auto is_such) {
    return std::ranges::any_of(rows, [&](const Benchmark* row) { return is_such(*row); });
  };
  s.windows_as_asked = runs([](const Benchmark& row) { return row.needs.window.as_asked; });
  for (const Benchmark* row : rows)
    if (row->parameter != Parameter::none && !runs_with(s, row->parameter))
      s.parameters.push_back(row->parameter);
  s.files = (s.load && s.load->kind == LoadKind::fileio) ||
            runs([](const Benchmark& row) { return row.needs.resource == Resource::file; });
  const auto beside = [](const Benchmark& row) { return row.plugin != nullptr && row.overlapped; };
  if (runs(beside) && !has(given, "cpu_secs")) s.cpu_match = true;
}

Result<Settings> settings_from(const Program& program, std::span<const Given> given, const ReadFile& read,
                               std::span<const std::string> arguments) {
  Draft draft{program.catalog, read, default_settings(program)};
  for (const bool first : {true, false})
    if (const auto done = apply(draft, given, first); !done) return tl::unexpected(done.error());
  if (const auto done = check_settings(draft.settings, given); !done) return tl::unexpected(done.error());
  if (!facts_of(program.suite).standard.zero) add_zero(draft.settings, given);
  if (const auto done = drop_zero(draft.settings, given); !done) return tl::unexpected(done.error());
  auto names = selection(draft);
  if (!names) return tl::unexpected(names.error());
  draft.settings.benchmarks = std::move(*names);
  settle_rows(draft, given);
  settle_time(draft.settings, given);
  settle_arrival(draft.settings, given);
  if (const auto settled = settle_memory(draft.settings, draft.offered, given); !settled)
    return tl::unexpected(settled.error());
  draft.settings.command_line.insert(draft.settings.command_line.end(), arguments.begin(), arguments.end());
  return draft.settings;
}

Result<Settings> parse_settings(const Program& program, std::span<const std::string> arguments,
                                const ReadFile& read) {
  const auto given = all_given(program, arguments, read);
  if (!given) return tl::unexpected(given.error());
  return settings_from(program, *given, read, arguments);
}

}  // namespace

Settings default_settings(const Program& program) {
  Settings s;
  s.suite = program.suite;
  s.profile = program.profile;
  s.program = program.name;
  s.command_line = {std::string(program.name)};
  const StandardMode standard = facts_of(program.suite).standard;
  s.npmin = standard.npmin;
  s.max_log = standard.max_log;
  s.zero_size = standard.zero;
  s.touch_before = s.touch_after = facts_of(program.suite).touches;
  s.iterations = {standard.repetitions, standard.overall_bytes, standard.repetitions_nonaggregate};
  s.warm_up_calls = standard.warm_up_calls;
  s.window_messages = standard.window_messages;
  s.cpu_match = facts_of(program.suite).matches;
  if (facts_of(program.suite).threads) {
    s.counts = {1, 2, 4, 8};
    s.data_type = s.red_data_type = TransferType::int_type;
    s.sync_calls = true;
  }
  s.reduce_scatter = facts_of(program.suite).each_share ? Share::each : Share::all;
  if (program.gpu) s.alloc_type = AllocType::device;
  if (program.profile == Profile::pmb22) s.seconds_per_sample = std::numeric_limits<double>::infinity();
  return s;
}

Settings early_settings(const Program& program, std::span<const std::string> arguments) {
  Draft draft{program.catalog, no_file, default_settings(program)};
  const auto given = tokenise(program, arguments);
  if (!given) return draft.settings;
  for (const Given& g : *given)
    if (g.option != nullptr && g.option->early) static_cast<void>(g.option->set(draft, g.value));
  if (asks_for(arguments, "help") || asks_for(arguments, "version")) draft.settings.plugins.clear();
  return draft.settings;
}

Result<Parsed> parse(const Program& program, std::span<const std::string> arguments, const ReadFile& read) {
  if (asks_for(arguments, "help")) return answer(help_on(program, arguments));
  if (asks_for(arguments, "version")) return Parsed{std::nullopt, version_text(program)};
  if (asks_for(arguments, "list")) return answer(list_for(program, arguments));
  const auto settings = parse_settings(program, arguments, read);
  if (!settings) return failure(message_line(settings.error().message));
  return Parsed{*settings, {}};
}

}  // namespace sonde
