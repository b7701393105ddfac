// Records as text for a person: where a run comes from, its cases as an aligned table, its warnings.
#pragma once
#include <string>

#include "record/record.hpp"
#include "reports/show_columns.hpp"

namespace sonde::reports {

/// The provenance of a run in a few lines; what the file does not tell is left out.
[[nodiscard]] std::string show_summary(const record::Run& run);

/// The cases as a table: units in the head, numbers on the right, columns that are empty everywhere left out.
[[nodiscard]] std::string show_table(const record::Run& run, Shown shown = Shown::usual);

/// The warnings of the run and its cases by kind: how many cases, each text once, a few of them, and what to
/// do; empty where there are none.
[[nodiscard]] std::string show_warnings(const record::Run& run);

}  // namespace sonde::reports
