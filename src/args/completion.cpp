#include <fmt/format.h>

#include <string>
#include <vector>

#include "args/document.hpp"
#include "args/prose.hpp"

namespace sonde {

namespace {

/// The function's name for a program: bash names take no dash.
std::string function_name(const Program& program) {
  std::string name = fmt::format("_sonde_{}", program.name);
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
}

/// What completes the value of an option, as a bash command; "" where nothing can.
std::string value_command(const Option& option) {
  if (option.words != nullptr) return fmt::format("compgen -W '{}'", fmt::join(option.words(), " "));
  if (option.metavar == "FILE") return "compgen -f";
  if (option.metavar == "DIR") return "compgen -d";
  if (option.metavar == "A,B") return "compgen -W \"$benchmarks\"";
  return "";
}

std::string function(const Program& program) {
  std::string flags, cases;
  for (const Option* option : options_of(program)) {
    flags += fmt::format("{}-{}", flags.empty() ? "" : " ", option->name);
    if (option->metavar.empty()) continue;
    const auto command = value_command(*option);
    cases += fmt::format("    -{0}|--{0}) {1} ;;\n", option->name,
                         command.empty()
                             ? "return"
                             : fmt::format("mapfile -t COMPREPLY < <({} -- \"$word\"); return", command));
  }
  std::vector<std::string_view> names;
  for (const Benchmark& row : program.catalog) names.push_back(row.name);
  return fmt::format(
      "{0}() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}\n"
      "  local benchmarks='{1}'\n"
      "  case $before in\n{2}  esac\n"
      "  if [[ $word == -* ]]; then\n"
      "    mapfile -t COMPREPLY < <(compgen -W '{3}' -- \"$word\")\n"
      "  else\n"
      "    mapfile -t COMPREPLY < <(compgen -W \"$benchmarks\" -- \"$word\")\n"
      "  fi\n"
      "}}\n"
      "complete -F {0} {4}\n",
      function_name(program), fmt::join(names, " "), cases, flags, program.name);
}

}  // namespace

std::string bash_completion(std::span<const Program> programs) {
  std::string out = "# bash completion of the measuring programs of Sonde\n";
  for (const Program& program : programs) out += fmt::format("\n{}", function(program));
  return out;
}

}  // namespace sonde
