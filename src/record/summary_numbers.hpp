// The numbers of a summary and their names in records: what writes, reads, packs and tabulates them goes
// through these lists.
#pragma once
#include <array>
#include <cstddef>
#include <optional>

#include "record/record.hpp"
#include "stats/summary.hpp"

namespace sonde::record {

template <class Number>
struct SummaryNumber {
  const char* key;
  Number stats::Summary::*member;
};

inline constexpr std::array<SummaryNumber<double>, 15> summary_numbers{{
    {"mean_s", &stats::Summary::mean},
    {"median_s", &stats::Summary::median},
    {"p5_s", &stats::Summary::p5},
    {"p25_s", &stats::Summary::p25},
    {"p75_s", &stats::Summary::p75},
    {"p95_s", &stats::Summary::p95},
    {"min_s", &stats::Summary::min},
    {"max_s", &stats::Summary::max},
    {"ci_low_s", &stats::Summary::ci_low},
    {"ci_high_s", &stats::Summary::ci_high},
    {"effective_batches", &stats::Summary::effective_batches},
    {"rho", &stats::Summary::rho},
    {"drift", &stats::Summary::drift},
    {"trend", &stats::Summary::trend},
    {"slowest_share", &stats::Summary::slowest_share},
}};

/// Ends of an interval: null or empty where there is none (stats::has_interval).
[[nodiscard]] constexpr bool is_interval(double stats::Summary::*member) {
  return member == &stats::Summary::ci_low || member == &stats::Summary::ci_high;
}

/// The first of them, mean to drift, are columns of the CSV.
inline constexpr std::size_t csv_summary_numbers = 13;

/// Numbers that may be unknown.
inline constexpr std::array<SummaryNumber<std::optional<double>>, 5> optional_summary_numbers{{
    {"slowest_excess", &stats::Summary::slowest_excess},
    {"slowest_lead", &stats::Summary::slowest_lead},
    {"slowest_chance", &stats::Summary::slowest_chance},
    {"outlier_share", &stats::Summary::outlier_share},
    {"outlier_time", &stats::Summary::outlier_time},
}};

struct ContentionNumber {
  const char* key;
  double Contention::*member;
};

inline constexpr std::array<ContentionNumber, 4> contention_numbers{{
    {"alone_s", &Contention::alone},
    {"quickest_s", &Contention::quickest},
    {"middle_s", &Contention::middle},
    {"slowest_s", &Contention::slowest},
}};

}  // namespace sonde::record
