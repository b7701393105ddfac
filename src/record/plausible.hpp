// What a benchmark can have measured, whatever program wrote it down: no time is negative.
#pragma once
#include "base/result.hpp"
#include "record/record.hpp"

namespace sonde::record {

/// An error that names the field, as records do, and its value: a negative time, count or length, a number
/// that is infinite or of no machine (more than 30 years, 10^18 bytes a second), a name with control
/// characters. A value that is unknown is possible.
[[nodiscard]] Result<void> plausible(const CaseRecord& record);
[[nodiscard]] Result<void> plausible(const Header& header);
[[nodiscard]] Result<void> plausible(const Footer& footer);

}  // namespace sonde::record
