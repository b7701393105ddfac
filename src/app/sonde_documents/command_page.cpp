#include "app/sonde_documents/command_page.hpp"

#include <fmt/format.h>

#include <array>
#include <stdexcept>

#include "app/sonde/tree_words.hpp"
#include "app/sonde_documents/manual.hpp"
#include "args/troff.hpp"
#include "base/text.hpp"

namespace sonde::app {

namespace {

using Path = std::span<const CLI::App* const>;

constexpr std::string_view usual_status = "0 done, 1 a result could not be written, 2 wrong input.";
constexpr std::array<std::string_view, 4> statuses_of_all{
    "All is well; of compare: no case became slower; of check: all limits are kept; of guidelines: all are held.",
    "Of compare: a case became slower; of check: a limit is broken or missing; of guidelines: one is violated; of links: something is slow; of verify: something differs; of history check: an alarm; "
    "else a result could not be written, a figure not be drawn, a model not be fitted, or a launch failed.",
    "Wrong input: one message says what is wrong and what would be right.",
    "Of history check: too little history to say anything; of compare --by-night: too few nights; of check or guidelines: one is open."};
constexpr std::array measuring_programs{"IMB-MPI1", "IMB-EXT", "IMB-IO", "IMB-NBC",  "IMB-RMA",
                                        "IMB-MPI4", "IMB-P2P", "IMB-MT", "PMB-MPI1", "sonde-mpi"};

std::string path_text(Path path, std::string_view between) {
  std::string out;
  for (const CLI::App* command : path) out += (out.empty() ? "" : std::string(between)) + command->get_name();
  return out;
}

std::string page_below(Path path, const CLI::App& command) {
  return page_name(path) + "-" + command.get_name();
}

std::string sentence(std::string text) {
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  if (!text.empty() && text.back() != '.' && text.back() != ':') text += '.';
  return text;
}

std::string italic(std::string_view name) {
  return fmt::format("\\fI{}\\fR", troff(name));
}

/// "from 1 to 10000" of "INT:INT in [1 - 10000]"; "" where there is no range.
std::string range_text(const std::string& type) {
  const auto open = type.find("in ["), close = type.find(']');
  if (open == std::string::npos || close == std::string::npos) return "";
  std::string range = type.substr(open + 4, close - open - 4);
  if (const auto dash = range.find(" - "); dash != std::string::npos) range.replace(dash, 3, " to ");
  return range;
}

/// What stands behind the description of an option: which values it takes, and whether it must be there.
std::string about_value(const CLI::Option& option, const ValueWords& value) {
  std::string text, words;
  for (const WordChoice& choice : value.words) words += (words.empty() ? "" : ", ") + choice.word;
  if (!words.empty() && value.how == Completed::words) text += " One of: " + words + ".";
  if (const auto range = range_text(option.get_type_name()); !range.empty()) text += " From " + range + ".";
  if (option.get_required()) text += " Required.";
  if (!option.get_default_str().empty()) text += " Default: " + option.get_default_str() + ".";
  return text;
}

std::string option_entry(const CLI::Option& option) {
  std::string head;
  for (const auto& name : names_with_dashes(option))
    head += fmt::format("{}\\fB{}\\fR", head.empty() ? "" : ", ", troff(name));
  std::string text = sentence(option.get_description());
  if (takes_value(option)) {
    const ValueWords value = value_words(option);
    head += " " + italic(value.name) + (value.many ? " ..." : "");
    text += about_value(option, value);
  }
  std::string others;
  for (const CLI::Option* other : option.get_excludes())
    others += (others.empty() ? "" : ", ") + names_with_dashes(*other).back();
  if (!others.empty()) text += " Not with " + others + ".";
  return fmt::format(".TP\n{}\n{}\n", head, troff(text));
}

std::string argument_in_synopsis(const CLI::Option& argument) {
  const ValueWords value = value_words(argument);
  std::string name = italic(value.name) + (value.many && value.name != "BASE NEW" ? " ..." : "");
  if (value.how == Completed::command) name = fmt::format(R"(\fB\-\-\fR {})", name);
  return argument.get_required() ? name : fmt::format("[{}]", name);
}

std::string synopsis(Path path) {
  std::string out = ".SH SYNOPSIS\n";
  for (const CLI::App* command : path) {
    out += fmt::format("{}\\fB{}\\fR", command == path.front() ? "" : " ", troff(command->get_name()));
    const bool last = command == path.back();
    if (last) out += " [\\fIoptions\\fR]";
    for (const CLI::Option* argument : declared_arguments(*command))
      out += ' ' + argument_in_synopsis(*argument);
    if (last && !commands_below(*command).empty()) out += " \\fICOMMAND\\fR ...";
  }
  return out + "\n";
}

/// The line of a footer that begins so, without its beginning; "" where there is none.
std::string footer_line(const CLI::App& command, std::string_view beginning) {
  const std::string footer = command.get_footer();
  for (const auto line : split(footer, '\n'))
    if (line.starts_with(beginning)) return std::string(line.substr(line.find(": ") + 2));
  return "";
}

std::string exit_statuses_of_all() {
  std::string out = ".SH EXIT STATUS\n";
  for (std::size_t status = 0; status < statuses_of_all.size(); ++status)
    out += fmt::format(".TP\n.B {}\n{}\n", status, troff(statuses_of_all[status]));
  return out;
}

std::string exit_status(Path path, const ManualEntry& entry) {
  if (path.size() == 1) return exit_statuses_of_all();
  std::string text(entry.exit_status);
  if (text.empty()) text = footer_line(*path.back(), "Exit status");
  if (text.empty()) text = usual_status;
  return fmt::format(".SH EXIT STATUS\n{}\n", troff(text));
}

std::string list_of_commands(Path path) {
  const auto commands = commands_below(*path.back());
  if (commands.empty()) return "";
  std::string out = ".SH COMMANDS\n";
  for (const CLI::App* command : commands) {
    out += fmt::format(".TP\n\\fB{}\\fR\n{} See \\fB{}\\fR(1).\n", troff(command->get_name()),
                       troff(sentence(command->get_description())), troff(page_below(path, *command)));
  }
  return out;
}

std::string examples_of(Path path, const ManualEntry& entry) {
  auto lines = entry.examples;
  const std::string line = footer_line(*path.back(), "Example");
  if (!line.empty()) lines.insert(lines.begin(), line);
  if (lines.empty()) return "";
  std::string out = ".SH EXAMPLES\n.nf\n";
  for (const auto example : lines) out += troff(example) + "\n";
  return out + ".fi\n";
}

std::string see_also(Path path) {
  std::vector<std::string> pages;
  if (path.size() > 1) pages.push_back(page_name(path.first(path.size() - 1)));
  for (const CLI::App* command : commands_below(*path.back())) {
    pages.push_back(page_below(path, *command));
  }
  if (path.size() == 1) pages.insert(pages.end(), measuring_programs.begin(), measuring_programs.end());
  std::string out = ".SH SEE ALSO\n";
  for (const auto& page : pages)
    out += fmt::format(".BR {} (1){}\n", troff(page), page == pages.back() ? "" : ",");
  return out;
}

}  // namespace

std::string page_name(Path path) {
  return path_text(path, "-");
}

std::string command_page(Path path) {
  const std::string command = path_text(path.subspan(1), " ");
  const ManualEntry* entry = manual_entry(command);
  if (entry == nullptr)
    throw std::runtime_error(
        fmt::format("app/sonde_documents/manual.cpp does not describe 'sonde {}'", command));
  const std::string purpose =
      path.size() == 1 ? "read records and tables of MPI benchmarks and answer questions about them"
                       : path.back()->get_description();
  std::string out = man_head(page_name(path), purpose) + synopsis(path);
  out += fmt::format(".SH DESCRIPTION\n{}\n", troff(entry->description));
  out += list_of_commands(path);
  std::string arguments;
  for (const CLI::Option* argument : declared_arguments(*path.back())) {
    const ValueWords value = value_words(*argument);
    arguments +=
        fmt::format(".TP\n{}\n{}\n", italic(value.name), troff(sentence(argument->get_description())));
  }
  if (!arguments.empty()) out += ".SH ARGUMENTS\n" + arguments;
  out += ".SH OPTIONS\n";
  for (const CLI::Option* option : declared_options(*path.back())) out += option_entry(*option);
  return out + exit_status(path, *entry) + examples_of(path, *entry) + see_also(path);
}

}  // namespace sonde::app
