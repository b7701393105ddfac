#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>

#include "analysis/guidelines.hpp"
#include "analysis/measured_guidelines.hpp"
#include "analysis/observations.hpp"
#include "base/text.hpp"
#include "catalog/likeness.hpp"
#include "record/describe.hpp"
#include "stats/interval.hpp"

namespace sonde::analysis {

namespace {

/// Seconds by launch; of one launch how well it knows them.
struct Times {
  std::map<std::size_t, double> of_run;
  double rounding = 0;  ///< how far digits or a coarse timer leave their logarithms open
  std::optional<KnownWithin> within;
};

using Series = std::map<record::CaseId, Times>;

/// Cases that differ in lengths and numbers of processes alone.
struct Timed {
  Series cases;
  bool by_rate =
      false;  ///< of all processes together: times are right but for a factor that depends on their number
};

/// Whether a time of it is one of a message or a call.
bool is_of_messages(const record::CaseRecord& row) {
  return is_sound(row) && !row.links && !row.memory;
}

/// What the cases of a series are compared by. Beside computation, whose length follows the transfer, it is
/// the time without it; where a rank comes late on purpose, the time behind its arrival.
std::optional<Measure> measure_of(Occurrences rows) {
  const auto has = [](const Occurrence& found, Quantity quantity) {
    return value_of(*found.row, {quantity}, found.megabyte).has_value();
  };
  const bool beside =
      std::ranges::any_of(rows, [](const Occurrence& found) { return found.row->overlap.has_value(); });
  const bool late =
      std::ranges::any_of(rows, [](const Occurrence& found) { return found.row->arrival.has_value(); });
  const auto chosen = common_quantity(rows,
                                      beside ? Quantity::t_pure
                                      : late ? Quantity::d_last
                                             : Quantity::median,
                                      has);
  if (!chosen || *chosen == Quantity::t_ovrl) return std::nullopt;
  return Measure{*chosen};
}

std::optional<double> seconds(double value, const Measure& measure, std::int64_t bytes) {
  switch (facts(measure.quantity).unit) {
    case Unit::seconds:
      return value;
    case Unit::bytes_per_second:
      return bytes > 0 ? std::optional(static_cast<double>(bytes) / value) : std::nullopt;
    case Unit::per_second:
      return 1 / value;
    case Unit::percent:
    case Unit::of_column:
      break;
  }
  return std::nullopt;
}

std::optional<KnownWithin> known_within(const record::CaseRecord& row, const Measure& measure) {
  constexpr double of_normal = 2 * 1.96;  // standard errors in a 95 % interval
  if (measure.quantity != Quantity::median || !row.summary) return std::nullopt;
  const stats::Summary& summary = *row.summary;
  if (!stats::has_interval(summary) || !stats::interval_is_claimed(summary.effective_batches) ||
      !(summary.ci_low > 0))
    return std::nullopt;
  return KnownWithin{std::log(summary.ci_high / summary.ci_low) / of_normal, summary.effective_batches - 1};
}

Timed timed(Occurrences rows) {
  Timed out;
  const auto measure = measure_of(rows);
  if (!measure) return out;
  out.by_rate = facts(measure->quantity).unit != Unit::seconds;
  while (!rows.empty()) {
    const auto same = pop_case(rows);
    Times times;
    const auto& id = same[0].row->id;
    for (const auto& [run, value] : value_of_runs(same, *measure))
      if (const auto time = seconds(value, *measure, id.bytes)) times.of_run[run] = *time;
    times.rounding = rounding_of(same, *measure);
    if (same.size() == 1) times.within = known_within(*same[0].row, *measure);
    if (!times.of_run.empty()) out.cases.emplace(id, std::move(times));
  }
  return out;
}

record::CaseId without_sizes(record::CaseId id) {
  id.bytes = -1, id.processes = 0;
  return id;
}

class Pairs {
 public:
  void add(Guideline guideline, const Series::value_type& left, const Series::value_type& right,
           double times = 1) {
    GuidelinePair pair{guideline, left.first, right.first, times};
    pair.rounding = left.second.rounding + right.second.rounding;
    for (const auto& [run, time] : left.second.of_run)
      if (const auto other = right.second.of_run.find(run); other != right.second.of_run.end())
        pair.logs.push_back({run, std::log(time / (times * other->second))});
    if (pair.logs.empty()) return;
    if (const auto& one = left.second.within, &other = right.second.within; one && other)
      pair.within = {std::hypot(one->error, other->error), std::min(one->freedom, other->freedom)};
    all.push_back(std::move(pair));
  }

  std::vector<GuidelinePair> all{};
};

/// Whether more ranks have more to do in one call. Patterns of pairs and neighbours may have other
/// neighbours, and where each rank moves its part of a file there is less to do.
bool grows_with_ranks(const record::CaseId& id) {
  return likeness_of(id.benchmark).collective && id.groups == 1;
}

void compare(const Series::value_type& left, const Series::value_type& right, bool by_rate, Pairs& pairs) {
  const auto &a = left.first, &b = right.first;
  if (a.processes == b.processes && a.bytes >= 0) {
    if (a.bytes < b.bytes) pairs.add(Guideline::longer, left, right);
    const std::int64_t parts = b.bytes > 0 ? a.bytes / b.bytes : 0;
    if (parts > 1 && a.bytes == parts * b.bytes)
      pairs.add(Guideline::split, left, right, static_cast<double>(parts));
  }
  if (!by_rate && a.bytes == b.bytes && a.processes < b.processes && grows_with_ranks(a))
    pairs.add(Guideline::more_ranks, left, right);
}

}  // namespace

std::vector<GuidelinePair> guideline_pairs(std::span<const record::Run> runs) {
  auto rows = by_case(runs);
  std::erase_if(rows, [](const Occurrence& found) { return !is_of_messages(*found.row); });
  auto measured = measured_pairs(rows);
  std::erase_if(rows, [](const Occurrence& found) { return found.row->guideline.has_value(); });
  std::map<record::CaseId, std::vector<Occurrence>> groups;
  for (const Occurrence& found : rows) groups[without_sizes(found.row->id)].push_back(found);
  Pairs pairs;
  for (const auto& [id, group] : groups) {
    const Timed times = timed(group);
    for (const auto& left : times.cases)
      for (const auto& right : times.cases) compare(left, right, times.by_rate, pairs);
  }
  std::ranges::move(measured, std::back_inserter(pairs.all));
  return std::move(pairs.all);
}

LostCases lost_cases(std::span<const record::Run> runs) {
  std::vector<std::string> in_all, in_some;
  const auto rows = by_case(runs);
  for (Occurrences left = rows; !left.empty();) {
    const auto same = pop_case(left);
    if (const Endings ended = endings_of(same); ended.lost > 0)
      (ended.lost == ended.runs ? in_all : in_some).push_back(record::describe(same[0].row->id));
  }
  LostCases lost{in_all.size()};
  const auto tell = [&](const std::vector<std::string>& cases, std::string_view what) {
    if (!cases.empty())
      lost.notes.push_back(fmt::format("{} failed or moved wrong data in {}: {}",
                                       counted(cases.size(), "case"), what, listed(cases, 3, "; ")));
  };
  tell(in_all, "every launch and cannot be judged");
  tell(in_some, "some launches, which do not count for them");
  return lost;
}

}  // namespace sonde::analysis
