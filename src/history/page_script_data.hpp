// What the script of the page of a history reads.
#pragma once
#include <string>

#include "base/result.hpp"
#include "history/history.hpp"

namespace sonde::history {

struct PageOptions {
  std::string title = "Nightly runs";
  std::string made{};  ///< when, as the reader shall see it; empty: not said
};

/// JSON. "alarms": the worst of the last night first, `change`, `low` and `high` as fractions of time.
/// "cases": for each night the logarithm of time over `level` (seconds, or Mbytes/s of a rate) in parts of
/// 10000, null where nothing was measured; "steps" are night and value of each level. "borders": the nights
/// at which levels begin, the newest first. An error where a record of a night cannot be read again.
[[nodiscard]] Result<std::string> page_data(const History& history, const Check& check,
                                            const PageOptions& options);

}  // namespace sonde::history
