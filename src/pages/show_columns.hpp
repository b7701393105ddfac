// What `sonde show` can print, sort and select of a record: one column each.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.hpp"

namespace sonde::pages {

/// The content of one cell: a number, text, or nothing where the record does not know.
struct ShowCell {
  std::optional<double> number;
  std::string text;  ///< as printed

  [[nodiscard]] bool empty() const { return text.empty(); }
};

struct ShowColumn {
  std::string key;    ///< for --sort: "bytes", "median"
  std::string title;  ///< with its unit
  bool left = false;  ///< text stands on the left
  ShowCell (*of)(const record::CaseRecord& record, const std::string& key) = nullptr;
  bool hidden = false;  ///< only to sort by: the same as a column that is shown
};

/// Every column, in the order of printing, for the cases of a run: the columns of foreign tables come last.
/// `megabyte` names the unit of the rate.
[[nodiscard]] std::vector<ShowColumn> show_columns(const std::vector<record::CaseRecord>& cases,
                                                   double megabyte);

/// "Multi-PingPong" for a case that ran in several groups.
[[nodiscard]] std::string shown_name(const record::CaseId& id);

}  // namespace sonde::pages
