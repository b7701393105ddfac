// What is known of each ExpectedContent beside how it is checked (check/verify.hpp).
#pragma once
#include <string_view>

#include "catalog/benchmark.hpp"

namespace sonde {

struct ContentFacts {
  std::string_view sentence;  ///< what -check expects; "–" for nothing
  /// Who sends to whom among four processes; "0 ⇄ 1" stands for as many pairs as there are. Empty: as the
  /// row's flows say.
  std::string_view picture;
  std::string_view of_one{};  ///< the same where only one side of the row's processes transfers
};

[[nodiscard]] const ContentFacts& facts_of(ExpectedContent content);

}  // namespace sonde
