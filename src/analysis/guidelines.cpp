#include "analysis/guidelines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/text.hpp"
#include "stats/order.hpp"
#include "stats/robust.hpp"
#include "stats/sign_flip.hpp"
#include "stats/sign_interval.hpp"

namespace sonde::analysis {

namespace {

constexpr double false_rate = 0.05;
const double far_apart = std::log(1.5);  // such a ratio in every launch is on one side beyond doubt
constexpr std::size_t advised_launches = 8;

/// Of each pair, corrected for all.
struct Proofs {
  std::vector<double> above, below;  ///< p that the ratio lies beyond the tolerance, and within it
};

Proofs proofs_over_launches(std::span<const GuidelinePair> pairs, double tolerance) {
  std::vector<stats::Cell> above, below;
  for (const GuidelinePair& pair : pairs) {
    above.push_back(pair.logs), below.push_back(pair.logs);
    for (auto& one : above.back()) one.value -= std::log1p(tolerance) + pair.rounding;
    for (auto& one : below.back()) one.value = std::log1p(tolerance) - pair.rounding - one.value;
  }
  return {stats::sign_flip_test(above, far_apart), stats::sign_flip_test(below, far_apart)};
}

/// Student's test of the logarithm, corrected by Bonferroni.
Proofs proofs_within_launch(std::span<const GuidelinePair> pairs, double tolerance) {
  Proofs out{std::vector<double>(pairs.size(), 1.0), std::vector<double>(pairs.size(), 1.0)};
  const auto tests = std::ranges::count_if(pairs, [](const auto& pair) { return pair.within.has_value(); });
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto& within = pairs[i].within;
    if (!within || pairs[i].logs.size() != 1) continue;
    constexpr double least_error = 1e-6;
    const double beyond = pairs[i].logs[0].value - std::log1p(tolerance);
    const double t =
        std::max(0.0, std::abs(beyond) - pairs[i].rounding) / std::max(within->error, least_error);
    const double p = boost::math::cdf(boost::math::students_t(within->freedom), -t);
    (beyond > 0 ? out.above : out.below)[i] = std::min(1.0, p * static_cast<double>(tests));
  }
  return out;
}

std::vector<double> ascending_logs(const GuidelinePair& pair) {
  std::vector<double> out;
  for (const auto& one : pair.logs) out.push_back(one.value);
  return stats::sorted(out);
}

void set_interval(CheckedGuideline& row, const GuidelinePair& pair, bool one_launch) {
  const auto logs = ascending_logs(pair);
  const double middle = stats::quantile(logs, 0.5);
  row.launches = logs.size();
  row.ratio = std::exp(middle);
  if (one_launch && pair.within) {
    constexpr double upper_end = 0.975;
    const double reach =
        boost::math::quantile(boost::math::students_t(pair.within->freedom), upper_end) * pair.within->error +
        pair.rounding;
    row.low = std::exp(middle - reach), row.high = std::exp(middle + reach), row.level = 0.95;
  } else if (const auto interval = stats::sign_interval(logs); interval.level > 0) {
    row.low = std::exp(interval.low - pair.rounding), row.high = std::exp(interval.high + pair.rounding);
    row.level = interval.level;
  }
}

std::string why_open(const GuidelinePair& pair, double tolerance, std::size_t tests, bool one_launch) {
  constexpr int most = 200;
  constexpr std::size_t fewest_for_spread = 3;
  const auto logs = ascending_logs(pair);
  const auto n = logs.size();
  const auto launches = counted(n, "launch");
  const double middle = stats::quantile(logs, 0.5);
  const bool is_coarse = pair.rounding > 0 && std::abs(middle - std::log1p(tolerance)) <= pair.rounding;
  if (one_launch && !pair.within) return "no batches of it are known";
  if (!one_launch && n < fewest_for_spread) return fmt::format("{}: take {}", launches, advised_launches);
  if (is_coarse) return "the digits or the timer are too coarse";
  if (one_launch) return "its batches do not decide";
  auto deviations = logs;
  for (double& one : deviations) one -= middle;
  const auto decide = stats::launches_to_decide(middle - std::log1p(tolerance),
                                                stats::robust_spread(std::move(deviations)), tests, most);
  if (!decide) return fmt::format("{}: more than {} would be needed", launches, most);
  return fmt::format("{}: about {} probably decide", launches,
                     std::max({static_cast<std::size_t>(*decide), n + 1, std::size_t{6}}));
}

bool is_below_skew(const GuidelinePair& pair) {
  return pair.composed && pair.composed->left - pair.composed->right < pair.composed->skew;
}

std::string below_skew(const Composed& sides) {
  constexpr double microseconds = 1e6;
  return fmt::format("below_skew: saves {:.3g} us of a call, ranks began it up to {:.3g} us apart",
                     microseconds * (sides.left - sides.right), microseconds * sides.skew);
}

using Member = std::size_t;  // of the pairs

/// Of all pairs of a case that one which says most against it; held is what all of them hold.
CheckedGuideline checked(std::span<const GuidelinePair> pairs, std::span<const Member> members,
                         const Proofs& proofs, const GuidelineCheck& check) {
  const auto violates = [&](Member i) { return proofs.above[i] <= false_rate; };
  const auto holds = [&](Member i) { return proofs.below[i] <= false_rate; };
  const auto worst = *std::ranges::max_element(members, {}, [&](Member i) {
    return std::tuple(violates(i), !holds(i), stats::quantile(ascending_logs(pairs[i]), 0.5));
  });
  const GuidelinePair& pair = pairs[worst];
  CheckedGuideline out{pair.guideline, pair.left, pair.right, pair.times};
  out.composed = pair.composed;
  set_interval(out, pair, check.one_launch);
  out.verdict = violates(worst) ? GuidelineVerdict::violated
                : holds(worst)  ? GuidelineVerdict::held
                                : GuidelineVerdict::open;
  if (out.verdict == GuidelineVerdict::open)
    out.why = why_open(pair, check.tolerance, pairs.size(), check.one_launch);
  if (out.verdict == GuidelineVerdict::violated && is_below_skew(pair))
    out.verdict = GuidelineVerdict::open, out.why = below_skew(*pair.composed);
  return out;
}

}  // namespace

std::string_view to_word(GuidelineVerdict verdict) {
  constexpr std::array<std::string_view, 3> words{"violated", "open", "held"};
  return words[static_cast<std::size_t>(verdict)];
}

std::size_t GuidelineCheck::count(GuidelineVerdict verdict) const {
  return static_cast<std::size_t>(std::ranges::count(rows, verdict, &CheckedGuideline::verdict));
}

GuidelineCheck judge_guidelines(std::span<const GuidelinePair> pairs, double tolerance, bool one_launch) {
  GuidelineCheck out{.tolerance = tolerance, .one_launch = one_launch};
  std::set<std::size_t> runs;
  using Key =
      std::tuple<Guideline, record::CaseId, std::int64_t>;  // lengths of one series next to each other
  std::map<Key, std::vector<Member>> cases;
  for (Member i = 0; i < pairs.size(); ++i) {
    auto series = pairs[i].left;
    series.bytes = -1;
    cases[{pairs[i].guideline, series, pairs[i].left.bytes}].push_back(i);
    for (const auto& one : pairs[i].logs) runs.insert(one.run);
  }
  out.launches = runs.size();
  const auto proofs =
      one_launch ? proofs_within_launch(pairs, tolerance) : proofs_over_launches(pairs, tolerance);
  for (const auto& [name, members] : cases) out.rows.push_back(checked(pairs, members, proofs, out));
  return out;
}

}  // namespace sonde::analysis
