#include "stats/pooled_curve.hpp"

#include <cmath>
#include <map>

#include "base/contract.hpp"

namespace sonde::stats {

std::vector<CurveStep> pooled_curve(std::span<const TailCurve* const> curves) {
  EXPECTS(!curves.empty());
  constexpr double finest = 1.0 / 200;
  std::map<double, std::int64_t>
      gone;  // calls that took less than these seconds, but not less than those before
  std::int64_t all = 0;
  for (const TailCurve* curve : curves) {
    all += curve->above.front();
    for (std::size_t i = 0; i < curve->seconds.size(); ++i)
      gone[curve->seconds[i]] += i == 0 ? 0 : curve->above[i - 1] - curve->above[i];
  }
  const auto calls = static_cast<double>(all);
  std::vector<CurveStep> steps;
  for (std::int64_t left = all; const auto& [seconds, fewer] : gone) {
    left -= fewer;
    const double share = static_cast<double>(left) / calls;
    const bool seen = !steps.empty() && left > 0 && steps.back().share - share < finest &&
                      std::log(steps.back().share / share) < finest * std::log(calls);
    if (!seen) steps.push_back({seconds, share});
  }
  return steps;
}

}  // namespace sonde::stats
