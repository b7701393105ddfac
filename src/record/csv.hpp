// Records as CSV for spreadsheets: one head line, one line a case, the numbers of the summary but no
// provenance. Commas separate, text with commas or quotes stands in quotes and has blanks for control
// characters, text that a spreadsheet would run as a formula has a quote ' in front, an unknown value is an
// empty cell.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "record/record.hpp"

namespace sonde::record {

/// What stands behind the columns of every run, where a run needs it.
struct CsvColumns {
  bool variant = false;                ///< labels of cases (record/variant.hpp)
  std::vector<std::string> numbers{};  ///< by name: record/case_numbers.hpp, or columns of a foreign table

  bool operator==(const CsvColumns&) const = default;
};

/// Of a run of our own that begins. `guidelines`: it has rows of guidelines.
[[nodiscard]] CsvColumns csv_columns(const Header& header, bool guidelines);
/// Of cases that are there.
[[nodiscard]] CsvColumns csv_columns(std::span<const CaseRecord> cases);

[[nodiscard]] std::string csv_head(const CsvColumns& columns = {});

/// One line; rates are in bytes per second, `megabyte` is what the header says of the record's Mbytes.
[[nodiscard]] std::string to_csv(const CaseRecord& record, double megabyte, const CsvColumns& columns = {});

/// Reads the lines under a head.
class CsvReader {
 public:
  /// Nothing where the line is no head of ours.
  [[nodiscard]] static std::optional<CsvReader> of(std::string_view head);

  /// A rate becomes Mbytes of 2^20; numbers of further columns become `extra`.
  [[nodiscard]] Result<CaseRecord> read(std::string_view line) const;

  [[nodiscard]] const CsvColumns& columns() const { return further_; }

 private:
  std::size_t common_ = 0;  ///< columns that stand in every run: fewer in files of earlier versions
  CsvColumns further_{};
};

[[nodiscard]] inline bool is_csv_head(std::string_view line) {
  return CsvReader::of(line).has_value();
}

}  // namespace sonde::record
