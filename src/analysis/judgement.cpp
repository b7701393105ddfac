#include "analysis/judgement.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/stated.hpp"

namespace sonde::analysis {

namespace {

constexpr std::size_t most_reasons = 5;

std::vector<Finding> poor_fits(std::span<const model::FittedCurve> fits) {
  std::vector<const model::FittedCurve*> poor;
  for (const auto& fit : fits)
    if (model::misses_its_points(fit)) poor.push_back(&fit);
  if (poor.empty()) return {};
  const auto* const worst =
      *std::ranges::max_element(poor, {}, [](const auto* fit) { return fit->quality.relative_rms; });
  return {{Weight::caution,
           fmt::format("{} of {} fitted models {} points by more than {:.0f} %, worst {} ({:.0f} %).",
                       poor.size(), fits.size(), poor.size() == 1 ? "misses its" : "miss their",
                       100 * model::largest_residual, worst->name, 100 * worst->quality.relative_rms),
           "Take no parameter from these.", Place::models, false, model::as_stated(*worst).name}};
}

}  // namespace

Judgement judge(std::span<const Finding> found, std::span<const model::FittedCurve> fits) {
  Judgement out;
  for (const Finding& finding : found)
    if (finding.weight != Weight::fact && finding.place != Place::charts) out.reasons.push_back(finding);
  for (Finding& finding : poor_fits(fits)) out.reasons.push_back(std::move(finding));
  if (!out.reasons.empty()) out.usable = Usable::look;
  if (std::ranges::any_of(out.reasons, &Finding::unusable)) out.usable = Usable::no;
  out.more = out.reasons.size() - std::min(out.reasons.size(), most_reasons);
  out.reasons.resize(out.reasons.size() - out.more);
  return out;
}

}  // namespace sonde::analysis
