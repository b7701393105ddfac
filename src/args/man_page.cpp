#include <fmt/format.h>

#include "args/document.hpp"
#include "args/prose.hpp"
#include "args/troff.hpp"

namespace sonde {

namespace {

std::string entry(const Option& option, const Settings& defaults) {
  std::string out = fmt::format(".TP\n\\fB\\-{}\\fR", troff(option.name));
  if (!option.metavar.empty()) out += fmt::format(" \\fI{}\\fR", troff(option.metavar));
  out += fmt::format("\n{}\n", troff(explanation(option)));
  if (const auto shown = default_value(option, defaults); !shown.empty())
    out += fmt::format("Default: {}.\n", troff(shown));
  return out;
}

}  // namespace

std::string man_page(const Program& program) {
  const Settings defaults = default_settings(program);
  std::string out = man_head(program.name, purpose(program));
  out += fmt::format(
      ".SH SYNOPSIS\n\\fBmpirun \\-np\\fR \\fIP\\fR \\fB{0}\\fR [\\fIflags\\fR] [\\fIbenchmarks\\fR]\n"
      ".SH DESCRIPTION\n"
      "Benchmark names are separated by blanks or commas, in any case; without any, all of them run.\n"
      "Flags may begin with one dash or two.\n.SH OPTIONS\n",
      troff(program.name));
  for_each_option(
      options_of(program), [&](Group group) { out += fmt::format(".SS {}\n", heading(group)); },
      [&](const Option& option) { out += entry(option, defaults); });
  out += ".SH EXIT STATUS\n";
  for (const auto& [status, meaning] : exit_statuses(program))
    out += fmt::format(".TP\n.B {}\n{}\n", status, troff(meaning));
  out += ".SH EXAMPLES\n.nf\n";
  for (const auto& line : examples(program)) out += troff(line) + "\n";
  return out + ".fi\n.SH SEE ALSO\n.BR sonde (1)\n";
}

}  // namespace sonde
