// Names for people.
#pragma once
#include <string>

#include "record/record.hpp"

namespace sonde::record {

/// "Allreduce, 4 processes, 64 KiB", "Multi-PingPong, 2 processes x 3 groups, group 1, 8 B", "Put_all
/// AGGREGATE, ...".
[[nodiscard]] std::string describe(const CaseId& id);

}  // namespace sonde::record
