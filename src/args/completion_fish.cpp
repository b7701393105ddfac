#include <fmt/format.h>

#include "args/completion.hpp"

namespace sonde {

namespace {

std::string fish_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

/// Words and what they mean, as the text that fish reads as candidates.
std::string fish_choices(const std::vector<WordChoice>& words) {
  std::string out;
  for (const WordChoice& choice : words)
    out += (out.empty() ? "" : " ") + fish_quoted(choice.word) +
           (choice.meaning.empty() ? "" : "\\t" + fish_quoted(choice.meaning));
  return out;
}

/// What completes a value: candidates, or names of files where `files` says so.
std::string fish_value(const ValueWords& value, std::string_view files) {
  switch (value.how) {
    case Completed::words:
      return " -a " + fish_quoted(fish_choices(value.words));
    case Completed::list:
      return " -a " + fish_quoted("(__sonde_list " + fish_choices(value.words) + ")");
    case Completed::file:
      return std::string(files);
    case Completed::directory:
      return " -a '(__fish_complete_directories)'";
    case Completed::command:
      return " -a '(__sonde_line)'";
    case Completed::free:
      break;
  }
  return "";
}

/// `-o name`, `-s n` or `-l name`, as fish calls the three kinds of options.
std::string fish_name(const std::string& name) {
  if (name.starts_with("--")) return " -l " + name.substr(2);
  return (name.size() == 2 ? " -s " : " -o ") + name.substr(1);
}

std::string fish_option(const std::string& program, const std::string& condition, const OptionWords& option,
                        const std::vector<std::string>& names) {
  std::string out = fmt::format("complete -c {}", program);
  if (!condition.empty()) out += " -n " + fish_quoted(condition);
  for (const std::string& name : names) {
    const bool old_style = !option.others.empty() && !name.starts_with("--");  // -n may be a whole name
    out += old_style ? " -o " + name.substr(1) : fish_name(name);
  }
  if (option.value && !option.value_optional)
    out += (option.value->how == Completed::file ? " -r" : " -x") + fish_value(*option.value, " -F");
  return out + " -d " + fish_quoted(option.help) + "\n";
}

struct FishTree {
  std::string program;
  std::string steps, lines;
};

void fish_leaf(FishTree& tree, const std::string& condition, const CommandWords& command) {
  for (const OptionWords& option : command.options) {
    tree.lines += fish_option(tree.program, condition, option, option.names);
    if (!option.others.empty())
      tree.lines += fish_option(tree.program, "__sonde_two_dashes", option, option.others);
  }
}

void fish_arguments(FishTree& tree, const std::string& condition, const CommandWords& command) {
  if (command.arguments.empty()) return;
  const auto completed = fish_value(command.arguments.front(), " -F");
  if (completed.empty()) return;
  tree.lines += fmt::format("complete -c {}", tree.program);
  if (!condition.empty()) tree.lines += " -n " + fish_quoted(condition);
  tree.lines += completed + "\n";
}

void fish_node(FishTree& tree, std::string at, const CommandWords& command) {
  const auto condition = [&] { return fmt::format("__sonde_is '{}'", at); };
  fish_leaf(tree, condition(), command);
  fish_arguments(tree, condition(), command);
  const std::string before = at;
  std::string last;
  if (!command.arguments.empty() && !command.commands.empty()) {
    last = fmt::format("            case '{} *'\n                set at '{} given'\n", at, at);
    at += " given";
    fish_leaf(tree, condition(), command);
  }
  for (const CommandWords& sub : command.commands) {
    tree.lines += fmt::format("complete -c {} -n {} -a {} -d {}\n", tree.program, fish_quoted(condition()),
                              sub.name, fish_quoted(sub.help));
    const std::string below = at + " " + sub.name;
    tree.steps += fmt::format("            case '{0}'\n                set at '{0}'\n", below);
    fish_node(tree, below, sub);
  }
  tree.steps += last;  // fish takes the first case that fits
}

constexpr std::string_view fish_helpers =
    R"(function __sonde_list -d 'Completes the last of words between commas'
    set -l given (string match -r '^.*,' -- (commandline -ct))
    test -n "$given"; or set given ''
    printf '%s\n' $given$argv
end
)";

constexpr std::string_view fish_dashes =
    R"(function __sonde_two_dashes -d 'Whether options are written with two dashes'
    string match -q -- '--*' (commandline -opc) (commandline -ct)
end
)";

constexpr std::string_view fish_line = R"(function __sonde_line -d 'Completes the command line after --'
    set -l words (commandline -opc)
    set -l from (contains -i -- -- $words); or return
    set -l line (string escape -- $words[(math $from + 1)..])
    set -l token (commandline -ct)
    complete -C (string trim -l -- "$line $token")
end
)";

constexpr std::string_view fish_at =
    R"(function __sonde_at -d 'The command that the words before the cursor have reached'
    set -l at {0}
    for word in (commandline -opc)[2..]
        string match -q -- '-*' $word; and continue
        switch "$at $word"
{1}        end
    end
    echo $at
end
function __sonde_is
    set -l at (__sonde_at)
    test "$at" = "$argv[1]"
end
)";

}  // namespace

std::string fish_completion(const CommandWords& command) {
  FishTree tree{command.name, "", ""};
  std::string out = fmt::format("# Completion of {} for fish. Made from its table of options.\n{}",
                                command.name, fish_helpers);
  if (command.commands.empty()) {
    fish_leaf(tree, "", command);
    fish_arguments(tree, "", command);
    out += fish_dashes;
  } else {
    fish_node(tree, command.name, command);
    out += std::string(fish_line) + fmt::format(fmt::runtime(fish_at), command.name, tree.steps);
  }
  return out + fmt::format("complete -c {} -f\n{}", command.name, tree.lines);
}

}  // namespace sonde
