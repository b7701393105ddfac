// A directory as a whole: its nights, its table, and what the last night says.
#pragma once
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/comparison.hpp"
#include "history/alarm.hpp"
#include "history/directory.hpp"
#include "history/table.hpp"

namespace sonde::history {

struct History {
  std::string directory;
  std::vector<Night> nights;
  std::vector<HistoryRow> rows;
  std::vector<std::map<std::size_t, std::string>>
      new_levels{};    ///< of each row: nights acknowledged, and why
  std::string note{};  ///< to be said to the user where it is not empty

  [[nodiscard]] std::size_t launches() const;
  [[nodiscard]] std::size_t last() const { return nights.size() - 1; }
};

/// What a row says of its last night, for a table.
struct RowSummary {
  std::size_t measured = 0;  ///< nights
  double change =
      std::numeric_limits<double>::quiet_NaN();  ///< of time, against the median of the 24 nights before
};
[[nodiscard]] RowSummary shown(const HistoryRow& row);

/// Whether a row of a comparison of a short history (set_apart) is about the number of this row.
[[nodiscard]] bool is_about(const analysis::ComparedCase& compared, const HistoryRow& row);

/// Reads everything there; an error where a file cannot be read.
[[nodiscard]] Result<History> read_history(const std::string& directory);

/// The rows as the alarm takes them.
[[nodiscard]] std::vector<Series> series_of(const History& history);

/// The launches of some nights, as records.
[[nodiscard]] Result<std::vector<record::Run>> read_launches(const std::string& directory,
                                                             std::span<const Night> nights);

/// What is known about the last night.
struct Check {
  std::optional<NightVerdict> calibrated{};        ///< from 60 nights on
  std::optional<analysis::Comparison> compared{};  ///< of 2 nights and more, below 60: with the nights before
  std::vector<std::size_t>
      failed{};  ///< rows that failed in every launch, and were measured before they began to fail
  std::vector<std::size_t>
      missing{};  ///< rows that all of the 4 nights before have measured, and this one not
  /// What changed at the nights at which slower levels seem to begin, by their numbers.
  std::map<std::size_t, std::vector<std::string>> causes{};
  std::size_t weak = 0;  ///< rows of fewer than 3 launches

  [[nodiscard]] bool alarm() const;
  /// False where nothing could be judged.
  [[nodiscard]] bool judged() const;
};

[[nodiscard]] Result<Check> check(const History& history);

/// The changes of one night against the one before, a line each.
[[nodiscard]] std::string why_text(const History& history, std::size_t night,
                                   std::span<const std::string> changes);

/// What check says, in one line without its end: "no alarm", "ALARM: slower than in the nights before".
[[nodiscard]] std::string headline(const History& history, const Check& check);

/// "what: case", a line for each of these rows, of many for the first.
[[nodiscard]] std::string list_of(const History& history, std::span<const std::size_t> rows,
                                  const std::string& what);

/// For a person; ends with a newline.
[[nodiscard]] std::string check_text(const History& history, const Check& check);
[[nodiscard]] std::string show_text(const History& history);

}  // namespace sonde::history
