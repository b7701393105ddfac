// The answer before all figures: whether a run can be used as it is, and what to look at.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "analysis/findings.hpp"
#include "model/fitted.hpp"

namespace sonde::analysis {

enum class Usable { healthy, look, no };

struct Judgement {
  Usable usable = Usable::healthy;
  std::vector<Finding> reasons;  ///< worst first, five at most
  std::size_t more = 0;          ///< reasons beyond those
};

/// `found`: findings, worst first. Figures are none to be used where a finding says so; problems and cautions are to be
/// looked at, and so are fits that miss their points; what charts show is a property of the machine, and no reason.
[[nodiscard]] Judgement judge(std::span<const Finding> found, std::span<const model::FittedCurve> fits);

}  // namespace sonde::analysis
