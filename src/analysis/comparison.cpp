#include "analysis/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <compare>
#include <iterator>
#include <utility>

#include "analysis/provenance_notes.hpp"
#include "analysis/variant_notes.hpp"
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

std::optional<Quantity> quantity_of(Occurrences base, Occurrences fresh) {
  std::vector<const record::CaseRecord*> rows;
  for (const auto& found : base) rows.push_back(found.row);
  for (const auto& found : fresh) rows.push_back(found.row);
  return common_quantity(rows);
}

bool some(Occurrences rows, record::Status status) {
  return std::ranges::any_of(rows, [&](const Occurrence& found) { return found.row->status == status; });
}

/// Logarithm of slowness: a higher rate is faster.
double slowness(double value, Quantity quantity) {
  return quantity == Quantity::rate ? -std::log(value) : std::log(value);
}

void judge_alone(Pair& pair, std::size_t base_runs) {
  std::vector<double> base;
  std::vector<double> fresh;
  for (const auto& o : pair.cell) (o.run < base_runs ? base : fresh).push_back(o.value);
  const stats::Shift shift = stats::shift_between(base, fresh);
  pair.result.ratio = std::exp(shift.estimate);
  pair.result.low = std::exp(shift.low);
  pair.result.high = std::exp(shift.high);
  pair.result.level = shift.level;
  pair.result.rank_sum_p = stats::rank_sum_p(base, fresh);
}

Verdict one_sided(const ComparedCase& result, Occurrences fresh) {
  if (result.base_runs == 0) return Verdict::only_in_new;
  return some(fresh, record::Status::failed) ? Verdict::failed : Verdict::only_in_base;
}

Pair measure(Occurrences base, Occurrences fresh, Quantity quantity, std::size_t base_runs) {
  Pair pair;
  const auto before = value_of_runs(base, quantity);
  const auto after = value_of_runs(fresh, quantity);
  for (const auto& [run, value] : before) pair.cell.push_back({run, slowness(value, quantity)});
  for (const auto& [run, value] : after) pair.cell.push_back({base_runs + run, slowness(value, quantity)});
  pair.result.id = (base.empty() ? fresh : base)[0].row->id;
  pair.result.quantity = quantity;
  pair.result.base_runs = before.size();
  pair.result.new_runs = after.size();
  if (!before.empty()) pair.result.base = stats::median(values(before));
  if (!after.empty()) pair.result.fresh = stats::median(values(after));
  if (pair.result.on_both_sides())
    judge_alone(pair, base_runs);
  else
    pair.result.verdict = one_sided(pair.result, fresh);
  return pair;
}

Verdict verdict_of(const ComparedCase& result, double threshold) {
  const bool proven = result.p <= alpha;
  if (result.ratio > 1 + threshold) return proven ? Verdict::worse : Verdict::maybe_slower;
  if (result.ratio < 1 / (1 + threshold)) return proven ? Verdict::better : Verdict::maybe_faster;
  const bool inside = result.low >= 1 / (1 + threshold) && result.high <= 1 + threshold;
  return result.level > 0 && inside ? Verdict::same : Verdict::open;
}

/// `both` and `cells`: the cases that both sides measured.
stats::MaxTest judge_together(std::span<ComparedCase* const> both, std::span<const stats::Cell> cells,
                              std::size_t base_runs, std::size_t new_runs, double threshold) {
  std::vector<stats::Side> sides(base_runs, stats::Side::base);
  sides.resize(base_runs + new_runs, stats::Side::fresh);
  std::vector<double> alone;
  for (const ComparedCase* result : both) alone.push_back(result->rank_sum_p);
  auto together = stats::max_test(sides, cells, alpha);
  const auto corrected = stats::holm(alone);
  for (std::size_t i = 0; i < both.size(); ++i) {
    both[i]->p = together.p[i];
    both[i]->holm_p = corrected[i];
    both[i]->verdict = verdict_of(*both[i], threshold);
  }
  return together;
}

/// The rows of the case that comes first on either side; none on a side that lacks it.
std::pair<Occurrences, Occurrences> take_case_of_both(Occurrences& base, Occurrences& fresh) {
  const auto order = base.empty()    ? std::weak_ordering::greater
                     : fresh.empty() ? std::weak_ordering::less
                                     : base[0].row->id <=> fresh[0].row->id;
  return {std::is_lteq(order) ? take_case(base) : Occurrences{},
          std::is_gteq(order) ? take_case(fresh) : Occurrences{}};
}

bool matters_more(const ComparedCase& a, const ComparedCase& b) {
  if (a.verdict != b.verdict) return a.verdict < b.verdict;
  const double size_a = std::abs(std::log(a.ratio));
  const double size_b = std::abs(std::log(b.ratio));
  return size_a != size_b ? size_a > size_b : a.id < b.id;
}

void note_left_out(std::span<const record::Run> runs, std::vector<std::string>& notes) {
  for (const auto& run : runs)
    for (const auto& note : run.notes) notes.push_back(fmt::format("{}: {}", run.source, note));
}

/// What the case with the most runs could prove at best, and what cases cost that some runs lack.
void note_proof(std::span<ComparedCase* const> both, const stats::MaxTest& test,
                std::vector<std::string>& notes) {
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
        "reverse, with probability {:.2g}, more than {:.2g}; measure 4 or more runs a side (sonde campaign)",
        test.least, alpha));
}

}  // namespace

std::size_t Comparison::count(Verdict verdict) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(cases, [&](const ComparedCase& c) { return c.verdict == verdict; }));
}

Comparison compare(std::span<const record::Run> base, std::span<const record::Run> fresh, double threshold) {
  const auto before = by_case(base), after = by_case(fresh);
  Comparison out{.threshold = threshold, .base_runs = base.size(), .new_runs = fresh.size()};
  out.cases.reserve(before.size() + after.size());
  std::vector<ComparedCase*> both;
  std::vector<stats::Cell> cells;
  for (Occurrences old_left = before, new_left = after; !old_left.empty() || !new_left.empty();) {
    const auto [old_rows, new_rows] = take_case_of_both(old_left, new_left);
    const auto quantity = quantity_of(old_rows, new_rows);
    if (!quantity) continue;
    Pair pair = measure(old_rows, new_rows, *quantity, base.size());
    if (pair.cell.empty()) continue;
    out.cases.push_back(std::move(pair.result));
    if (!out.cases.back().on_both_sides()) continue;
    both.push_back(&out.cases.back());
    cells.push_back(std::move(pair.cell));
  }
  const auto test = judge_together(both, cells, base.size(), fresh.size(), threshold);
  note_proof(both, test, out.notes);
  std::ranges::sort(out.cases, matters_more);  // from here on `both` points to other cases
  std::ranges::move(variant_notes(out.cases), std::back_inserter(out.notes));
  std::ranges::move(provenance_notes(base, fresh), std::back_inserter(out.notes));
  note_left_out(base, out.notes);
  note_left_out(fresh, out.notes);
  return out;
}

std::string_view to_word(Verdict verdict) {
  switch (verdict) {
    case Verdict::failed:
      return "failed";
    case Verdict::worse:
      return "worse";
    case Verdict::better:
      return "better";
    case Verdict::maybe_slower:
      return "slower?";
    case Verdict::maybe_faster:
      return "faster?";
    case Verdict::open:
      return "open";
    case Verdict::same:
      return "same";
    case Verdict::only_in_base:
      return "only in base";
    case Verdict::only_in_new:
      return "only in new";
  }
  return "";
}

std::string verdict_counts(const Comparison& comparison) {
  std::string out;
  for (int v = 0; v <= static_cast<int>(Verdict::only_in_new); ++v)
    if (const auto n = comparison.count(static_cast<Verdict>(v)); n > 0)
      out += fmt::format("{}{} {}", out.empty() ? "" : ", ", n, to_word(static_cast<Verdict>(v)));
  return out;
}

std::string sides_text(const Comparison& comparison) {
  return fmt::format("base: {} run{}, new: {} run{}; threshold {:.3g} %", comparison.base_runs,
                     comparison.base_runs == 1 ? "" : "s", comparison.new_runs,
                     comparison.new_runs == 1 ? "" : "s", 100 * comparison.threshold);
}

}  // namespace sonde::analysis
