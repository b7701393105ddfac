#include <fmt/format.h>

#include <algorithm>

#include "args/document.hpp"
#include "args/prose.hpp"
#include "base/version.hpp"

namespace sonde {

namespace {

constexpr std::size_t column = 27;  // where the explanations begin

std::string option_line(const Option& option, const Settings& defaults) {
  const std::string shown = default_value(option, defaults);
  return fmt::format("{:<{}}{}{}\n", "  " + flag_and_value(option), column, option.help,
                     shown.empty() ? "" : fmt::format(" [{}]", shown));
}

}  // namespace

std::string help_text(const Program& program) {
  const Settings defaults = default_settings(program);
  std::string out = fmt::format(
      "Usage: mpirun -np P {} [flags] [benchmarks]\n"
      "Benchmarks are separated by blanks or commas, in any case; without any, all of them run.\n"
      "Defaults stand in brackets.\n",
      program.name);
  for_each_option(
      options_of(program), [&](Group group) { out += fmt::format("\n{}:\n", heading(group)); },
      [&](const Option& option) { out += option_line(option, defaults); });
  out += "\nExamples:\n";
  for (const auto& line : examples(program)) out += fmt::format("  {}\n", line);
  out += "\nExit status:\n";
  for (const auto& [status, meaning] : exit_statuses(program))
    out += fmt::format("  {}  {}\n", status, meaning);
  return out;
}

std::string help_text(const Program& program, const Option& option) {
  std::string out = fmt::format("{}\n  {}\n", flag_and_value(option), explanation(option));
  const auto line = [&](std::string_view what, std::string_view text) {
    if (!text.empty()) out += fmt::format("  {}: {}\n", what, text);
  };
  if (!option.metavar.empty()) line("Value", expected_value(option));
  line("Default", default_value(option, default_settings(program)));
  if (!option.example.empty()) line("Example", fmt::format("-{} {}", option.name, option.example));
  return out;
}

std::string version_text(const Program& program) {
  return fmt::format("{} (Sonde {}, revision {}), {} conventions\n", program.name, version, revision,
                     program.profile == Profile::pmb22 ? "PMB 2.2" : "IMB 3.2");
}

std::string list_text(const Program& program) {
  std::size_t width = 0;
  for (const Benchmark& row : program.catalog) width = std::max(width, row.name.size());
  std::string out = fmt::format("Benchmarks of {} (as Multi- versions with -multi):\n", program.name);
  for (const Benchmark& row : program.catalog)
    out +=
        fmt::format("  {:<{}}  {}{}\n", row.name, width, row.summary, row.optional ? " (by name only)" : "");
  return out;
}

}  // namespace sonde
