#include <fmt/format.h>

#include "args/document.hpp"
#include "args/prose.hpp"

namespace sonde {

namespace {

std::string page_entry(const Option& option, const Settings& defaults) {
  std::string out = fmt::format("\n**`{}`**", flag_and_value(option));
  if (const auto shown = default_value(option, defaults); !shown.empty())
    out += fmt::format(" (default `{}`)", shown);
  out += fmt::format("  \n{}", explanation(option));
  if (!option.example.empty()) out += fmt::format(" Example: `-{} {}`", option.name, option.example);
  return out + "\n";
}

}  // namespace

std::string options_markdown(const Program& program) {
  const Settings defaults = default_settings(program);
  std::string out = fmt::format(
      "# Options of {0}\n\n"
      "`mpirun -np P {0} [flags] [benchmarks]`\n\n"
      "Benchmark names are separated by blanks or commas, in any case; without any, all of them run. Flags "
      "may begin\n"
      "with one dash or two, and their values stand after a blank or an equals sign. A flag given twice, a "
      "flag of\n"
      "another program, a value that is wrong and flags that contradict each other end the program with one "
      "message\n"
      "and status 2 before anything is measured. `-help`, `-version` and `-list` win over everything else.\n",
      program.name);
  if (program.profile == Profile::pmb22)
    out +=
        "\nThis program is IMB-MPI1 with the benchmarks and the defaults of PMB 2.2: no limit of time. The "
        "flags beyond\n"
        "those of PMB 2.2 (`-npmin`, `-multi`, `-input`) mean what they mean for IMB-MPI1.\n";
  for_each_option(
      program, [&](Group group) { out += fmt::format("\n## {}\n", heading(group)); },
      [&](const Option& option) { out += page_entry(option, defaults); });
  out += fmt::format(
      "\n## A settings file\n\n"
      "    # site.settings: for `{} -settings site.settings`\n"
      "    {}\n"
      "    msglog 3:16   # short messages\n"
      "    check\n",
      program.name, facts_of(program.suite).threads ? "repeat 500" : "npmin 8");
  out += "\n## Exit status\n\n| status | meaning |\n|---|---|\n";
  for (const auto& [status, meaning] : exit_statuses(program))
    out += fmt::format("| {} | {} |\n", status, meaning);
  return out;
}

}  // namespace sonde
