// Records as CSV for spreadsheets: one head line, one line a case, the numbers of the summary but no
// provenance. Commas separate, text with commas or quotes stands in quotes and has blanks for control characters,
// text that a spreadsheet would run as a formula has a quote ' in front, an unknown value is an empty cell.
#pragma once
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "record/record.hpp"

namespace sonde::record {

/// Whether there is a column for labels of cases (record/variant.hpp): of tables of other suites, and of our own where messages lay in
/// memory of a GPU, a scan set something or processes came late.
enum class Variants { no, yes };

/// Whether a run of our own needs it.
[[nodiscard]] inline Variants variants_of(const Header& header) {
  const bool labelled = header.memory || !header.scan.empty() || header.settings.contains("arrival") ||
                        header.settings.contains("load");
  return labelled ? Variants::yes : Variants::no;
}

[[nodiscard]] std::string csv_head(Variants variants = Variants::no);
[[nodiscard]] bool is_csv_head(std::string_view line);

/// One line; rates are in bytes per second, `megabyte` is what the header says of the record's Mbytes.
[[nodiscard]] std::string to_csv(const CaseRecord& record, double megabyte, Variants variants = Variants::no);

/// One line back. A rate becomes Mbytes of 2^20.
[[nodiscard]] Result<CaseRecord> parse_csv(std::string_view line);

}  // namespace sonde::record
