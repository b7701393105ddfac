#include "analysis/judgement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "analysis/comparison.hpp"
#include "analysis/headline.hpp"

namespace sonde::analysis {

namespace {

constexpr std::size_t most_reasons = 5;

constexpr const char* do_not_use = "Do not use these figures";
constexpr const char* look_first = "Look at these before you use the figures";

/// Reasons and what they weigh.
Judgement with_reasons(std::vector<Finding> findings, std::vector<Finding> more) {
  Judgement out{.findings = std::move(more)};
  std::ranges::move(findings, std::back_inserter(out.findings));
  std::ranges::stable_sort(out.findings, {},
                           [](const Finding& f) { return std::pair(f.weight, !f.unusable); });
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

/// `silent`: the sources of runs that carry nothing to judge them by.
std::string sentence_of(const Judgement& judged, std::span<const record::Run> runs,
                        const std::vector<std::string>& silent) {
  if (judged.usable == Usable::healthy) return "Healthy: nothing stands out";
  if (judged.usable == Usable::unknown) return no_verdict(runs, silent);
  if (judged.usable == Usable::no) return do_not_use;
  const bool of_library = std::ranges::all_of(
      judged.reasons, [](const Finding& reason) { return reason.place == PagePart::compositions; });
  if (!of_library) return look_first;
  return silent.empty() ? "Guidelines are violated; nothing else stands out" : "Guidelines are violated";
}

}  // namespace

Judgement judge(std::span<const record::Run> runs, std::vector<Finding> more) {
  Judgement out = with_reasons(findings(runs), std::move(more));
  std::vector<std::string> silent;
  for (const record::Run& run : runs)
    if (!tells_steadiness(run)) silent.push_back(run.source);
  if (out.usable == Usable::healthy && !silent.empty()) out.usable = Usable::unknown;
  out.sentence = sentence_of(out, runs, silent);
  return out;
}

Judgement judge(std::span<const record::Run> runs, std::size_t base_runs, const Comparison& comparison,
                std::vector<Finding> more) {
  Judgement out = with_reasons(findings(runs, base_runs, comparison), std::move(more));
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
