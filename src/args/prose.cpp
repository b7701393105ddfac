#include "args/prose.hpp"

#include <fmt/format.h>

namespace sonde {

std::vector<std::pair<int, std::string_view>> exit_statuses(const Program& program) {
  const bool judges = facts_of(program.suite).nodes;
  return {
      {0, "everything asked for was measured"},
      {1, judges
              ? "a host, link or switch is slow; or the run itself failed: an MPI error, output that was lost"
              : "the run itself failed: an MPI error, or output that was lost"},
      {2, "the command line or an input file is wrong; nothing was measured"},
      {3, "-check found a defect"},
      {4, "measured, but rows are missing (memory, time, failed I/O), listed at the end"}};
}

std::string flag_and_value(const Option& option) {
  return option.metavar.empty() ? fmt::format("-{}", option.name)
                                : fmt::format("-{} {}", option.name, option.metavar);
}

std::string default_value(const Option& option, const Settings& defaults) {
  return option.shown == nullptr ? "" : option.shown(defaults);
}

std::string explanation(const Option& option) {
  std::string text(option.help);
  if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  text += '.';
  if (!option.details.empty()) text += fmt::format(" {}", option.details);
  return text;
}

std::string purpose(const Program& program) {
  if (program.profile == Profile::pmb22)
    return "measure MPI messages with the benchmarks and defaults of PMB 2.2";
  return std::string(facts_of(program.suite).purpose);
}

std::vector<std::string> examples(const Program& program) {
  const auto benchmark = program.catalog.empty() ? "" : program.catalog.front().name;
  const bool threads = facts_of(program.suite).threads;
  return {fmt::format("mpirun -np 2 {} {} -msglog 3:10", program.name, benchmark),
          fmt::format("mpirun -np 8 {} {} -time 2 -json run.json", program.name,
                      threads ? "-thread_level multiple -threads 4" : "-npmin 8 -multi 0")};
}

}  // namespace sonde
