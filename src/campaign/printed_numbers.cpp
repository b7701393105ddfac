#include "campaign/printed_numbers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "record/case_numbers.hpp"
#include "stats/interval.hpp"

namespace sonde::campaign {

namespace {

using record::CaseRecord;
using record::OverlapTimes;
using record::Times;

constexpr double microseconds = 1e6;
constexpr double printed_fraction = 1e-4;
constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// A column that a reader of tables keeps by its name, and what a record has for it.
struct Named {
  std::string_view kept;     ///< as the reader calls it
  std::string_view numbers;  ///< names in record/case_numbers.hpp, with a blank between two
  std::string_view column;   ///< its head
  double factor = 1;         ///< from the record's unit to the table's
  int decimals = 2;
};

constexpr auto named_columns = std::to_array<Named>({
    {"p50_s", "call_p50_s loaded_p50_s", "p50[usec]", microseconds},
    {"p90_s", "call_p90_s", "p90[usec]", microseconds},
    {"p99_s", "call_p99_s loaded_p99_s", "p99[usec]", microseconds},
    {"p99.9_s", "call_p99.9_s", "p99.9[usec]", microseconds},
    {"d_last_s", "d_last_s", "d_last[usec]", microseconds},
    {"d_total_s", "d_total_s", "d_total[usec]", microseconds},
    {"e_avg_s", "e_avg_s", "e_avg[usec]", microseconds},
    {"absorb[%]", "absorption", "absorb[%]", 100},
    {"left_s", "left_s", "left[usec]", microseconds},
    {"right_s", "right_s", "right[usec]", microseconds},
    {"ratio", "ratio", "ratio", 1, 3},
    {"low", "ratio_low", "low", 1, 3},
    {"high", "ratio_high", "high", 1, 3},
    {"impact50", "impact50", "impact50"},
    {"impact99", "impact99", "impact99"},
});

/// Gathers what is a number on both sides.
class Both {
 public:
  void add(std::string_view column, double printed, double recorded, int decimals = 2) {
    if (!std::isfinite(printed) || !std::isfinite(recorded)) return;
    numbers_.push_back({std::string(column), printed, recorded, decimals});
  }
  void add_seconds(std::string_view column, double printed, double recorded) {
    add(column, printed * microseconds, recorded * microseconds);
  }
  void add_optional(std::string_view column, const std::optional<double>& printed,
                    const std::optional<double>& recorded, int decimals = 2) {
    add(column, printed.value_or(none), recorded.value_or(none), decimals);
  }
  std::vector<PrintedNumber> take() { return std::move(numbers_); }

 private:
  std::vector<PrintedNumber> numbers_;
};

void add_times(Both& both, const Times& printed, const Times& recorded) {
  if (printed.min == printed.max)
    return both.add_seconds("t[usec]", printed.max, recorded.max);  // one column
  both.add_seconds("t_min[usec]", printed.min, recorded.min);
  both.add_seconds("t_max[usec]", printed.max, recorded.max);
  both.add_seconds("t_avg[usec]", printed.avg, recorded.avg);
}

void add_overlap(Both& both, const OverlapTimes& printed, const OverlapTimes& recorded) {
  both.add_seconds("t_ovrl[usec]", printed.overlapped, recorded.overlapped);
  both.add_seconds("t_pure[usec]", printed.pure, recorded.pure);
  both.add_seconds("t_CPU[usec]", printed.cpu, recorded.cpu);
  both.add("overlap[%]", printed.percent, recorded.percent);
}

double printed_under(const CaseRecord& printed, std::string_view kept) {
  const auto found = printed.extra.find(std::string(kept));
  return found == printed.extra.end() ? none : found->second;
}

/// The columns of -stats.
void add_summary(Both& both, const CaseRecord& printed, const stats::Summary& s) {
  if (s.batches <= 0) return;
  both.add_seconds("median[usec]", printed_under(printed, "median_s"), s.median);
  both.add_seconds("p95[usec]", printed_under(printed, "p95_s"), s.p95);
  if (s.median > 0 && stats::has_interval(s))
    both.add("ci95[%]", printed_under(printed, "ci95[%]"),
             100 * std::max(s.ci_high - s.median, s.median - s.ci_low) / s.median);
}

/// The first of these names that the record has a number of.
double recorded_under(const CaseRecord& recorded, std::string_view names) {
  const auto blank = names.find(' ');
  const double first = record::number_of(recorded, names.substr(0, blank));
  if (std::isfinite(first) || blank == std::string_view::npos) return first;
  return record::number_of(recorded, names.substr(blank + 1));
}

void add_named(Both& both, const CaseRecord& printed, const CaseRecord& recorded) {
  for (const Named& one : named_columns) {
    const double unit = one.kept.ends_with("_s") ? microseconds : 1;
    both.add(one.column, unit * printed_under(printed, one.kept),
             one.factor * recorded_under(recorded, one.numbers), one.decimals);
  }
}

}  // namespace

bool PrintedNumber::agrees() const {
  const double half_a_digit = 0.501 * std::pow(10, -decimals);
  return std::abs(printed - recorded) <= half_a_digit + printed_fraction * std::abs(recorded);
}

std::vector<PrintedNumber> numbers_of_both(const CaseRecord& printed, const CaseRecord& recorded,
                                           bool same_megabyte) {
  Both both;
  if (printed.times && recorded.times) add_times(both, *printed.times, *recorded.times);
  if (printed.overlap && recorded.overlap) add_overlap(both, *printed.overlap, *recorded.overlap);
  if (same_megabyte)
    both.add_optional("Mbytes/sec", printed.megabytes_per_second, recorded.megabytes_per_second);
  both.add_optional("Msg/sec", printed.messages_per_second, recorded.messages_per_second, 0);
  both.add_optional("defects", printed.defects, recorded.defects);
  both.add_seconds("t_init[usec]", printed.init_seconds.value_or(none), recorded.init_seconds.value_or(none));
  if (recorded.contention)
    both.add("efficiency[%]", printed_under(printed, "efficiency[%]"), recorded.contention->percent());
  if (recorded.summary) add_summary(both, printed, *recorded.summary);
  add_named(both, printed, recorded);
  return both.take();
}

}  // namespace sonde::campaign
