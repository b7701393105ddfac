#include "analysis/comparison.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <iterator>
#include <set>
#include <utility>

#include "analysis/headline.hpp"
#include "analysis/provenance_notes.hpp"
#include "analysis/variant_notes.hpp"
#include "base/text.hpp"
#include "record/describe.hpp"
#include "record/names.hpp"
#include "stats/max_test.hpp"
#include "stats/order.hpp"
#include "stats/rank_sum.hpp"

namespace sonde::analysis {

namespace {

/// The measurements of one case on both sides, as logarithms of slowness, and what they say alone.
struct Pair {
  ComparedCase result;
  stats::Cell cell;  ///< runs of the base first, then the new ones
};

std::vector<double> values(const std::map<std::size_t, double>& by_run) {
  std::vector<double> out;
  out.reserve(by_run.size());
  for (const auto& [run, value] : by_run) out.push_back(value);
  return out;
}

bool some_sound(Occurrences rows) {
  return std::ranges::any_of(rows, [](const Occurrence& found) { return is_sound(*found.row); });
}

/// "failed in 1 of 3 new runs".
std::string losses(const Endings& runs, const char* side) {
  return fmt::format("{} in {} of {} {} runs", runs.wrong > 0 ? "wrong data" : "failed", runs.lost, runs.runs,
                     side);
}

/// Whether new runs were lost more than twice as often.
bool lost_more(const Endings& fresh, const Endings& base) {
  return fresh.lost > 0 && fresh.lost * base.runs > 2 * base.lost * fresh.runs;
}

void judge_alone(Pair& pair, std::size_t base_runs) {
  std::vector<double> base;
  std::vector<double> fresh;
  for (const auto& o : pair.cell) (o.run < base_runs ? base : fresh).push_back(o.value);
  const stats::Shift shift = stats::shift_between(base, fresh);
  pair.result.ratio = std::exp(shift.estimate);
  pair.result.low = std::exp(shift.low - pair.result.rounding);
  pair.result.high = std::exp(shift.high + pair.result.rounding);
  pair.result.level = shift.level;
  pair.result.rank_sum_p = stats::rank_sum_p(base, fresh);
}

/// What a side lacks.
std::string lack_of(const char* side, Occurrences rows) {
  if (rows.empty()) return fmt::format("no record in {}", side);
  if (some_sound(rows)) return fmt::format("no number in {}", side);
  if (const auto runs = endings_of(rows); runs.lost > 0)
    return fmt::format("{} in {}", runs.wrong > 0 ? "wrong data" : "failed", side);
  const auto reason = rows[0].row->reason;
  return fmt::format("skipped in {}{}", side,
                     reason == record::Reason::none ? "" : fmt::format(" ({})", record::to_word(reason)));
}

/// The verdict on a case that has no number on one side or on both.
void judge_one_sided(ComparedCase& result, Occurrences base, Occurrences fresh) {
  if (const auto runs = endings_of(fresh); result.base_runs > 0 && !some_sound(fresh) && runs.lost > 0) {
    result.verdict = Verdict::failed;
    if (runs.wrong > 0) result.why = losses(runs, "new");
  } else if (fresh.empty()) {
    result.verdict = Verdict::only_in_base;
  } else if (base.empty()) {
    result.verdict = Verdict::only_in_new;
  } else {
    result.verdict = Verdict::not_compared;
    std::vector<std::string> lacks;
    if (result.base_runs == 0) lacks.push_back(lack_of("base", base));
    if (result.new_runs == 0) lacks.push_back(lack_of("new", fresh));
    result.why = fmt::format("{}", fmt::join(lacks, ", "));
    result.base_runs = result.new_runs = 0;
  }
}

Pair measure_of(Occurrences base, Occurrences fresh, const Measure& measure, std::size_t base_runs) {
  Pair pair;
  const auto before = value_of_runs(base, measure);
  const auto after = value_of_runs(fresh, measure);
  for (const auto& [run, value] : before) pair.cell.push_back({run, slowness(value, measure)});
  for (const auto& [run, value] : after) pair.cell.push_back({base_runs + run, slowness(value, measure)});
  pair.result.id = (base.empty() ? fresh : base)[0].row->id;
  pair.result.measure = measure;
  pair.result.base_runs = before.size();
  pair.result.new_runs = after.size();
  if (!before.empty()) pair.result.base = stats::median(values(before));
  if (!after.empty()) pair.result.fresh = stats::median(values(after));
  if (!pair.result.on_both_sides()) return judge_one_sided(pair.result, base, fresh), pair;
  pair.result.rounding = rounding_of(base, measure) + rounding_of(fresh, measure);
  judge_alone(pair, base_runs);
  if (const auto new_runs = endings_of(fresh), old_runs = endings_of(base); lost_more(new_runs, old_runs)) {
    pair.result.why = losses(new_runs, "new");
    if (new_runs.wrong > 0) pair.result.verdict = Verdict::failed;
    if (old_runs.lost > 0)
      pair.result.why += fmt::format(", {} of {} base runs", old_runs.lost, old_runs.runs);
  }
  return pair;
}

/// A case of which both sides have numbers, but not one that is the same.
Pair nothing_common(Occurrences base, Occurrences fresh) {
  Pair pair;
  pair.result.id = (base.empty() ? fresh : base)[0].row->id;
  judge_one_sided(pair.result, base, fresh);
  const bool numbers = !measures_of(base, {}).empty() && !measures_of({}, fresh).empty();
  if (pair.result.verdict == Verdict::not_compared && numbers) pair.result.why = "no number in common";
  return pair;
}

/// A case whose X is another volume on each side.
std::optional<Pair> unlike_lengths(Occurrences base, Occurrences fresh) {
  const auto length = [](Occurrences rows) {
    const auto known =
        std::ranges::find_if(rows, [](const Occurrence& found) { return !found.length.empty(); });
    return known == rows.end() ? std::string_view{} : known->length;
  };
  const auto before = length(base), after = length(fresh);
  if (before.empty() || after.empty() || before == after || !some_sound(base) || !some_sound(fresh))
    return std::nullopt;
  Pair pair;
  pair.result.id = base[0].row->id;
  pair.result.verdict = Verdict::not_compared;
  pair.result.why = fmt::format("{} in base, {} in new", before, after);
  return pair;
}

/// The rows of one case: of each number that both sides have, or one that says why there is none.
std::vector<Pair> pairs_of(Occurrences base, Occurrences fresh, std::size_t base_runs) {
  if (auto unlike = unlike_lengths(base, fresh)) return {std::move(*unlike)};
  std::vector<Pair> out;
  std::vector<Pair> alone;
  for (const Measure& measure : measures_of(base, fresh)) {
    Pair pair = measure_of(base, fresh, measure, base_runs);
    (pair.result.on_both_sides() ? out : alone).push_back(std::move(pair));
  }
  if (out.empty() && alone.empty()) out.push_back(nothing_common(base, fresh));
  if (out.empty()) out.push_back(std::move(alone[0]));
  for (std::size_t i = 1; i < out.size(); ++i) out[i].result.leading = false;
  return out;
}

Verdict verdict_of(const ComparedCase& result, double threshold) {
  const bool proven = proved_different(result);
  if (result.ratio > 1 + threshold) return proven ? Verdict::worse : Verdict::maybe_slower;
  if (result.ratio < 1 / (1 + threshold)) return proven ? Verdict::better : Verdict::maybe_faster;
  const bool inside = result.low >= 1 / (1 + threshold) && result.high <= 1 + threshold;
  constexpr double rounding = 1e-9;
  return result.level >= 1 - alpha - rounding && inside ? Verdict::same : Verdict::open;
}

/// A difference that may be one of the last printed digits is none; equal digits may hide one.
void judge_digits(ComparedCase& result, double threshold) {
  if (!(result.rounding > 0)) return;
  const bool open = result.verdict == Verdict::open, same = result.verdict == Verdict::same;
  const double low = std::log(result.low) + result.rounding, high = std::log(result.high) - result.rounding;
  const double limit = std::log1p(threshold);
  const bool hidden = open && result.level > 0 && low >= -limit && high <= limit;
  const bool no_difference = !open && !same && std::abs(std::log(result.ratio)) <= result.rounding;
  if (!hidden && !no_difference) return;
  result.verdict = Verdict::open;
  if (result.why.empty()) result.why = "the digits or the timer are too coarse";
}

/// A case that fails in many more of the new runs is not as good as it was; one whose data are wrong has
/// failed already.
void judge_failing(ComparedCase& result) {
  const bool slower = result.verdict == Verdict::worse || result.verdict == Verdict::maybe_slower;
  if (!result.why.empty() && !slower) result.verdict = Verdict::open;
}

/// "2 cases with more failures in new runs: A: failed in 1 of 3 new runs; B: ...". `text` is empty of a case
/// that has none.
template <class Text>
void note_cases(std::span<ComparedCase* const> both, const char* what, Text text,
                std::vector<std::string>& notes) {
  constexpr std::size_t most_named = 3;
  std::set<record::CaseId> seen;
  std::vector<std::string> named;
  for (const ComparedCase* result : both)
    if (const std::string said = text(*result); !said.empty() && seen.insert(result->id).second)
      named.push_back(fmt::format("{}: {}", record::describe(result->id), said));
  if (!named.empty())
    notes.push_back(
        fmt::format("{} {}: {}", counted(seen.size(), "case"), what, listed(named, most_named, "; ")));
}

/// Cases that fail in new runs more often, and those that more of the new runs lack for another reason.
void note_losses(std::span<ComparedCase* const> both, const Comparison& comparison,
                 std::vector<std::string>& notes) {
  note_cases(
      both, "with more failures in new runs", [](const ComparedCase& c) { return c.why; }, notes);
  const auto lacking = [&](const ComparedCase& c) {
    const bool fewer = c.new_runs * comparison.base_runs < c.base_runs * comparison.new_runs;
    if (!fewer || !c.why.empty() || !c.leading) return std::string();
    return fmt::format("{} of {} new runs, {} of {} base runs", c.new_runs, comparison.new_runs, c.base_runs,
                       comparison.base_runs);
  };
  note_cases(both, "measured in fewer new runs", lacking, notes);
}

/// `both` and `cells`: what both sides measured, all numbers of a case.
stats::MaxTest judge_together(std::span<ComparedCase* const> both, std::span<const stats::Cell> cells,
                              const Comparison& comparison, double tests) {
  std::vector<stats::Side> sides(comparison.base_runs, stats::Side::base);
  sides.resize(comparison.base_runs + comparison.new_runs, stats::Side::fresh);
  std::vector<double> alone;
  for (const ComparedCase* result : both) alone.push_back(result->rank_sum_p);
  auto together = stats::max_test(sides, cells, alpha / tests);
  for (double& p : together.p) p = std::min(1.0, p * tests);
  together.least = std::min(1.0, together.least * tests);
  const auto corrected = stats::holm(alone);
  for (std::size_t i = 0; i < both.size(); ++i) {
    both[i]->p = together.p[i];
    both[i]->holm_p = corrected[i];
    if (both[i]->verdict == Verdict::failed) continue;
    both[i]->verdict = verdict_of(*both[i], comparison.threshold);
    judge_failing(*both[i]);
    judge_digits(*both[i], comparison.threshold);
  }
  return together;
}

/// The rows of the case that comes first on either side; none on a side that lacks it.
std::pair<Occurrences, Occurrences> pop_case_of_both(Occurrences& base, Occurrences& fresh) {
  const auto order = base.empty()    ? std::weak_ordering::greater
                     : fresh.empty() ? std::weak_ordering::less
                                     : base[0].row->id <=> fresh[0].row->id;
  return {std::is_lteq(order) ? pop_case(base) : Occurrences{},
          std::is_gteq(order) ? pop_case(fresh) : Occurrences{}};
}

bool matters_more(const ComparedCase& a, const ComparedCase& b) {
  if (a.verdict != b.verdict) return a.verdict < b.verdict;
  const double size_a = std::abs(std::log(a.ratio));
  const double size_b = std::abs(std::log(b.ratio));
  if (size_a != size_b) return size_a > size_b;
  return a.id != b.id ? a.id < b.id : a.leading && !b.leading;
}

/// What the case with the most runs could prove at best, and what cases cost that some runs lack.
void note_proof(std::span<ComparedCase* const> both, const stats::MaxTest& test, std::size_t tests,
                std::vector<std::string>& notes) {
  if (tests > 1)
    notes.push_back(fmt::format("p is corrected for {} comparisons that are looked at together", tests));
  if (test.rounds > 1)
    notes.push_back(
        fmt::format("some runs lack some cases: a case is judged by the runs that measured it, and p is "
                    "corrected for {} tests of different runs",
                    test.rounds));
  std::size_t most = 0;
  for (const ComparedCase* result : both) most = std::max(most, result->base_runs + result->new_runs);
  if (both.empty() || test.least <= alpha) return;
  if (most <= 2)
    notes.emplace_back(
        "one run on each side: how much one launch differs from the next is unknown (5 to 50 % are common), so no "
        "difference in this table is proven; measure 4 or more runs a side (sonde campaign)");
  else
    notes.push_back(fmt::format(
        "so few runs cannot prove a difference: equal runs fall apart into slow new and fast old ones, or the "
        "reverse, with probability {:.2g}, more than {:.2g}; measure {} or more runs a side (sonde campaign)",
        test.least, alpha, runs_to_prove(tests)));
}

}  // namespace

void sort_by_weight(std::vector<ComparedCase>& cases) {
  std::ranges::sort(cases, matters_more);
}

std::map<Verdict, std::size_t> Comparison::cases_by_verdict() const {
  std::map<record::CaseId, Verdict> worst;
  for (const ComparedCase& c : cases) {
    const auto known = worst.try_emplace(c.id, c.verdict).first;
    known->second = std::min(known->second, c.verdict);
  }
  std::map<Verdict, std::size_t> out;
  for (const auto& [id, verdict] : worst) ++out[verdict];
  return out;
}

std::size_t runs_to_prove(std::size_t tests) {
  std::size_t runs = 1;
  while (stats::least_p(runs, runs) * static_cast<double>(tests) > alpha) ++runs;
  return runs;
}

bool proved_different(const ComparedCase& compared) {
  const bool one_inside = compared.level > 0 && compared.low <= 1 && compared.high >= 1;
  return compared.p <= alpha && !one_inside;
}

std::size_t Comparison::count(Verdict verdict) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(cases, [&](const ComparedCase& c) { return c.verdict == verdict; }));
}

Comparison compare(std::span<const record::Run> base, std::span<const record::Run> fresh, double threshold,
                   std::size_t tests) {
  const auto before = by_case(base), after = by_case(fresh);
  Comparison out{.threshold = threshold, .base_runs = base.size(), .new_runs = fresh.size()};
  std::vector<stats::Cell> cells;
  for (Occurrences old_left = before, new_left = after; !old_left.empty() || !new_left.empty();) {
    const auto [old_rows, new_rows] = pop_case_of_both(old_left, new_left);
    for (Pair& pair : pairs_of(old_rows, new_rows, base.size())) {
      out.cases.push_back(std::move(pair.result));
      if (out.cases.back().on_both_sides()) cells.push_back(std::move(pair.cell));
    }
  }
  std::vector<ComparedCase*> both;
  for (ComparedCase& c : out.cases)
    if (c.on_both_sides()) both.push_back(&c);
  note_losses(both, out, out.notes);
  const auto test = judge_together(both, cells, out, static_cast<double>(tests));
  out.can_prove = test.least <= alpha;
  note_proof(both, test, tests, out.notes);
  sort_by_weight(out.cases);  // from here on `both` points to other cases
  std::ranges::move(notes_on_ends(base, " in base"), std::back_inserter(out.notes));
  std::ranges::move(notes_on_ends(fresh, " in new"), std::back_inserter(out.notes));
  std::ranges::move(variant_notes(out.cases), std::back_inserter(out.notes));
  std::ranges::move(provenance_notes(base, fresh), std::back_inserter(out.notes));
  std::ranges::move(record::notes_of(base), std::back_inserter(out.notes));
  std::ranges::move(record::notes_of(fresh), std::back_inserter(out.notes));
  return out;
}

std::string_view to_word(Verdict verdict) {
  constexpr std::array<std::string_view, 10> words{"failed",      "worse",       "better", "slower?",
                                                   "faster?",     "open",        "same",   "only in base",
                                                   "only in new", "not compared"};
  return words[static_cast<std::size_t>(verdict)];
}

std::string verdict_text(const ComparedCase& compared) {
  return std::string(to_word(compared.verdict)) + (compared.why.empty() ? "" : ": " + compared.why);
}

std::optional<std::string> nothing_in_common(const Comparison& comparison) {
  const auto counts = [&](const ComparedCase& c) {
    return c.on_both_sides() || c.verdict == Verdict::failed;
  };
  if (std::ranges::any_of(comparison.cases, counts)) return std::nullopt;
  if (const auto left = comparison.count(Verdict::not_compared); left > 0)
    return fmt::format("base and new have {} in common, but no number of any of them: {}",
                       counted(left, "case"), left_out_text(comparison));
  std::string out = "base and new have no measured case in common";
  const auto variants = variant_notes(comparison.cases);
  if (const auto left = left_out_text(comparison); !left.empty() && variants.empty()) out += ": " + left;
  std::set<int> before, after;
  for (const ComparedCase& c : comparison.cases)
    (c.verdict == Verdict::only_in_base ? before : after).insert(c.id.processes);
  if (before != after && !before.empty() && !after.empty())
    out += fmt::format("; processes: {} in base, {} in new", fmt::join(before, ", "), fmt::join(after, ", "));
  for (const auto& note : variants) out += "; " + note;
  return out;
}

std::string verdict_counts(const Comparison& comparison) {
  std::vector<std::string> counts;
  for (const auto& [verdict, n] : comparison.cases_by_verdict())
    counts.push_back(fmt::format("{} {}", n, to_word(verdict)));
  return fmt::format("{}", fmt::join(counts, ", "));
}

std::string sides_text(const Comparison& comparison) {
  return fmt::format("base: {}, new: {}; threshold {:.3g} %", counted(comparison.base_runs, "run"),
                     counted(comparison.new_runs, "run"), 100 * comparison.threshold);
}

}  // namespace sonde::analysis
