// Cases that stand in one run more than once.
#pragma once
#include <optional>
#include <span>
#include <string>

#include "record/record.hpp"

namespace sonde::record {

/// "3 cases stand in it more than once, first PingPong, 2 processes, 8 B (2 times): what looks at one number
/// takes their median"; nothing where each stands once. Cases without a result do not count.
[[nodiscard]] std::optional<std::string> note_of_repeated(std::span<const CaseRecord> cases);

}  // namespace sonde::record
