#include "analysis/comparison_findings.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "analysis/figures.hpp"
#include "analysis/provenance_notes.hpp"

namespace sonde::analysis {
namespace {

struct Ratios {
  std::size_t count = 0;
  double log_sum = 0;
  double smallest = 1, largest = 1;
  const record::CaseId* smallest_case = nullptr;
  const record::CaseId* largest_case = nullptr;
};

using TimesByCase = std::map<record::CaseId, double>;

TimesByCase times_by_case(const record::Run& run) {
  TimesByCase times;
  for (const record::CaseRecord& c : run.cases)
    if (const auto time = time_of(c)) times[c.id] = time->value;
  return times;
}

Ratios ratios(const TimesByCase& first, const TimesByCase& other) {
  Ratios out;
  for (const auto& [id, time] : other) {
    const auto reference = first.find(id);
    if (reference == first.end()) continue;
    const double ratio = time / reference->second;
    ++out.count;
    out.log_sum += std::log(ratio);
    if (ratio < out.smallest) out.smallest = ratio, out.smallest_case = &id;
    if (ratio > out.largest) out.largest = ratio, out.largest_case = &id;
  }
  return out;
}

std::string sentence(const record::Run& first, const record::Run& run, const Ratios& r) {
  const double mean = std::exp(r.log_sum / static_cast<double>(r.count));
  const std::string pace = std::abs(mean - 1) < 0.03 ? "as fast as"
                           : mean > 1                ? fmt::format("{:.2f} times slower than", mean)
                                                     : fmt::format("{:.2f} times faster than", 1 / mean);
  std::string text = fmt::format("{} is on average {} {} over {} common case{} (geometric mean of times).",
                                 run.source, pace, first.source, r.count, r.count == 1 ? "" : "s");
  if (r.largest_case && r.largest > 1.03)
    text += fmt::format(" Most slowed: {} (× {:.3g}).", case_name(*r.largest_case), r.largest);
  if (r.smallest_case && r.smallest < 0.97)
    text += fmt::format(" Most gained: {} (× {:.3g}).", case_name(*r.smallest_case), r.smallest);
  return text;
}

}  // namespace

std::vector<Finding> comparison_findings(std::span<const record::Run> runs) {
  std::vector<Finding> out;
  if (runs.size() < 2) return out;
  const TimesByCase first = times_by_case(runs[0]);
  for (const record::Run& run : runs.subspan(1)) {
    const TimesByCase other = times_by_case(run);
    const Ratios r = ratios(first, other);
    if (r.count == 0)
      out.push_back({Weight::caution,
                     fmt::format("{} has no case in common with {}.", run.source, runs[0].source),
                     "Measure the same benchmarks, sizes and process counts to compare."});
    else
      out.push_back(
          {Weight::fact, sentence(runs[0], run, r),
           "A description of these files. sonde compare tests whether a difference is more than noise."});
    if (const auto differing = different_conventions(runs[0].header, run.header); !differing.empty())
      out.push_back(
          {Weight::caution,
           fmt::format("{} and {} follow different conventions: {}.", runs[0].source, run.source,
                       fmt::join(differing, "; ")),
           "Rows of the same name need not measure the same; -conventions and single flags set them."});
  }
  return out;
}

}  // namespace sonde::analysis
