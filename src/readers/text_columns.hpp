// The columns of a text table of the IMB family: what its head names, and how a row fills a record.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "record/record.hpp"

namespace sonde::readers {

enum class ColumnContent {
  group,
  bytes,
  repetitions,
  t,
  t_min,
  t_max,
  t_avg,
  rate,
  message_rate,
  t_ovrl,
  t_pure,
  t_cpu,
  overlap,
  t_init,
  defects,
  words,
  other
};

struct TextColumn {
  ColumnContent field = ColumnContent::other;
  std::string name;
};

/// The columns that a line names, or none where the line is no table head. Recognised by the column of
/// repetitions, which every table of the family has.
[[nodiscard]] std::vector<TextColumn> columns_of(std::string_view line);

[[nodiscard]] bool is_number(std::string_view word);

enum class RowKind {
  none,
  result,
  reason
};  ///< none: not a row of this table, for example a message of the launcher

/// Whether `word`, which stands in `line` behind the columns of a row, begins a remark that a user has put
/// there: it is no number and no letter, or stands two blanks off.
[[nodiscard]] bool is_remark(std::string_view line, std::string_view word);

/// Those of a record; all of them not a number where it has had none.
[[nodiscard]] record::Times& times_of(record::CaseRecord& record);
[[nodiscard]] record::OverlapTimes& overlap_of(record::CaseRecord& record);

/// The row has something else than a number where its result would be.
void fail_without_number(record::CaseRecord& record);

/// Fills `record` from one line of the table. An error where the line looks like a row and is none.
[[nodiscard]] Result<RowKind> read_row(const std::vector<TextColumn>& columns, std::string_view line,
                                       record::CaseRecord& record);

}  // namespace sonde::readers
