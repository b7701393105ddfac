#include "links/trial_findings.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>

#include "base/contract.hpp"
#include "stats/interval.hpp"
#include "stats/order.hpp"
#include "stats/rank_sum.hpp"

namespace sonde::links {

namespace {

/// How many times as long as it should each trial took, in ascending order, if its time was so much longer
/// than measured and the others shorter.
std::vector<double> factors_of(const TrialTimes& times, double open) {
  EXPECTS(times.suspect.size() == times.healthy.size());
  constexpr double least_seconds = 1e-12;
  std::vector<double> out;
  for (std::size_t i = 0; i < times.suspect.size(); ++i)
    out.push_back(std::max(times.suspect[i] + open, 0.0) / std::max(times.healthy[i] - open, least_seconds));
  std::ranges::sort(out);
  return out;
}

/// That so many of the factors lie above a limit, or more of them, if each does with a chance of one half.
double sign_test_p(const std::vector<double>& factors, double limit) {
  const auto above = static_cast<double>(std::ranges::count_if(factors, [=](double f) { return f > limit; }));
  if (above == 0) return 1;
  const boost::math::binomial chance(static_cast<double>(factors.size()), 0.5);
  return boost::math::cdf(boost::math::complement(chance, above - 1));
}

}  // namespace

std::vector<TrialFinding> judge(std::span<const Suspect> suspects, std::span<const TrialTimes> times,
                                double threshold) {
  EXPECTS(suspects.size() == times.size());
  std::vector<TrialFinding> findings;
  std::vector<double> p;
  for (std::size_t i = 0; i < suspects.size(); ++i) {
    TrialFinding finding{.suspect = suspects[i], .factor = suspects[i].factor};
    const auto least = factors_of(times[i], -times[i].open), most = factors_of(times[i], times[i].open);
    if (!least.empty()) {
      const auto count = static_cast<double>(least.size());
      finding.factor = stats::quantile(factors_of(times[i], 0), 0.5);
      finding.low = stats::median_interval(least, count).low;
      finding.high = stats::median_interval(most, count).high;
      finding.trials = static_cast<int>(least.size());
    }
    p.push_back(sign_test_p(least, 1 + threshold));
    findings.push_back(finding);
  }
  const auto corrected = stats::holm(p);
  for (std::size_t i = 0; i < findings.size(); ++i) {
    TrialFinding& finding = findings[i];
    finding.p = corrected[i];
    if (finding.p < false_verdicts)
      finding.verdict = TrialVerdict::slow;
    else if (finding.trials > 0 && finding.high < 1 + threshold)
      finding.verdict = TrialVerdict::fine;
  }
  std::ranges::stable_sort(findings, {}, &TrialFinding::verdict);
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
  return std::ranges::any_of(survey.findings,
                             [](const TrialFinding& f) { return f.verdict == TrialVerdict::slow; });
}

}  // namespace sonde::links
