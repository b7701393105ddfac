// What a run that was interrupted has left to do.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "record/record.hpp"

namespace sonde::record {

/// Measured, or skipped for a reason that would be the same again; not what failed or ran out of time.
[[nodiscard]] bool finished(const CaseRecord& record);

/// Whether a run that would start with the header `now` may go on with `old`: both must have the same
/// settings (records without them: the same command line but for -resume and -append), program, libraries and
/// machine, and ranks that share hosts in the same way, though the hosts may be others. The error shows every
/// difference in a line of its own.
[[nodiscard]] Result<void> may_resume(const Run& old, const Header& now);

/// "n1, n2, n3, n4 and 12 more"
[[nodiscard]] std::string some_hosts(const std::vector<RankPlace>& places);

/// Where the launches of a run stood, each place once: first that of the header, then those that -resume went
/// on in.
[[nodiscard]] std::vector<const std::vector<RankPlace>*> places_of_launches(const Run& run);

/// How many cases come from which hosts, where a launch went on elsewhere.
[[nodiscard]] std::optional<std::string> note_of_moves(const Run& run);

}  // namespace sonde::record
