// What a run that was interrupted has left to do.
#pragma once
#include <set>

#include "base/result.hpp"
#include "record/record.hpp"

namespace sonde::record {

/// Measured, or skipped for a reason that would be the same again; not what failed or ran out of time.
[[nodiscard]] bool finished(const CaseRecord& record);

struct ResumeState {
  std::set<CaseId> finished;
};

/// What `old` has finished, for a run that would start with the header `now`. Both must have the same settings
/// (records without them: the same command line but for -resume and -append), program, libraries and machine; otherwise the error shows
/// every difference in a line of its own. Failed cases, and cases that ran out of time, are not finished.
[[nodiscard]] Result<ResumeState> plan_resume(const Run& old, const Header& now);

}  // namespace sonde::record
