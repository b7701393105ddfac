// Alarms of all nights. Each night is judged twice: with today's acknowledged levels, and with those known 4
// nights after they began.
#pragma once
#include <optional>
#include <vector>

#include "history/history.hpp"

namespace sonde::history {

/// Alarms of one case at most 4 nights apart are one: their newest nights overlap.
struct AlarmEpisode {
  CaseShift moved;                     ///< as the newest night says, else the night of the highest score
  std::vector<std::size_t> nights{};   ///< that raise it, ascending
  std::optional<std::size_t> level{};  ///< the acknowledged night at which its new level begins
};

/// Of slower cases alone. Those of the last night, which are `check`'s own, first, then unacknowledged ones;
/// among these the highest score first.
[[nodiscard]] std::vector<AlarmEpisode> raised(const History& history, const Check& check);

}  // namespace sonde::history
