#include "analysis/comparison_findings.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <set>

#include "analysis/changes.hpp"
#include "analysis/figures.hpp"
#include "analysis/headline.hpp"
#include "analysis/provenance_notes.hpp"
#include "analysis/variant_notes.hpp"
#include "base/text.hpp"

namespace sonde::analysis {
namespace {

constexpr double no_matter = 0.03;          // of ratios between single runs
constexpr std::size_t most_of_verdict = 8;  // findings of a verdict that is not proven

struct Ratios {
  std::size_t count = 0;
  double log_sum = 0;
  const ComparedCase* smallest = nullptr;
  const ComparedCase* largest = nullptr;
  std::set<std::string> words;  ///< of what they are

  [[nodiscard]] double mean() const { return std::exp(log_sum / static_cast<double>(count)); }
};

std::string plural_of(const ComparedCase& c, bool beside) {
  if (c.measure.quantity == Quantity::column) return word_of(c.measure);
  return std::string(facts(beside && c.leading ? Quantity::t_ovrl : c.measure.quantity).plural);
}

void add(Ratios& to, const ComparedCase& c, bool beside) {
  ++to.count;
  to.log_sum += std::log(c.ratio);
  to.words.insert(plural_of(c, beside));
  if (c.ratio < (to.smallest ? to.smallest->ratio : 1)) to.smallest = &c;
  if (c.ratio > (to.largest ? to.largest->ratio : 1)) to.largest = &c;
}

struct AllRatios {
  Ratios times;                          ///< one of each case, as it is drawn
  std::map<std::string, Ratios> others;  ///< by what they are
};

AllRatios ratios(const Comparison& comparison) {
  std::set<record::CaseId> beside;  // computation: time_of() is that of the transfer alone
  for (const ComparedCase& c : comparison.cases)
    if (c.on_both_sides() && c.measure.quantity == Quantity::t_pure) beside.insert(c.id);
  AllRatios out;
  for (const ComparedCase& c : comparison.cases) {
    if (!c.on_both_sides()) continue;
    const bool here = beside.contains(c.id);
    const bool drawn = here ? c.measure.quantity == Quantity::t_pure : c.leading;
    add(drawn ? out.times : out.others[plural_of(c, here)], c, here);
  }
  return out;
}

std::string pace_text(double mean) {
  return mean > 1 ? fmt::format("{:.2f} times slower", mean) : fmt::format("{:.2f} times faster", 1 / mean);
}

bool matters(double ratio) {
  return ratio > 1 + no_matter || ratio < 1 - no_matter;
}

std::string sentence(const record::Run& first, const record::Run& run, const AllRatios& all) {
  const Ratios& r = all.times;
  const std::string pace = matters(r.mean()) ? pace_text(r.mean()) + " than" : "as fast as";
  std::string text = fmt::format("{} is on average {} {} over {} (geometric mean of {}).", run.source, pace,
                                 first.source, counted(r.count, "common case"), fmt::join(r.words, " and "));
  if (r.largest && r.largest->ratio > 1 + no_matter)
    text += fmt::format(" Most slowed: {} (× {:.3g}).", case_name(r.largest->id), r.largest->ratio);
  if (r.smallest && r.smallest->ratio < 1 - no_matter)
    text += fmt::format(" Most gained: {} (× {:.3g}).", case_name(r.smallest->id), r.smallest->ratio);
  for (const auto& [words, other] : all.others)
    if (matters(other.mean()))
      text += fmt::format(" By {}: {} ({}).", words, pace_text(other.mean()), counted(other.count, "case"));
  return text;
}

/// Files that have no case in common with the first.
struct Apart {
  std::vector<std::string> sources;
  bool by_labels = true;  ///< all have its cases under other labels, such as another memory

  void add(const record::Run& run, const Comparison& comparison) {
    sources.push_back(run.source);
    by_labels = by_labels && !variant_notes(comparison.cases).empty();
  }

  [[nodiscard]] Finding finding(const record::Run& first) const {
    const std::string others =
        sources.size() == 1   ? sources[0] + " has"
        : sources.size() == 2 ? fmt::format("{} and {} have", sources[0], sources[1])
                              : fmt::format("{} and {} other files have", sources[0], sources.size() - 1);
    const char* advice =
        by_labels
            ? "They differ in labels such as that of the memory: other labels are other cases, which stand "
              "beside each other in charts and tables."
            : "Measure the same benchmarks, sizes and process counts to compare.";
    return {Weight::caution,
            fmt::format("{} no case in common with {}.", others, first.source),
            advice,
            PagePart::figures,
            false,
            "",
            false};
  }
};

std::string nothing_common(const record::Run& first, const record::Run& run, const Comparison& comparison) {
  return fmt::format("{} has cases in common with {}, but no number of them: {}.", run.source, first.source,
                     left_out_text(comparison));
}

bool is_proven(Verdict verdict) {
  return verdict == Verdict::failed || verdict == Verdict::worse || verdict == Verdict::better;
}

Weight weight_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::failed:
    case Verdict::worse:
      return Weight::problem;
    case Verdict::only_in_base:
    case Verdict::not_compared:
      return Weight::caution;
    default:
      return Weight::fact;
  }
}

/// "worse: Alltoall, 512 processes, 4 KiB to 256 KiB: 1.254 times the time of the base (intervals 1.235 to
/// 1.271; 4 cases)."
Finding finding_of(const Change& change) {
  std::string text = fmt::format("{}: {}", to_word(change.verdict), change_name(change));
  const std::string cases = counted(change.cases, "case");
  const bool compared = is_compared(change.verdict);
  if (compared) text += fmt::format(": {:.3f} times the time of the base", change.ratio);
  text += change.high > 0 ? fmt::format(" (intervals {:.3f} to {:.3f}; {}).", change.low, change.high, cases)
                          : fmt::format(" ({}).", cases);
  const bool open = change.verdict == Verdict::maybe_slower || change.verdict == Verdict::maybe_faster;
  return {weight_of(change.verdict),
          text,
          open ? "Not proven: measure more runs a side." : "",
          compared ? PagePart::charts : PagePart::figures,
          false,
          benchmark_of(change.first)};
}

}  // namespace

std::vector<Finding> comparison_findings(std::span<const record::Run> runs) {
  std::vector<Finding> out;
  Apart apart;
  for (const record::Run& run : runs.empty() ? runs : runs.subspan(1)) {
    if (run.header.scan != runs[0].header.scan) continue;  // settings of a scan have a section of their own
    const Comparison comparison = compare(runs.first(1), std::span(&run, 1), no_matter);
    const AllRatios r = ratios(comparison);
    if (r.times.count == 0 &&
        comparison.count(Verdict::not_compared) + comparison.count(Verdict::failed) == 0)
      apart.add(run, comparison);
    else if (r.times.count == 0)
      out.push_back({Weight::caution, nothing_common(runs[0], run, comparison),
                     "Measure the same benchmarks, sizes and process counts to compare.", PagePart::figures,
                     false, "", false});
    else
      out.push_back(
          {Weight::fact, sentence(runs[0], run, r),
           "A description of these files. With several runs a side, --base and --new test whether a "
           "difference is more than noise, as sonde compare does."});
    if (const auto differing = different_conventions(runs[0].header, run.header); !differing.empty())
      out.push_back(
          {Weight::caution,
           fmt::format("{} and {} follow different conventions: {}.", runs[0].source, run.source,
                       fmt::join(differing, "; ")),
           "Rows of the same name need not measure the same; -conventions and single flags set them."});
  }
  if (!apart.sources.empty()) out.push_back(apart.finding(runs[0]));
  return out;
}

std::vector<Finding> comparison_findings(const Comparison& comparison) {
  const bool bad = comparison.count(Verdict::failed) + comparison.count(Verdict::worse) > 0;
  std::vector<Finding> out{
      {bad ? Weight::problem : Weight::fact,
       fmt::format("{} ({}).", headline(comparison), sides_text(comparison)),
       "As sonde compare says: slower and faster are proven, with 1 chance in 20 of any false one.",
       PagePart::charts, false, "", false}};
  std::map<Verdict, std::size_t> told;
  for (const Change& change : changes(comparison))
    if (++told[change.verdict] <= most_of_verdict || is_proven(change.verdict))
      out.push_back(finding_of(change));
  for (const auto& [verdict, count] : told)
    if (count > most_of_verdict && !is_proven(verdict))
      out.push_back({weight_of(verdict),
                     fmt::format("{}: {} groups of cases more.", to_word(verdict), count - most_of_verdict),
                     "sonde compare --changed lists them all; so does the table of this page."});
  for (const std::string& note : comparison.notes)
    out.push_back({Weight::fact, note + ".", "", PagePart::provenance});
  return out;
}

}  // namespace sonde::analysis
