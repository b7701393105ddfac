// What `sonde show` can print, sort and select of a record: one column each.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.hpp"

namespace sonde::reports {

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
  std::function<ShowCell(const record::CaseRecord& record, const std::string& key)> of;
  bool hidden = false;  ///< only to sort by: the same as a column that is shown
};

/// Every column, in the order of printing, for the cases of a run: the columns of foreign tables come last.
/// `megabyte` names the unit of the rate. `places`, which must outlive the columns, adds which rank was
/// slowest most often, where it stands and in which share of the batches.
[[nodiscard]] std::vector<ShowColumn> show_columns(const std::vector<record::CaseRecord>& cases,
                                                   double megabyte,
                                                   std::span<const record::RankPlace> places = {});
/// What `sonde show` prints beside the case.
enum class Shown {
  usual,
  hosts,  ///< and which rank was slowest, with its host
  tails,  ///< in place of all else: quantiles of single calls with their intervals
};
[[nodiscard]] std::vector<ShowColumn> show_columns(const record::Run& run, Shown shown);
/// Whether a case says which rank was slowest, and the header where the ranks stood.
[[nodiscard]] bool knows_slowest_hosts(const record::Run& run);

/// "Multi-PingPong" for a case that ran in several groups.
[[nodiscard]] std::string shown_name(const record::CaseId& id);

}  // namespace sonde::reports
