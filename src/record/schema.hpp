// docs/record.schema.json, from the table of fields.
#pragma once
#include <string>

namespace sonde::record {

/// The JSON Schema (draft 2020-12) of the lines of a record.
[[nodiscard]] std::string schema_text();

}  // namespace sonde::record
