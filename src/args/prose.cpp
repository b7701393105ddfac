#include "args/prose.hpp"

#include <fmt/format.h>

namespace sonde {

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
