// Two groups of nights of a history beside each other, for a person.
#pragma once
#include <string>
#include <vector>

#include "base/result.hpp"
#include "history/exchange.hpp"
#include "history/history.hpp"

namespace sonde::history {

/// The numbers of the nights of "2025-11-22" or of "2025-11-01..2025-11-20", both of which are there; an error says which is not.
[[nodiscard]] Result<std::vector<std::size_t>> nights_in(std::span<const Night> nights,
                                                         const std::string& words);

struct TwoGroups {
  std::vector<std::size_t> before{}, after{};
  Exchange exchange{};
  std::vector<std::string> changes{};  ///< in the headers, from the first group to the second

  [[nodiscard]] bool slower() const;
  /// False where so few nights can show nothing, or no case was measured in enough of them.
  [[nodiscard]] bool judged() const;
};

/// An error where a night stands in both groups, or a record cannot be read.
[[nodiscard]] Result<TwoGroups> compare_groups(const History& history, std::vector<std::size_t> before,
                                               std::vector<std::size_t> after);

[[nodiscard]] std::string groups_text(const History& history, const TwoGroups& groups);

}  // namespace sonde::history
