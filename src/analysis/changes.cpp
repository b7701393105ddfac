#include "analysis/changes.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "record/describe.hpp"
#include "stats/order.hpp"

namespace sonde::analysis {

namespace {

using Row = const ComparedCase*;
using Rows = std::vector<Row>;

/// What neighbours have in common.
record::CaseId without_size(record::CaseId id, bool without_processes) {
  id.bytes = -1;
  if (without_processes) id.processes = 0;
  return id;
}

/// By what numbers of one case differ: which of those that stand for a whole case was taken is not the same
/// everywhere.
std::string kind_of(const ComparedCase& row) {
  return row.leading ? std::string() : key_of(row.measure);
}

bool differs(Verdict verdict) {
  return verdict != Verdict::same && verdict != Verdict::open;
}

/// Lengths next to each other with one verdict, of one number of processes.
std::vector<Rows> runs_of_lengths(const Rows& sorted) {
  std::vector<Rows> out;
  for (Row row : sorted) {
    const bool goes_on = !out.empty() && out.back().back()->verdict == row->verdict &&
                         kind_of(*out.back().back()) == kind_of(*row) &&
                         without_size(out.back().back()->id, false) == without_size(row->id, false);
    if (!goes_on) out.emplace_back();
    out.back().push_back(row);
  }
  std::erase_if(out, [](const Rows& rows) { return !differs(rows[0]->verdict); });
  return out;
}

/// The same lengths with the same verdict, of numbers of processes next to each other.
std::vector<Rows> joined_over_processes(const std::vector<Rows>& all, const Rows& sorted) {
  std::map<record::CaseId, std::set<int>> counts;
  for (Row row : sorted) counts[without_size(row->id, true)].insert(row->id.processes);
  using Key = std::tuple<record::CaseId, std::int64_t, std::int64_t, Verdict, std::string>;
  std::map<Key, std::size_t> latest;  ///< what a later number of processes may continue
  std::vector<Rows> out;
  for (const Rows& rows : all) {
    const auto id = without_size(rows[0]->id, true);
    const auto [known, fresh] = latest.try_emplace(
        {id, rows[0]->id.bytes, rows.back()->id.bytes, rows[0]->verdict, kind_of(*rows[0])});
    const auto& processes = counts.at(id);
    const auto continues = [&](const Rows& before) {
      const auto next = processes.upper_bound(before.back()->id.processes);
      return next != processes.end() && *next == rows[0]->id.processes;
    };
    if (!fresh && continues(out[known->second])) {
      out[known->second].insert(out[known->second].end(), rows.begin(), rows.end());
    } else {
      known->second = out.size();
      out.push_back(rows);
    }
  }
  return out;
}

Change change_of(const Rows& rows) {
  Change out{rows[0]->verdict,
             rows[0]->measure,
             rows[0]->leading,
             rows[0]->id,
             rows.back()->id,
             rows.size(),
             1,
             0,
             0};
  std::vector<double> ratios;
  for (Row row : rows) {
    if (row->on_both_sides()) ratios.push_back(row->ratio);
    if (!row->on_both_sides() || row->level <= 0) continue;
    out.low = out.low > 0 ? std::min(out.low, row->low) : row->low;
    out.high = std::max(out.high, row->high);
  }
  if (!ratios.empty()) out.ratio = stats::median(ratios);
  return out;
}

}  // namespace

std::string change_name(const Change& change) {
  return record::describe(change.first, change.last) + (change.leading ? "" : ", " + word_of(change.measure));
}

std::vector<Change> changes(const Comparison& comparison) {
  Rows sorted;
  for (const auto& row : comparison.cases) sorted.push_back(&row);
  std::ranges::sort(sorted, [](Row a, Row b) {
    const auto one = kind_of(*a), other = kind_of(*b);
    return one != other ? one < other : a->id < b->id;
  });
  std::vector<Change> out;
  for (const Rows& rows : joined_over_processes(runs_of_lengths(sorted), sorted))
    out.push_back(change_of(rows));
  std::ranges::stable_sort(out, [](const Change& a, const Change& b) {
    const double distance_a = std::abs(std::log(a.ratio)), distance_b = std::abs(std::log(b.ratio));
    return a.verdict != b.verdict ? a.verdict < b.verdict : distance_a > distance_b;
  });
  return out;
}

}  // namespace sonde::analysis
