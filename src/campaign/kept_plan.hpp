// The copy of a plan that stays in the directory of its campaign, where others may read it.
#pragma once
#include <string>

namespace sonde::campaign {

/// The text of a plan as it may be kept: as it is, or, where a command line or a comment has a secret,
/// written anew without secrets and comments. Nothing is launched from it. The same text once more changes
/// nothing, so that kept plans can be compared.
[[nodiscard]] std::string kept_plan(const std::string& text);

}  // namespace sonde::campaign
