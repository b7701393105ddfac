#include "args/tokens.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "args/list_file.hpp"
#include "args/values.hpp"
#include "base/text.hpp"

namespace sonde {

namespace {

bool is_flag(std::string_view argument) {
  return argument.starts_with('-');
}

/// "npmin" of -npmin, --npmin, -npmin=2.
std::string_view flag_name(std::string_view argument) {
  argument.remove_prefix(argument.starts_with("--") ? 2 : 1);
  return argument.substr(0, argument.find('='));
}

tl::unexpected<Error> unknown_flag(const Program& program, std::string_view argument) {
  std::vector<std::string_view> names;
  for (const Option* option : options_of(program)) names.push_back(option->name);
  const auto near = nearest(flag_name(argument), names);
  return failure(
      fmt::format("unknown flag {}; {}", sonde::quoted(argument.substr(0, argument.find('='))),
                  near.empty() ? "-help shows the flags" : fmt::format("did you mean -{}?", near)));
}

Result<const Option*> known_flag(const Program& program, std::string_view argument) {
  const Option* option = find_option(flag_name(argument));
  if (option == nullptr) return unknown_flag(program, argument);
  if (!applies(*option, program.suite))
    return failure(fmt::format("-{} is a flag of {}, it has no meaning for {}; leave it out", option->name,
                               programs(*option), program.name));
  return option;
}

std::string needs_value(const Option& option) {
  return fmt::format("-{} needs a value: {}", option.name, expected_value(option));
}

/// Whether an argument is meant for a flag that may come without its value: a number, or "all"; in IMB-MT on
/// and off, too.
bool is_optional_value(const Program& program, std::string_view argument) {
  if (facts_of(program.suite).threads && truth(argument)) return true;
  const bool number = !argument.empty() && argument.find_first_not_of("0123456789") == std::string_view::npos;
  return number || same_word(argument, "all");
}

/// The value of a flag that came without '=': the next argument. No value where the flag takes none.
Result<std::string> next_value(const Program& program, const Option& option,
                               std::span<const std::string> rest) {
  if (option.metavar.empty()) return std::string{};
  if (option.value_optional && (rest.empty() || !is_optional_value(program, rest[0]))) return std::string{};
  if (rest.empty()) return failure(needs_value(option));
  if (named_option(rest[0]) != nullptr)
    return failure(fmt::format("{}; but the flag {} follows", needs_value(option), sonde::quoted(rest[0])));
  return rest[0];
}

/// The value of a flag that came with '=': what follows it.
Result<std::string> joined_value(const Option& option, std::string_view value) {
  if (option.metavar.empty())
    return failure(fmt::format("-{} takes no value; write it without {}", option.name,
                               sonde::quoted(fmt::format("={}", value))));
  if (option.value_optional && value.empty())
    return failure(
        fmt::format("-{}: nothing follows the =; expected {}", option.name, expected_value(option)));
  return std::string(value);
}

/// Whether the value is the argument behind the flag.
bool takes_next(const Option& option, std::string_view value) {
  return !option.metavar.empty() && !(option.value_optional && value.empty());
}

Result<Given> line_token(const Program& program, std::string_view line) {
  const auto blank = line.find_first_of(" \t");
  const std::string_view word = line.substr(0, blank);
  const auto option = known_flag(program, is_flag(word) ? std::string(word) : fmt::format("-{}", word));
  if (!option) return tl::unexpected(option.error());
  if ((*option)->set == nullptr || (*option)->early)
    return failure(fmt::format("-{} belongs on the command line, not in a settings file", (*option)->name));
  if (const auto equals = word.find('='); equals != std::string_view::npos) {
    auto value = joined_value(**option, trim(line.substr(equals + 1)));
    if (!value) return tl::unexpected(value.error());
    return Given{*option, std::move(*value), {}};
  }
  const auto value = blank == std::string_view::npos ? std::string_view{} : trim(line.substr(blank));
  if (value.empty() && (*option)->value_optional) return Given{*option, {}, {}};
  if (value.empty() != (*option)->metavar.empty())
    return failure(value.empty() ? needs_value(**option)
                                 : fmt::format("-{} takes no value", (*option)->name));
  return Given{*option, std::string(value), {}};
}

}  // namespace

bool has(std::span<const Given> given, std::string_view flag) {
  return std::ranges::any_of(given, [=](const Given& g) { return g.is(flag); });
}

const Option* named_option(std::string_view argument) {
  return is_flag(argument) ? find_option(flag_name(argument)) : nullptr;
}

Result<std::vector<Given>> tokenise(const Program& program, std::span<const std::string> arguments) {
  std::vector<Given> out;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (!is_flag(argument)) {
      out.push_back({nullptr, argument, {}});
      continue;
    }
    const auto option = known_flag(program, argument);
    if (!option) return tl::unexpected(option.error());
    const auto equals = argument.find('=');
    const bool joined = equals != std::string::npos;
    const auto value = joined ? joined_value(**option, argument.substr(equals + 1))
                              : next_value(program, **option, arguments.subspan(i + 1));
    if (!value) return tl::unexpected(value.error());
    out.push_back({*option, *value, {}});
    if (!joined && takes_next(**option, *value)) ++i;
  }
  return out;
}

Result<std::vector<Given>> tokenise_file(const Program& program, const std::string& path,
                                         const std::string& content) {
  std::vector<Given> out;
  for (const ListLine& line : content_lines(content)) {
    const std::string where = fmt::format("{} line {}", sonde::quoted(path), line.number);
    auto given = line_token(program, line.text);
    if (!given) return failure(fmt::format("{}: {}", where, given.error().message));
    given->where = where;
    out.push_back(*given);
  }
  return out;
}

}  // namespace sonde
