// The map of links in a line of JSON.
#pragma once
#include "record/json_text.hpp"
#include "record/record.hpp"

namespace sonde::record {

class Fields;

/// Nothing where there is no map. Matrices go as base 64 of 32-bit numbers, row by row.
void write_links(JsonObject& outer, const Boxed<links::Survey>& survey);

/// Complains of matrices and findings that do not fit to the ranks.
void get_links(Fields& outer, CaseRecord& record);

}  // namespace sonde::record
