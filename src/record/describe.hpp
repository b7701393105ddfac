// Names for people.
#pragma once
#include <string>

#include "record/record.hpp"

namespace sonde::record {

/// The mode and what else makes it another case: "AGGREGATE", "buffers D D, window 64", or empty.
[[nodiscard]] std::string labels_of(const CaseId& id);

/// "Allreduce, 4 processes, 64 KiB", "Multi-PingPong, 2 processes x 3 groups, group 1, 8 B", "Put_all
/// AGGREGATE, ...".
[[nodiscard]] std::string describe(const CaseId& id);

/// Cases that differ in processes and length alone, by the first and the last of them: "Allreduce, 2 to 8
/// processes, 8 B to 64 KiB".
[[nodiscard]] std::string describe(const CaseId& first, const CaseId& last);

/// For lines among tables, where no number may stand between blanks: "PingPong np=2 1B", "Multi-Bcast np=2
/// groups=3 group=1 8KiB".
[[nodiscard]] std::string short_name(const CaseId& id);

/// What the fastest port of the network can do: "400 Gbit/s"; empty where the record does not say.
[[nodiscard]] std::string port_text(const Header& header);

/// "9.9%", "150%".
[[nodiscard]] std::string compact_percent(double share);

/// "1.5us", "12ms", "2min5s".
[[nodiscard]] std::string compact_seconds(double seconds);

}  // namespace sonde::record
