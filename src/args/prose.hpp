// Sentences that help, options page and man page share.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "args/option_table.hpp"

namespace sonde {

/// What a program's exit status means.
[[nodiscard]] std::vector<std::pair<int, std::string_view>> exit_statuses(const Program& program);

/// "-npmin P", "-check"
[[nodiscard]] std::string flag_and_value(const Option& option);
/// The default as it would be written on the command line; "" where there is none.
[[nodiscard]] std::string default_value(const Option& option, const Settings& defaults);
/// Help and details as sentences.
[[nodiscard]] std::string explanation(const Option& option);
/// One line about the program, in the form of a man page's name line.
[[nodiscard]] std::string purpose(const Program& program);
/// Two command lines, the first one with one of the program's benchmarks.
[[nodiscard]] std::vector<std::string> examples(const Program& program);

/// Calls `begin(group)` before the first option of each group, and `each(option)` for every option.
template <class Begin, class Each>
void for_each_option(const std::vector<const Option*>& options, Begin begin, Each each) {
  const Option* last = nullptr;
  for (const Option* option : options) {
    if (last == nullptr || last->group != option->group) begin(option->group);
    each(*option);
    last = option;
  }
}

}  // namespace sonde
