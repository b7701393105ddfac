// Findings as sentences that name hosts.
#pragma once
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "links/trial_findings.hpp"

namespace sonde::links {

/// "n0417", or "n0417 (rank 5)" where another player is on the same host.
[[nodiscard]] std::vector<std::string> player_names(std::span<const std::string> hosts,
                                                    std::span<const int> ranks);

/// "host n0417 sends 48 % slower [46, 50] (measured alone, 30 trials)".
[[nodiscard]] std::string sentence(const TrialFinding& finding, const Survey& survey,
                                   std::span<const std::string> names);

/// "slow of 64 processes and 2016 links: 2 hosts; 1 open", "nothing of 64 processes and 2016 links is slow",
/// or why nothing can be said.
[[nodiscard]] std::string verdict_of(const Survey& survey);

/// Of verdicts and kinds, in their order.
inline constexpr std::array<std::string_view, 3> verdict_words{"slow", "fine", "open"};
inline constexpr std::array<std::string_view, 3> kind_words{"switch", "host", "link"};

[[nodiscard]] std::string_view word(TrialVerdict verdict);
[[nodiscard]] std::string_view word(Kind kind);

}  // namespace sonde::links
