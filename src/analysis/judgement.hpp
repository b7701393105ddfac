// The answer before all figures: of one side whether its figures can be used as they are, of two what their
// comparison says.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "analysis/findings.hpp"

namespace sonde::analysis {

enum class Usable {
  healthy,
  unknown,  ///< nothing says how far the figures can be trusted, or nothing could be proven
  look,
  no
};

struct Judgement {
  Usable usable = Usable::healthy;
  std::string sentence{};  ///< without an end
  std::string
      before_reasons{};  ///< what the reasons are for, where the sentence does not say it; may be empty
  std::vector<Finding> reasons{};   ///< worst first, five at most
  std::size_t more = 0;             ///< reasons beyond those
  std::vector<Finding> findings{};  ///< all, worst first
};

/// Of runs that are shown together. Figures are none to be used where a finding says so; problems and
/// cautions are to be looked at; healthy is only what carries the evidence: a run without intervals has no
/// verdict. `more`: what else was found of them.
[[nodiscard]] Judgement judge(std::span<const record::Run> runs, std::vector<Finding> more = {});

/// Of two sides, `base_runs` runs of the base and then the new ones: the sentence is that of their
/// comparison.
[[nodiscard]] Judgement judge(std::span<const record::Run> runs, std::size_t base_runs,
                              const Comparison& comparison, std::vector<Finding> more = {});

}  // namespace sonde::analysis
