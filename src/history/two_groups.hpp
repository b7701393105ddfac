// Two groups of nights of a history beside each other, for a person.
#pragma once
#include <string>
#include <vector>

#include "base/result.hpp"
#include "history/exchange.hpp"
#include "history/history.hpp"

namespace sonde::history {

struct TwoGroups {
  std::vector<std::size_t> before{}, after{};
  NightExchange exchange{};
  /// Rows that half of the first nights measured and less than half of the second: those that fail there, and
  /// others.
  std::vector<std::size_t> failed{}, missing{};
  std::vector<std::string> changes{};  ///< in the headers, from the first group to the second

  /// Or failed.
  [[nodiscard]] bool slower() const;
  /// False where so few nights can show nothing, or no case was measured in enough of them.
  [[nodiscard]] bool judged() const;
};

/// Groups are "2025-11-22" or "2025-11-01..2025-11-20". An error where one of these nights is not there or in
/// both, or a record cannot be read.
[[nodiscard]] Result<TwoGroups> compare_groups(const History& history, const std::string& a,
                                               const std::string& b);

[[nodiscard]] std::string groups_text(const History& history, const TwoGroups& groups);

}  // namespace sonde::history
