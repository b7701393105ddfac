// The numbers of a summary as fields of a record: what writes, reads, packs and tabulates them goes through
// these lists.
#pragma once
#include <array>
#include <cstddef>
#include <optional>

#include "record/field.hpp"
#include "stats/summary.hpp"

namespace sonde::record {

template <class Number>
struct SummaryNumber {
  Field field;
  Number stats::Summary::*member;
};

inline constexpr std::array<SummaryNumber<double>, 15> summary_numbers{{
    {field::seconds("mean_s"), &stats::Summary::mean},
    {field::seconds("median_s"), &stats::Summary::median},
    {field::seconds("p5_s"), &stats::Summary::p5},
    {field::seconds("p25_s"), &stats::Summary::p25},
    {field::seconds("p75_s"), &stats::Summary::p75},
    {field::seconds("p95_s"), &stats::Summary::p95},
    {field::seconds("min_s"), &stats::Summary::min},
    {field::seconds("max_s"), &stats::Summary::max},
    {field::seconds("ci_low_s", "95 % interval of the median; null: one or two batches have none"),
     &stats::Summary::ci_low},
    {field::seconds("ci_high_s"), &stats::Summary::ci_high},
    {field::number("effective_batches", 0), &stats::Summary::effective_batches},
    {field::number("rho"), &stats::Summary::rho},
    {field::number("drift"), &stats::Summary::drift},
    {field::number("trend", -most_of_anything, most_of_anything, "Kendall's tau between time and batch mean"),
     &stats::Summary::trend},
    {field::share("slowest_share", "of the batches in which the slowest rank was slowest"),
     &stats::Summary::slowest_share},
}};

/// Ends of an interval: null or empty where there is none (stats::has_interval).
[[nodiscard]] constexpr bool is_interval(double stats::Summary::*member) {
  return member == &stats::Summary::ci_low || member == &stats::Summary::ci_high;
}

/// The first of them, mean to drift, are columns of the CSV.
inline constexpr std::size_t csv_summary_numbers = 13;

/// Numbers that may be unknown.
inline constexpr std::array<SummaryNumber<std::optional<double>>, 5> optional_summary_numbers{{
    {field::number("slowest_excess", -most_of_anything, most_of_anything,
                   "median over batches of largest over mean of the ranks, less 1"),
     &stats::Summary::slowest_excess},
    {field::number(
         "slowest_lead", -most_of_anything, most_of_anything,
         "median over the batches of the slowest rank's time over the next largest, less 1; 0 for a batch in which "
         "another rank was slowest"),
     &stats::Summary::slowest_lead},
    {field::share("slowest_chance", "how likely one of ranks that are all alike is slowest so often"),
     &stats::Summary::slowest_chance},
    {field::share("outlier_share", "share of the batches that last far longer than the others"),
     &stats::Summary::outlier_share},
    {field::share("outlier_time", "share of the time that those batches took"),
     &stats::Summary::outlier_time},
}};

}  // namespace sonde::record
