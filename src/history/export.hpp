// A history in the forms of other tools.
#pragma once
#include <array>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "history/history.hpp"

namespace sonde::history {

struct Form {
  std::string_view name;
  std::string_view meaning;
  std::string (*text)(const History& history, const Check& check);
};

/// All forms, in the order of the help text.
[[nodiscard]] const std::array<Form, 4>& forms();

/// The form of this name; an error names all.
[[nodiscard]] Result<Form> form_of(std::string_view name);

}  // namespace sonde::history
