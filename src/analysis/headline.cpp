#include "analysis/headline.hpp"

#include <fmt/format.h>

#include <array>
#include <map>
#include <vector>

#include "analysis/changes.hpp"
#include "analysis/comparison.hpp"
#include "analysis/figures.hpp"
#include "base/text.hpp"

namespace sonde::analysis {

namespace {

constexpr std::size_t most_named = 3;     // groups of cases of one verdict
constexpr std::size_t most_left_out = 5;  // of what was left out

/// "Bcast, 4 processes, 8 B to 64 B: t_pure 1.57 [1.49, 1.72]".
std::string group_text(const Change& change) {
  std::string out = change_name(change);
  if (change.verdict == Verdict::failed) return out;
  out += fmt::format(": {:.3g}", change.ratio);
  if (change.high > 0) out += fmt::format(" [{:.3g}, {:.3g}]", change.low, change.high);
  return out;
}

/// "24 of 3461 cases slower: ...".
std::string told(const std::vector<Change>& all, Verdict verdict, std::size_t cases, std::size_t of,
                 const char* word) {
  std::vector<std::string> groups;
  std::size_t more = 0;
  for (const Change& change : all)
    if (change.verdict != verdict)
      continue;
    else if (groups.size() < most_named)
      groups.push_back(group_text(change));
    else
      ++more;
  std::string out = fmt::format("{} of {} {}: {}", cases, counted(of, "case"), word, fmt::join(groups, "; "));
  if (more > 0) out += fmt::format("; and {} of cases", counted(more, "more group"));
  return out;
}

using Counts = std::map<Verdict, std::size_t>;

std::size_t at(const Counts& counts, Verdict verdict) {
  const auto found = counts.find(verdict);
  return found == counts.end() ? 0 : found->second;
}

/// Verdicts of what was compared and is not proven to differ, as counts.
std::string rest_text(const Counts& counts) {
  struct Word {
    Verdict verdict;
    const char* word;
  };
  constexpr std::array words{Word{Verdict::maybe_slower, "perhaps slower"},
                             Word{Verdict::maybe_faster, "perhaps faster"}, Word{Verdict::open, "open"},
                             Word{Verdict::same, "the same"}};
  std::vector<std::string> out;
  for (const auto& [verdict, word] : words)
    if (const auto n = at(counts, verdict); n > 0) out.push_back(fmt::format("{} {}", n, word));
  return fmt::format("{}", fmt::join(out, ", "));
}

std::size_t compared_cases(const Counts& counts) {
  std::size_t all = 0;
  for (const auto& [verdict, n] : counts)
    if (verdict != Verdict::only_in_base && verdict != Verdict::only_in_new &&
        verdict != Verdict::not_compared)
      all += n;
  return all;
}

/// Where nothing is proven.
std::string unproven_text(const Comparison& comparison, const Counts& counts, std::size_t of) {
  if (of == 0) return "Nothing was compared";
  if (at(counts, Verdict::same) == of)
    return of == 1 ? "The one case is the same" : fmt::format("All {} the same", counted(of, "case"));
  return fmt::format("{} in {}: {}",
                     comparison.can_prove ? "No difference proven" : "So few runs prove no difference",
                     counted(of, "case"), rest_text(counts));
}

}  // namespace

std::string left_out_text(const Comparison& comparison) {
  std::map<Verdict, std::map<std::string, std::size_t>> by_benchmark;
  for (const ComparedCase& c : comparison.cases)
    if (!c.on_both_sides() && c.verdict != Verdict::failed) ++by_benchmark[c.verdict][benchmark_of(c.id)];
  std::vector<std::string> out;
  for (const auto& [verdict, benchmarks] : by_benchmark) {
    std::vector<std::string> named;
    std::size_t all = 0;
    for (const auto& [name, n] : benchmarks) {
      all += n;
      if (named.size() < most_left_out) named.push_back(fmt::format("{} {}", name, n));
    }
    if (benchmarks.size() > named.size())
      named.push_back(counted(benchmarks.size() - named.size(), "more benchmark"));
    out.push_back(fmt::format("{} {} ({})", all, to_word(verdict), fmt::join(named, ", ")));
  }
  return fmt::format("{}", fmt::join(out, ", "));
}

std::string headline(const Comparison& comparison) {
  const Counts counts = comparison.cases_by_verdict();
  const auto all = changes(comparison);
  const std::size_t of = compared_cases(counts);
  const auto failed = at(counts, Verdict::failed), worse = at(counts, Verdict::worse),
             better = at(counts, Verdict::better);
  std::vector<std::string> parts;
  if (failed > 0) parts.push_back(told(all, Verdict::failed, failed, of, "failed"));
  if (worse > 0) parts.push_back(told(all, Verdict::worse, worse, of, "slower"));
  if (better > 0 && worse > 0)
    parts.push_back(fmt::format("{} faster", better));
  else if (better > 0)
    parts.push_back(told(all, Verdict::better, better, of, "faster"));
  if (parts.empty())
    parts.push_back(unproven_text(comparison, counts, of));
  else if (const auto rest = rest_text(counts); !rest.empty())
    parts.push_back(rest);
  if (const auto left = left_out_text(comparison); !left.empty()) parts.push_back(left);
  return fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace sonde::analysis
