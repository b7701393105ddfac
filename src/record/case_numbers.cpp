#include "record/case_numbers.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "stats/histogram.hpp"

namespace sonde::record {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
// What a level stands at in the tables below: templates take whole numbers.
enum class Level { p50, p90, p99, p999 };
constexpr double share_of(Level level) {
  constexpr std::array levels{stats::median_level, stats::p90_level, stats::p99_level, stats::p999_level};
  return levels[static_cast<std::size_t>(level)];
}

template <Level level>
double call(const CaseRecord& c) {
  return c.tail ? stats::quantile_of(*c.tail, share_of(level)).value_or(none) : none;
}

template <Estimate MeasuredArrival::*quantity, double Estimate::*member>
double arrival(const CaseRecord& c) {
  return c.arrival ? (*c.arrival).*quantity.*member : none;
}

template <double MeasuredGuideline::*side>
double side_of(const CaseRecord& c) {
  return c.guideline ? (*c.guideline).*side : none;
}

template <double MeasuredGuideline::Ratio::*member>
double ratio(const CaseRecord& c) {
  return c.guideline ? c.guideline->ratio.*member : none;
}

template <stats::Tail MeasuredLoad::*phases, Level level>
double phase(const CaseRecord& c) {
  return c.load ? stats::quantile_of((*c.load).*phases, share_of(level)).value_or(none) : none;
}

template <Level level, double stats::Impact::*member>
double impact(const CaseRecord& c) {
  if (!c.load) return none;
  const auto found = std::ranges::find(c.load->impacts, share_of(level), &LoadImpact::level);
  return found == c.load->impacts.end() ? none : found->impact.*member;
}

using A = MeasuredArrival;
using E = Estimate;
using R = MeasuredGuideline::Ratio;
using I = stats::Impact;

constexpr std::array<CaseNumber, 4> of_tails{{{"call_p50_s", call<Level::p50>},
                                              {"call_p90_s", call<Level::p90>},
                                              {"call_p99_s", call<Level::p99>},
                                              {"call_p99.9_s", call<Level::p999>}}};

constexpr std::array<CaseNumber, 12> of_arrivals{{{"d_last_s", arrival<&A::last, &E::median>},
                                                  {"d_last_low_s", arrival<&A::last, &E::low>},
                                                  {"d_last_high_s", arrival<&A::last, &E::high>},
                                                  {"d_total_s", arrival<&A::total, &E::median>},
                                                  {"d_total_low_s", arrival<&A::total, &E::low>},
                                                  {"d_total_high_s", arrival<&A::total, &E::high>},
                                                  {"e_avg_s", arrival<&A::each, &E::median>},
                                                  {"e_avg_low_s", arrival<&A::each, &E::low>},
                                                  {"e_avg_high_s", arrival<&A::each, &E::high>},
                                                  {"absorption", arrival<&A::absorption, &E::median>},
                                                  {"absorption_low", arrival<&A::absorption, &E::low>},
                                                  {"absorption_high", arrival<&A::absorption, &E::high>}}};

constexpr std::array<CaseNumber, 5> of_guidelines{{{"left_s", side_of<&MeasuredGuideline::left>},
                                                   {"right_s", side_of<&MeasuredGuideline::right>},
                                                   {"ratio", ratio<&R::median>},
                                                   {"ratio_low", ratio<&R::low>},
                                                   {"ratio_high", ratio<&R::high>}}};

constexpr std::array<CaseNumber, 10> of_loads{{{"isolated_p50_s", phase<&MeasuredLoad::isolated, Level::p50>},
                                               {"isolated_p99_s", phase<&MeasuredLoad::isolated, Level::p99>},
                                               {"loaded_p50_s", phase<&MeasuredLoad::loaded, Level::p50>},
                                               {"loaded_p99_s", phase<&MeasuredLoad::loaded, Level::p99>},
                                               {"impact50", impact<Level::p50, &I::factor>},
                                               {"impact50_low", impact<Level::p50, &I::low>},
                                               {"impact50_high", impact<Level::p50, &I::high>},
                                               {"impact99", impact<Level::p99, &I::factor>},
                                               {"impact99_low", impact<Level::p99, &I::low>},
                                               {"impact99_high", impact<Level::p99, &I::high>}}};

template <auto part>
bool has(const CaseRecord& c) {
  return static_cast<bool>(c.*part);
}

constexpr std::array<CaseNumbers, 4> kinds{{{"tails", has<&CaseRecord::tail>, of_tails},
                                            {"arrival", has<&CaseRecord::arrival>, of_arrivals},
                                            {"", has<&CaseRecord::guideline>, of_guidelines},
                                            {"load", has<&CaseRecord::load>, of_loads}}};

}  // namespace

std::span<const CaseNumbers> case_numbers() {
  return kinds;
}

double number_of(const CaseRecord& record, std::string_view name) {
  if (const auto extra = record.extra.find(std::string(name)); extra != record.extra.end())
    return extra->second;
  for (const CaseNumbers& kind : kinds)
    if (const auto found = std::ranges::find(kind.numbers, name, &CaseNumber::name);
        found != kind.numbers.end())
      return found->of(record);
  return none;
}

}  // namespace sonde::record
