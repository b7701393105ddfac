#include "analysis/findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

#include "analysis/comparison_findings.hpp"
#include "analysis/figures.hpp"
#include "analysis/observations.hpp"
#include "analysis/sides.hpp"
#include "analysis/slow_hosts.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "links/finding_sentences.hpp"
#include "links/suspects.hpp"
#include "readers/read.hpp"
#include "record/link_lines.hpp"
#include "record/warning_kinds.hpp"

namespace sonde::analysis {
namespace {

/// Of one run; the text does not name it.
using Findings = std::vector<Finding>;

/// A reason as it is looked for: without the mark of what was left out.
std::string subject_of(const std::string& reason) {
  return reason.ends_with("...") ? reason.substr(0, reason.size() - 3) : reason;
}

/// Why cases were not measured, the most frequent reason first, and how many cases each has.
std::vector<std::pair<std::string, std::size_t>> reasons_of(const record::Run& run, record::Status status) {
  std::map<std::string, std::size_t> counts;
  for (const record::CaseRecord& c : run.cases)
    if (c.status == status) ++counts[c.text.empty() ? "no reason given" : shortened(c.text, 200)];
  std::vector<std::pair<std::string, std::size_t>> out(counts.begin(), counts.end());
  std::ranges::stable_sort(out, std::ranges::greater{}, &std::pair<std::string, std::size_t>::second);
  return out;
}

void missing_cases(const record::Run& run, Findings& out) {
  const auto tell = [&](record::Status status, std::string_view what, Weight weight) {
    constexpr std::size_t most_told = 5;
    std::size_t told = 0, others = 0;
    for (const auto& [reason, count] : reasons_of(run, status))
      if (++told > most_told)
        others += count;
      else
        out.push_back({weight, fmt::format("{} {}: {}.", counted(count, "case"), what, reason), "",
                       PagePart::figures, false, subject_of(reason)});
    if (others > 0)
      out.push_back({weight, fmt::format("{} {} for other reasons.", counted(others, "more case"), what), "",
                     PagePart::figures});
  };
  tell(record::Status::failed, "failed", Weight::problem);
  tell(record::Status::skipped, "skipped", Weight::caution);
}

void defects(const record::Run& run, Findings& out) {
  std::size_t count = 0;
  const record::CaseRecord* first = nullptr;
  for (const record::CaseRecord& c : run.cases)
    if (c.defects && *c.defects > 0 && ++count == 1) first = &c;
  if (first)
    out.push_back({Weight::problem,
                   fmt::format("checking found wrong data in {}, first in {}.", counted(count, "case"),
                               case_name(first->id)),
                   "Do not trust any figure of this installation before the cause is known.",
                   PagePart::figures, true, benchmark_of(first->id)});
}

void cut_short(const record::Run& run, Findings& out) {
  if (run.cases.empty())
    out.push_back(
        {Weight::problem, "the file holds no case.", "Check that the run got as far as its first table."});
  const bool ours = run.format == record::Format::json;
  if (was_cut_short(run) && (run.torn || !run.cases.empty()))
    out.push_back(
        {Weight::caution, "the run was cut short: its end is missing.",
         ours ? "What is there is complete; -resume measures the rest." : "What is there is complete."});
  for (const std::string& note : run.notes)
    if (note.starts_with(readers::death_note))
      out.push_back({Weight::caution, note + ".",
                     "What it had not printed by then is missing; its log may tell the cause."});
  if (run.footer && run.footer->exit_status != 0)
    out.push_back(
        {Weight::caution, fmt::format("the run ended with exit status {}.", run.footer->exit_status), ""});
}

// One line of a chart: all sizes of one benchmark with the same processes.
using Line = std::vector<std::pair<std::int64_t, const record::CaseRecord*>>;

std::map<record::CaseId, Line> lines_of(const record::Run& run) {
  std::map<record::CaseId, Line> lines;
  for (const record::CaseRecord& c : run.cases) {
    if (c.id.bytes < 0 || !rate_of(c, run.header.megabyte)) continue;  // neighbours of one that failed, too
    record::CaseId key = c.id;
    key.bytes = -1;
    lines[key].emplace_back(c.id.bytes, &c);
  }
  for (auto& [key, line] : lines) std::ranges::stable_sort(line, {}, &Line::value_type::first);
  return lines;
}

struct Fall {
  double factor = 1;
  const record::CaseRecord* before = nullptr;
  const record::CaseRecord* after = nullptr;
};

constexpr double told_fall = 0.75;

/// Whether the rate falls by so much whatever the digits, or the step of the timer, leave of both.
bool is_told(const Fall& fall, const record::Header& header) {
  double open = 0;
  for (const record::CaseRecord* row : {fall.before, fall.after})
    open +=
        std::max(rounding_of(*row, header, {Quantity::rate}), rounding_of(*row, header, {Quantity::median}));
  return fall.factor * std::exp(open) < told_fall;
}

// The largest fall of the rate from one size to the next; overlapping intervals do not count as a fall.
Fall largest_fall(const Line& line, const record::Header& header) {
  const double megabyte = header.megabyte;
  Fall worst;
  for (std::size_t i = 1; i < line.size(); ++i) {
    const auto before = rate_of(*line[i - 1].second, megabyte), after = rate_of(*line[i].second, megabyte);
    if (!before || !after || line[i - 1].first == line[i].first) continue;
    if (before->low && after->high && *after->high >= *before->low) continue;
    const Fall fall{after->value / before->value, line[i - 1].second, line[i].second};
    if (fall.factor < worst.factor && is_told(fall, header)) worst = fall;
  }
  return worst;
}

void falls(const record::Run& run, Findings& out) {
  std::vector<Fall> all;
  for (const auto& [key, line] : lines_of(run))
    if (const Fall fall = largest_fall(line, run.header); fall.before != nullptr) all.push_back(fall);
  std::sort(all.begin(), all.end(), [](const Fall& a, const Fall& b) { return a.factor < b.factor; });
  constexpr std::size_t most_told = 3;
  for (std::size_t i = 0; i < std::min(all.size(), most_told); ++i) {
    record::CaseId line = all[i].after->id;
    line.bytes = -1;
    out.push_back(
        {Weight::caution,
         fmt::format("{}: the rate falls by {:.0f} % from {} to {}.", case_name(line),
                     std::min(99.0, 100 * (1 - all[i].factor)), exact_bytes(all[i].before->id.bytes),
                     exact_bytes(all[i].after->id.bytes)),
         "A change of transfer protocol, a full cache or noise; a second run tells noise from the rest.",
         PagePart::charts, false, benchmark_of(line), false});
  }
  if (all.size() > most_told)
    out.push_back(
        {Weight::caution,
         fmt::format("the rate falls by more than a quarter in {} more benchmarks or numbers of processes.",
                     all.size() - most_told),
         "", PagePart::charts, false, "", false});
}

// Of cases that have a rate: a call without data may return at once.
void best_figures(const record::Run& run, Findings& out) {
  const record::CaseRecord *fastest = nullptr, *widest = nullptr;
  double least = 0, most = 0;
  for (const record::CaseRecord& c : run.cases) {
    const auto rate = rate_of(c, run.header.megabyte), time = time_of(c);
    if (rate && (!widest || rate->value > most)) widest = &c, most = rate->value;
    if (rate && time && (!fastest || time->value < least)) fastest = &c, least = time->value;
  }
  if (!fastest) return;
  out.push_back(
      {Weight::fact,
       fmt::format("of cases with a rate: shortest time {} ({}); highest rate {} ({}).", human_seconds(least),
                   case_name(fastest->id), human_rate(most), case_name(widest->id)),
       "", PagePart::charts});
}

/// Hosts, links and switches that a map has found slow.
void slow_links(const record::Run& run, Findings& out) {
  for (const record::CaseRecord& c : run.cases) {
    if (!c.links) continue;
    const auto names = record::names_of(*c.links, record::places_of(c, run.header));
    for (const links::TrialFinding& found : c.links->findings) {
      if (found.verdict == links::TrialVerdict::fine) continue;
      const bool slow = found.verdict == links::TrialVerdict::slow;
      out.push_back(
          {slow ? Weight::problem : Weight::caution,
           fmt::format("{}.", links::sentence(found, *c.links, names)),
           slow ? "Take it out of service, or look at its cable, port and adapter." : "Measure again.",
           PagePart::links});
    }
  }
}

Weight weight_of(std::string_view warning) {
  return record::severity_of(warning) == record::Severity::problem ? Weight::problem : Weight::caution;
}

/// What the run knows about itself as a whole. Ranks that wait for a core say nothing about the network.
void placement(const record::Run& run, Findings& out) {
  for (const record::Warning& warning : run.header.warnings) {
    const Weight weight = weight_of(warning.kind);
    out.push_back(
        {weight, warning.text + ".", warning.advice, PagePart::provenance, weight == Weight::problem});
  }
}

/// " In 40 of these, messages to itself take 3.1 times as long as on any other host."
std::string alone_text(const HostShare& host) {
  if (host.alone_cases == 0) return "";
  return fmt::format(" In {} of these, messages to itself take {:.2g} times as long as on any other host.",
                     host.alone_cases, host.alone_factor);
}

/// Hosts of which several benchmarks prove that they hold the others up.
void slow_hosts(const record::Run& run, Findings& out) {
  for (const HostShare& host : slow_hosts_of(run)) {
    if (!host.slow) continue;
    out.push_back(
        {Weight::caution,
         fmt::format(
             "ranks on {} are slower than all others in {} of {} cases, of {} benchmarks; of hosts that "
             "are alike one comes to this in less than 1 of 100 runs.{}",
             host.host, host.apart_cases, host.judged_cases, host.apart_benchmarks, alone_text(host)),
         "Look at this host first: its clock frequency, other processes, its adapter.", PagePart::ranks,
         false, host.host});
  }
}

bool is_caution(const record::Warning& warning) {
  return record::severity_of(warning.kind) != record::Severity::note;
}

std::size_t measured_cases(const record::Run& run) {
  return static_cast<std::size_t>(
      std::ranges::count(run.cases, record::Status::measured, &record::CaseRecord::status));
}

/// Warnings of one kind in the cases of a run.
struct WarningKind {
  const record::Warning* first = nullptr;
  const record::CaseRecord* last = nullptr;  ///< a case counts once
  std::size_t count = 0;
};

std::map<std::string, WarningKind> warning_kinds(const record::Run& run) {
  std::map<std::string, WarningKind> kinds;
  for (const record::CaseRecord& c : run.cases) {
    if (c.status != record::Status::measured) continue;
    for (const record::Warning& warning : c.warnings) {
      WarningKind& kind = kinds.try_emplace(warning.kind, WarningKind{&warning}).first->second;
      if (std::exchange(kind.last, &c) != &c) ++kind.count;
    }
  }
  return kinds;
}

/// A table tells its warnings once for all cases.
void warnings_of_table(const record::Run& run, Findings& out) {
  for (const auto& [name, kind] : warning_kinds(run))
    out.push_back({weight_of(name), kind.first->text + ".", kind.first->advice, PagePart::figures});
}

/// What most cases of the run warn of, be it of several kinds, and any warning that is a problem.
void common_warnings(const record::Run& run, Findings& out) {
  if (run.format != record::Format::json && run.format != record::Format::csv)
    return warnings_of_table(run, out);
  const std::size_t measured = measured_cases(run), before = out.size();
  const auto kinds = warning_kinds(run);
  for (const auto& [name, kind] : kinds) {
    const bool most = 2 * kind.count > measured;
    if (most || weight_of(name) == Weight::problem)
      out.push_back({weight_of(name),
                     fmt::format("{} cases ({} of {}) have a warning of one kind, first: {}.",
                                 most ? "most" : "some", kind.count, measured, kind.first->text),
                     kind.first->advice, PagePart::figures});
  }
  const auto warned = static_cast<std::size_t>(std::ranges::count_if(run.cases, [](const auto& c) {
    return c.status == record::Status::measured && std::ranges::any_of(c.warnings, is_caution);
  }));
  if (out.size() == before && 2 * warned > measured)
    out.push_back({Weight::caution,
                   fmt::format("most cases ({} of {}) have a warning of some kind.", warned, measured),
                   "Look at the warnings below.", PagePart::figures});
}

/// Whether intervals say how far its times can be trusted.
bool has_interval(const record::CaseRecord& c) {
  const auto time = loop_time_of(c);
  return time && time->low && time->high;
}

/// Few cases with an interval are no ground for a verdict on all. A run without any is for the verdict itself
/// to say.
void few_intervals(const record::Run& run, Findings& out) {
  const auto measured = measured_cases(run);
  const auto known = static_cast<std::size_t>(std::ranges::count_if(run.cases, has_interval));
  if (known > 0 && 2 * known <= measured)
    out.push_back(
        {Weight::caution,
         fmt::format("only {} of {} have an interval; of the others nothing says how steady they are.", known,
                     counted(measured, "measured case")),
         "Measure more batches (-time, -iter, -precision).", PagePart::figures});
}

/// "a.json", "a.json and b.json", "a.json and 3 others".
std::string joined(const std::vector<std::string>& sources) {
  if (sources.size() == 1) return sources[0];
  if (sources.size() == 2) return sources[0] + " and " + sources[1];
  return fmt::format("{} and {} others", sources[0], sources.size() - 1);
}

/// With the source of the run of each.
using FindingsOfRuns = std::vector<std::pair<std::string, Finding>>;

template <class... Kinds>
void tell(FindingsOfRuns& all, const record::Run& run, Kinds... kinds) {
  Findings own;
  (kinds(run, own), ...);
  for (Finding& finding : own) all.emplace_back(run.source, std::move(finding));
}

/// Equal findings of several runs become one, in the place of the first.
Findings merged(const FindingsOfRuns& all) {
  Findings out;
  std::vector<std::vector<std::string>> sources;
  std::map<std::string, std::size_t> known;
  for (const auto& [source, finding] : all) {
    const auto [entry, added] = known.emplace(finding.text, out.size());
    if (added) out.push_back(finding), sources.emplace_back();
    auto& names = sources[entry->second];
    if (names.empty() || names.back() != source) names.push_back(source);
  }
  for (std::size_t i = 0; i < out.size(); ++i) out[i].text = joined(sources[i]) + ": " + out[i].text;
  return out;
}

std::vector<Finding> worst_first(std::vector<Finding> all, std::vector<Finding> more) {
  std::ranges::move(more, std::back_inserter(all));
  std::ranges::stable_sort(all, {}, [](const Finding& f) { return std::pair(f.weight, !f.unusable); });
  return all;
}

}  // namespace

bool tells_steadiness(const record::Run& run) {
  return std::ranges::any_of(run.cases, [](const record::CaseRecord& c) {
    const bool judged = c.links && !c.links->shares_cores && c.links->players() >= links::least_players;
    return judged || has_interval(c);
  });
}

std::vector<Finding> findings(std::span<const record::Run> runs) {
  FindingsOfRuns all;
  for (const record::Run& run : runs)
    tell(all, run, defects, placement, common_warnings, few_intervals, slow_links, slow_hosts, missing_cases,
         cut_short, falls, best_figures);
  return worst_first(merged(all), comparison_findings(runs));
}

std::vector<Finding> findings(std::span<const record::Run> runs, std::size_t base_runs,
                              const Comparison& comparison) {
  FindingsOfRuns all;
  for (const record::Run& side : pooled_sides(runs, base_runs)) tell(all, side, slow_hosts);
  for (const record::Run& run : runs)
    tell(all, run, defects, placement, common_warnings, slow_links, missing_cases, cut_short);
  return worst_first(comparison_findings(comparison), merged(all));
}

}  // namespace sonde::analysis
