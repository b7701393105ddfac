#include "analysis/judgement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "analysis/comparison.hpp"
#include "analysis/headline.hpp"

namespace sonde::analysis {

namespace {

constexpr std::size_t most_reasons = 5;

constexpr const char* do_not_use = "Do not use these figures";
constexpr const char* look_first = "Look at these before you use the figures";

/// Reasons and what they weigh; after the problems what was left out.
Judgement with_reasons(std::vector<Finding> findings, std::span<const std::string> left_out) {
  Judgement out{.findings = std::move(findings)};
  auto at = std::ranges::find_if(out.findings, [](const Finding& f) { return f.weight != Weight::problem; });
  for (const std::string& text : left_out)
    at = std::next(out.findings.insert(
        at, {Weight::caution, text + ".", "The logs of these launches say more.", PagePart::provenance}));
  for (const Finding& finding : out.findings)
    if (finding.weight != Weight::fact && finding.reason) out.reasons.push_back(finding);
  if (!out.reasons.empty()) out.usable = Usable::look;
  if (std::ranges::any_of(out.reasons, &Finding::unusable)) out.usable = Usable::no;
  out.more = out.reasons.size() - std::min(out.reasons.size(), most_reasons);
  out.reasons.resize(out.reasons.size() - out.more);
  return out;
}

/// Of the runs that carry nothing to judge them by: warnings alone tell of what they warn of.
std::string no_verdict(std::span<const record::Run> runs, const std::vector<std::string>& silent) {
  const std::string which = runs.size() == 1 ? std::string("the file carries")
                            : silent.size() == 1
                                ? silent[0] + " carries"
                                : fmt::format("{} of the {} files carry", silent.size(), runs.size());
  return fmt::format(
      "No verdict: {} no intervals, so that nothing says how steady the times are (records of Sonde, -json, with "
      "several batches a case hold them)",
      which);
}

}  // namespace

Judgement judge(std::span<const record::Run> runs, std::span<const std::string> left_out) {
  Judgement out = with_reasons(findings(runs), left_out);
  std::vector<std::string> silent;
  for (const record::Run& run : runs)
    if (!tells_steadiness(run)) silent.push_back(run.source);
  if (out.usable == Usable::healthy && !silent.empty()) out.usable = Usable::unknown;
  out.sentence = out.usable == Usable::healthy   ? "Healthy: nothing stands out"
                 : out.usable == Usable::look    ? look_first
                 : out.usable == Usable::unknown ? no_verdict(runs, silent)
                                                 : do_not_use;
  return out;
}

Judgement judge(std::span<const record::Run> runs, std::size_t base_runs, const Comparison& comparison,
                std::span<const std::string> left_out) {
  Judgement out = with_reasons(findings(runs, base_runs, comparison), left_out);
  out.sentence = headline(comparison);
  if (out.usable == Usable::no) out.before_reasons = do_not_use;
  if (out.usable == Usable::look) out.before_reasons = look_first;
  const bool all_same = std::ranges::all_of(comparison.cases, [](const ComparedCase& c) {
    return c.verdict == Verdict::same || c.verdict == Verdict::better;
  });
  if (out.usable == Usable::healthy && !all_same) out.usable = Usable::unknown;
  return out;
}

}  // namespace sonde::analysis
