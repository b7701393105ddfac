#include <fmt/format.h>

#include "args/completion.hpp"

namespace sonde {

namespace {

// `word` is the one under the cursor and `before` the one before it; bash takes the = of --option=value for a word.
constexpr std::string_view bash_helpers = R"(_sonde_words() {
  word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} COMPREPLY=()
  if [[ $word == = ]]; then
    word=''
  elif [[ $before == = && $COMP_CWORD -gt 1 ]]; then
    before=${COMP_WORDS[COMP_CWORD-2]}
  fi
}
_sonde_offer() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word"); }
_sonde_offer_list() {
  local given=''
  [[ $word != *,* ]] || given=${word%,*},
  mapfile -t COMPREPLY < <(compgen -P "$given" -W "$1" -- "${word##*,}")
}
_sonde_offer_paths() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen "$1" -- "$word")
}
)";

// What follows --: a command line of its own.
constexpr std::string_view bash_line = R"(_sonde_line() {
  local index
  for ((index = 1; index < COMP_CWORD; index++)); do
    [[ ${COMP_WORDS[index]} != -- ]] || break
  done
  ((index < COMP_CWORD)) || return 1
  local -a line=("${COMP_WORDS[@]:index+1}")
  local -a COMP_WORDS=("${line[@]}")
  local COMP_CWORD=$((COMP_CWORD - index - 1))
  if ((COMP_CWORD == 0)); then
    mapfile -t COMPREPLY < <(compgen -c -- "$word")
    return
  fi
  # shellcheck source=/dev/null
  declare -F _sonde_launched >/dev/null || . "$_sonde_files/mpirun" 2>/dev/null
  ! declare -F _sonde_launched >/dev/null || _sonde_launched "${COMP_WORDS[0]}" "$word" "$before"
  [[ ${#COMPREPLY[@]} -gt 0 ]] || _sonde_offer_paths -f
}
_sonde_files=${BASH_SOURCE[0]%/*}
)";

std::string bash_name(std::string text) {
  for (char& c : text)
    if (c == '-') c = '_';
  return text;
}

std::string bash_entry_point(const CommandWords& command) {
  return command.name == "sonde" ? "_sonde" : "_sonde_" + bash_name(command.name);
}

std::string joined_words(const std::vector<WordChoice>& words) {
  std::string out;
  for (const WordChoice& choice : words) out += (out.empty() ? "" : " ") + choice.word;
  return out;
}

/// The command that offers a value; "" where nothing can.
std::string bash_offer(const ValueWords& value) {
  switch (value.how) {
    case Completed::words:
      return fmt::format("_sonde_offer '{}'", joined_words(value.words));
    case Completed::list:
      return fmt::format("_sonde_offer_list '{}'", joined_words(value.words));
    case Completed::file:
      return "_sonde_offer_paths -f";
    case Completed::directory:
      return "_sonde_offer_paths -d";
    case Completed::command:
      return "_sonde_offer --";
    case Completed::free:
      break;
  }
  return "";
}

/// The values of options as branches of a case.
std::string bash_values(const CommandWords& command) {
  std::string out;
  for (const OptionWords& option : command.options) {
    if (!option.value || option.value_optional) continue;
    auto names = option.names;
    names.insert(names.end(), option.others.begin(), option.others.end());
    const auto offer = bash_offer(*option.value);
    out += fmt::format("    {}) {}return ;;\n", fmt::join(names, " | "), offer.empty() ? "" : offer + "; ");
  }
  return out.empty() ? "" : fmt::format("  case $before in\n{}  esac\n", out);
}

/// The function of a command that completes its options, arguments and the names of its commands.
std::string bash_node(const std::string& function, const CommandWords& command, bool at_command) {
  std::string names, others, rest;
  for (const OptionWords& option : command.options) {
    names += fmt::format(" {}", fmt::join(option.names, " "));
    for (const std::string& other : option.others) others += " " + other;
  }
  if (at_command) {
    std::string words;
    for (const CommandWords& sub : command.commands) words += (words.empty() ? "" : " ") + sub.name;
    rest = fmt::format("_sonde_offer '{}'", words);
  } else if (!command.arguments.empty()) {
    rest = bash_offer(command.arguments.front());
  } else {
    rest = fmt::format("_sonde_offer '{}'", names.substr(1));
  }
  const bool line = !command.arguments.empty() && command.arguments.front().how == Completed::command;
  std::string out = fmt::format("{}() {{\n  local word before\n  _sonde_words\n", function);
  if (line) out += "  ! _sonde_line || return\n";
  out += bash_values(command) + "  case $word in\n";
  if (!others.empty()) out += fmt::format("    --*) _sonde_offer '{}' ;;\n", others.substr(1));
  out += fmt::format("    -*) _sonde_offer '{}' ;;\n", names.substr(1));
  if (!rest.empty()) out += fmt::format("    *) {} ;;\n", rest);
  return out + "  esac\n}\n";
}

/// The functions of a command and all below it; `steps` receives what leads from one to the next.
std::string bash_nodes(const std::string& function, const CommandWords& command, std::string& steps) {
  std::string at = function;
  std::string out;
  if (!command.arguments.empty() && !command.commands.empty()) {
    out += bash_node(function, command, false);
    at += "_given";
    steps += fmt::format("      {}.*) node={} ;;\n", function, at);
  }
  out += bash_node(at, command, !command.commands.empty());
  for (const CommandWords& sub : command.commands) {
    const std::string below = at + "_" + bash_name(sub.name);
    steps += fmt::format("      {}.{}) node={} ;;\n", at, sub.name, below);
    out += bash_nodes(below, sub, steps);
  }
  return out;
}

std::string bash_tree(const CommandWords& command) {
  const std::string function = bash_entry_point(command);
  std::string steps;
  const std::string nodes = bash_nodes(function + "_at", command, steps);
  return fmt::format(
      "{1}{2}{0}() {{\n"
      "  local node={0}_at index\n"
      "  for ((index = 1; index < COMP_CWORD; index++)); do\n"
      "    [[ ${{COMP_WORDS[index]}} != -* ]] || continue\n"
      "    case $node.${{COMP_WORDS[index]}} in\n{3}    esac\n"
      "  done\n"
      "  \"$node\"\n"
      "}}\n",
      function, bash_line, nodes, steps);
}

}  // namespace

std::string bash_completion(const CommandWords& command) {
  const std::string function = bash_entry_point(command);
  std::string out =
      fmt::format("# shellcheck shell=bash\n# Completion of {} for bash. Made from its table of options.\n{}",
                  command.name, bash_helpers);
  out += command.commands.empty() ? bash_node(function, command, false) : bash_tree(command);
  return out + fmt::format("complete -F {} {}\n", function, command.name);
}

}  // namespace sonde
