#include <fmt/format.h>

#include "args/completion.hpp"

namespace sonde {

namespace {

/// A word of the shell that is this text.
std::string zsh_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

/// Text in which nothing ends the part of a specification in which it stands.
std::string zsh_plain(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

/// Words as _values takes them, each in quotes.
std::string zsh_choices(const std::vector<WordChoice>& words) {
  std::string out;
  for (const WordChoice& choice : words)
    out += " " + zsh_quoted(zsh_plain(choice.word) +
                            (choice.meaning.empty() ? "" : fmt::format("[{}]", zsh_plain(choice.meaning))));
  return out;
}

/// ":name:action" of _arguments.
std::string zsh_action(const ValueWords& value) {
  const std::string name = zsh_plain(value.name);
  switch (value.how) {
    case Completed::words:
      return fmt::format(":{}: _values {}{}", name, zsh_quoted(value.name), zsh_choices(value.words));
    case Completed::list:
      return fmt::format(":{}: _values -s , {}{}", name, zsh_quoted(value.name), zsh_choices(value.words));
    case Completed::file:
      return fmt::format(":{}:_files", name);
    case Completed::directory:
      return fmt::format(":{}:_files -/", name);
    case Completed::command:
      return fmt::format(":{}: _normal", name);
    case Completed::free:
      break;
  }
  return fmt::format(":{}: ", name);
}

std::string zsh_option(const OptionWords& option) {
  auto names = option.names;
  names.insert(names.end(), option.others.begin(), option.others.end());
  const std::string other_names = option.repeatable ? "*" : fmt::format("({})", fmt::join(names, " "));
  std::string rest = fmt::format("[{}]", zsh_plain(option.help));
  if (option.value) rest += (option.value_optional ? ":" : "") + zsh_action(*option.value);
  std::string out;
  for (const std::string& name : names) {
    const bool equals = option.value && option.others.empty() && name.starts_with("--");
    out += fmt::format(" \\\n    {}",
                       zsh_quoted(fmt::format("{}{}{}{}", other_names, name, equals ? "=" : "", rest)));
  }
  return out;
}

std::string zsh_argument(std::size_t place, const ValueWords& value) {
  if (value.how == Completed::command) return zsh_quoted("*::" + zsh_action(value));
  return zsh_quoted((value.many ? "*" : fmt::format("{}", place)) + zsh_action(value));
}

std::string zsh_commands(const std::string& function, const CommandWords& command) {
  std::string out = fmt::format("{}_commands() {{\n  local -a commands=(", function);
  for (const CommandWords& sub : command.commands)
    out += "\n    " + zsh_quoted(zsh_plain(sub.name) + ":" + sub.help);
  return out + ")\n  _describe -t commands command commands\n}\n";
}

/// The function of a command and those of all below it.
std::string zsh_node(const std::string& function, const CommandWords& command) {
  const bool tree = !command.commands.empty();
  std::string out = fmt::format("{}() {{\n", function);
  if (tree) out += "  local curcontext=$curcontext state line ret=1\n  typeset -A opt_args\n";
  const bool line = !command.arguments.empty() && command.arguments.front().how == Completed::command;
  out += tree ? "  _arguments -C" : line ? "  _arguments -S" : "  _arguments";  // -S: no options after --
  for (const OptionWords& option : command.options) out += zsh_option(option);
  std::size_t place = 0;
  for (const ValueWords& value : command.arguments) out += " \\\n    " + zsh_argument(++place, value);
  if (!tree) return out + "\n}\n";
  out += fmt::format(
      " \\\n    '{0}: :{1}_commands' \\\n    '*:: :->below' && ret=0\n"
      "  if [[ $state == below ]]; then\n"
      "    shift {2} words\n"
      "    (( CURRENT -= {2} ))\n"
      "    (( $+functions[{1}_${{words[1]}}] )) && {1}_${{words[1]}} && ret=0\n"
      "  fi\n"
      "  return ret\n"
      "}}\n",
      place + 1, function, place);
  out += zsh_commands(function, command);
  for (const CommandWords& sub : command.commands) out += zsh_node(function + "_" + sub.name, sub);
  return out;
}

}  // namespace

std::string zsh_completion(const CommandWords& command) {
  const std::string function = "_" + command.name;
  return fmt::format(
      "#compdef {0}\n# Completion of {0} for zsh. Made from its table of options.\n{1}{2} \"$@\"\n",
      command.name, zsh_node(function, command), function);
}

}  // namespace sonde
