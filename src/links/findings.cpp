#include "links/findings.hpp"

#include <algorithm>
#include <cmath>

#include "base/contract.hpp"
#include "stats/order.hpp"
#include "stats/rank_sum.hpp"

namespace sonde::links {

namespace {

std::vector<double> logs(const std::vector<double>& seconds, double factor = 1) {
  std::vector<double> out;
  out.reserve(seconds.size());
  for (const double value : seconds) out.push_back(std::log(std::max(value, 1e-12) * factor));
  return out;
}

/// That `slow` does not lie above `fast`.
double one_sided_p(const std::vector<double>& slow, const std::vector<double>& fast) {
  const double both = stats::rank_sum_p(slow, fast);
  return stats::median(slow) > stats::median(fast) ? both / 2 : 1 - both / 2;
}

}  // namespace

std::vector<Finding> judge(std::span<const Suspect> suspects, std::span<const Times> times,
                           double threshold) {
  EXPECTS(suspects.size() == times.size());
  std::vector<Finding> findings;
  std::vector<double> p;
  for (std::size_t i = 0; i < suspects.size(); ++i) {
    Finding finding{.suspect = suspects[i], .factor = suspects[i].factor};
    const auto& [suspect, healthy] = times[i];
    if (!suspect.empty() && !healthy.empty()) {
      const auto shift = stats::shift_between(logs(healthy), logs(suspect));
      finding.factor = std::exp(shift.estimate);
      finding.low = std::exp(shift.low);
      finding.high = std::exp(shift.high);
      finding.trials = static_cast<int>(suspect.size());
      p.push_back(one_sided_p(logs(suspect), logs(healthy, 1 + threshold)));
    } else {
      p.push_back(1);
    }
    findings.push_back(finding);
  }
  const auto corrected = stats::holm(p);
  for (std::size_t i = 0; i < findings.size(); ++i) {
    Finding& finding = findings[i];
    finding.p = corrected[i];
    if (finding.p < false_verdicts)
      finding.verdict = Verdict::slow;
    else if (finding.trials > 0 && finding.high < 1 + threshold)
      finding.verdict = Verdict::fine;
  }
  std::ranges::stable_sort(findings, {}, &Finding::verdict);
  return findings;
}

Range range_of(const Matrix& matrix) {
  std::vector<double> seconds;
  for (const float value : matrix.seconds)
    if (!std::isnan(value)) seconds.push_back(value);
  if (seconds.empty()) return {};
  const auto ascending = stats::sorted(seconds);
  return {ascending.front(), stats::quantile(ascending, 0.5), ascending.back()};
}

bool anything_slow(const Survey& survey) {
  return std::ranges::any_of(survey.findings, [](const Finding& f) { return f.verdict == Verdict::slow; });
}

}  // namespace sonde::links
