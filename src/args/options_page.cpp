#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "args/document.hpp"
#include "args/prose.hpp"

namespace sonde {

namespace {

/// Text in a cell of a table: a bar would end the cell.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

/// "`0:22`; IMB-IO `0:24`": the commonest default, then those of the programs that have another one.
std::string defaults_of(const Option& option, std::span<const Program> programs) {
  std::vector<std::pair<std::string, std::string>> shown;
  std::map<std::string, int> times;
  for (const Program& program : programs)
    if (applies(option, program.suite)) {
      const std::string value = default_value(option, default_settings(program));
      shown.emplace_back(value, program.name);
      ++times[value];
    }
  const auto by_times = [](const auto& a, const auto& b) { return a.second < b.second; };
  const std::string usual = std::max_element(times.begin(), times.end(), by_times)->first;
  const auto code = [](const std::string& value) {
    return value.empty() ? "none" : fmt::format("`{}`", value);
  };
  std::string out = usual.empty() && times.size() == 1 ? "" : code(usual);
  for (const auto& [value, program] : shown)
    if (value != usual) out += fmt::format("; {} {}", program, code(value));
  return out;
}

std::string row(const Option& option, std::span<const Program> all) {
  std::string meaning = explanation(option);
  if (!option.example.empty()) meaning += fmt::format(" Example: `-{} {}`", option.name, option.example);
  return fmt::format("| `{}` | {} | {} | {} |\n", cell(flag_and_value(option)), programs(option),
                     cell(defaults_of(option, all)), cell(meaning));
}

std::string statuses(std::span<const Program> programs) {
  std::string out = "\n## Exit status\n\n| status | meaning |\n|---|---|\n";
  const auto usual = exit_statuses(programs.front());
  for (std::size_t i = 0; i < usual.size(); ++i) {
    out += fmt::format("| {} | {}", usual[i].first, usual[i].second);
    for (const Program& program : programs)
      if (const auto own = exit_statuses(program)[i].second; own != usual[i].second)
        out += fmt::format("; {}: {}", program.name, own);
    out += " |\n";
  }
  return out;
}

constexpr std::string_view introduction =
    "# Options of the measuring programs\n\n"
    "`mpirun -np P PROGRAM [flags] [benchmarks]`\n\n"
    "Benchmark names are separated by blanks or commas, in any case; without any, all of them run. Flags may begin\n"
    "with one dash or two, and their values stand after a blank or an equals sign. A flag given twice, a flag of\n"
    "another program, a wrong value and flags that contradict each other end the program with one message and\n"
    "status 2 before anything is measured. `-help`, `-version` and `-list` win over everything else. PMB-MPI1 is\n"
    "IMB-MPI1 with the benchmarks and the defaults of PMB 2.2 and has all flags of IMB-MPI1.\n";

constexpr std::string_view settings_file =
    "\n## A settings file\n\n"
    "    # site.settings: for `IMB-MPI1 -settings site.settings`\n"
    "    npmin 8\n"
    "    msglog 3:16   # short messages\n"
    "    check\n";

}  // namespace

std::string options_markdown(std::span<const Program> programs) {
  std::string out(introduction);
  for_each_option(
      options_of(programs),
      [&](Group group) {
        out += fmt::format("\n## {}\n\n| flag | programs | default | meaning |\n|---|---|---|---|\n",
                           heading(group));
      },
      [&](const Option& option) { out += row(option, programs); });
  return out.append(settings_file) + statuses(programs);
}

}  // namespace sonde
