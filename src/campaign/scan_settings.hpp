// A scan: one command with each setting of lists of values.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "campaign/repeated.hpp"

namespace sonde::campaign {

/// The values that stand for {name}.
struct ValueList {
  std::string name;
  std::vector<std::string> values;
};

/// "eager=4096,2^14..2^16": words between commas; 2^N is that number, and a range holds the powers of two
/// from the first to the last. An error where there is no name or value, or one stands there twice.
[[nodiscard]] Result<ValueList> list_of(std::string_view text);

/// The command with each combination of values, those of the last list next to each other, named "eager-4096"
/// and labelled "eager=4096". An error where a name is used nowhere in the command, stands for two lists, or
/// there are fewer than 2 settings or more than 1000.
[[nodiscard]] Result<std::vector<Variant>> settings_of(const Words& command,
                                                       std::span<const ValueList> lists);

}  // namespace sonde::campaign
