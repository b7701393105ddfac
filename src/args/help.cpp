#include <fmt/format.h>

#include <algorithm>

#include "args/document.hpp"
#include "args/option_table.hpp"
#include "base/version.hpp"

namespace sonde {

namespace {

constexpr std::size_t column = 26;  // where the explanations begin

std::string option_line(const Option& option, const Settings& defaults) {
  std::string left = fmt::format("  -{}{}{}", option.name, option.metavar.empty() ? "" : " ", option.metavar);
  if (left.size() >= column) left += ' ';
  const std::string shown = option.shown == nullptr ? "" : option.shown(defaults);
  return fmt::format("{:<{}}{}{}\n", left, column, option.help,
                     shown.empty() ? "" : fmt::format(" [{}]", shown));
}

std::string_view first_benchmark(const Program& program) {
  return program.catalog.empty() ? "" : program.catalog.front().name;
}

}  // namespace

std::string help_text(const Program& program) {
  const Settings defaults = default_settings(program);
  std::string out = fmt::format(
      "Usage: mpirun -np P {0} [flags] [benchmarks]\n"
      "Measures MPI on P processes. Benchmarks are separated by blanks or commas, in any case;\n"
      "without any, all of them run. Defaults stand in brackets.\n",
      program.name);
  auto group = Group::cases;
  bool first = true;
  for (const Option* option : options_of(program)) {
    if (first || option->group != group) out += fmt::format("\n{}:\n", heading(option->group));
    first = false;
    group = option->group;
    out += option_line(*option, defaults);
  }
  const auto benchmark = first_benchmark(program);
  out += fmt::format(
      "\nExamples:\n"
      "  mpirun -np 2 {0} {1} -msglog 3:10\n"
      "  mpirun -np 8 {0} -npmin 8 -multi 0 -time 2 -json run.json\n"
      "\nExit status: 0 everything was measured, 1 the run failed, 2 wrong command line or input file,\n"
      "3 -check found a defect, 4 rows are missing (the end of the output lists them).\n",
      program.name, benchmark);
  return out;
}

std::string version_text(const Program& program) {
  return fmt::format("{} (Sonde {}, revision {}), {} conventions\n", program.name, version, revision,
                     program.profile == Profile::pmb22 ? "PMB 2.2" : "IMB 3.2");
}

std::string list_text(std::string_view program, Catalog rows) {
  std::size_t width = 0;
  for (const Benchmark& row : rows) width = std::max(width, row.name.size());
  std::string out = fmt::format("Benchmarks of {} (as Multi- versions with -multi):\n", program);
  for (const Benchmark& row : rows) out += fmt::format("  {:<{}}  {}\n", row.name, width, row.summary);
  return out;
}

}  // namespace sonde
