// Records as JSON lines: one object a line, keys in a fixed order, null where a value is unknown. The units
// stand in the key names; docs/record.schema.json describes the lines and docs/user/records.md explains them.
#pragma once
#include <string>
#include <string_view>
#include <variant>

#include "base/result.hpp"
#include "record/record.hpp"

namespace sonde::record {

/// The schema that this version writes; it reads this one and the ones before.
inline constexpr int schema_version = 1;

[[nodiscard]] std::string to_json(const Header& header);
[[nodiscard]] std::string to_json(const CaseRecord& record);
[[nodiscard]] std::string to_json(const Footer& footer);

using Line = std::variant<Header, CaseRecord, Footer>;

/// One line back. Keys that are not known are ignored, keys that are missing mean unknown; a value of the
/// wrong kind, an unknown word or a newer schema is an error, whose message names the key but not the file.
[[nodiscard]] Result<Line> parse_line(std::string_view line);

}  // namespace sonde::record
