#include "analysis/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "analysis/sides.hpp"

namespace sonde::analysis {

namespace {

using Runs = std::span<const record::Run>;

/// "" and all runs, or the name and the runs of each side.
std::vector<std::pair<const char*, Runs>> sides_of(Runs runs, const std::optional<TwoSides>& sides) {
  if (!sides) return {{"", runs}};
  return {{"base", runs.first(sides->base_runs)}, {"new", runs.subspan(sides->base_runs)}};
}

std::vector<SlowPlaces> slow_places(Runs runs) {
  std::vector<SlowPlaces> out;
  for (const record::Run& run : runs) {
    SlowRankMap ranks = slow_ranks(run);
    if (ranks.ranks.empty()) continue;
    auto hosts = slow_hosts_of(run, ranks.benchmarks);
    out.push_back({run.source, std::move(ranks), std::move(hosts)});
  }
  return out;
}

bool has_guidelines(const record::Run& run) {
  return std::ranges::any_of(run.cases, [](const auto& c) { return c.guideline.has_value(); });
}

GuidelineCheck measured_guidelines(Runs runs) {
  constexpr double tolerance = 0.05;
  if (std::ranges::none_of(runs, has_guidelines)) return {};
  auto check = judge_guidelines(guideline_pairs(runs), tolerance, false);
  std::erase_if(check.rows, [](const auto& row) { return !row.composed; });
  return check;
}

/// Of a side that violates guidelines: of two sides it is no reason for what their comparison says.
std::vector<Finding> guideline_findings(std::span<const GuidelinesOfSide> sides) {
  std::vector<Finding> out;
  for (const auto& [side, check] : sides) {
    const auto found = violations(check);
    if (found.empty()) continue;
    const std::string name(side), counts = guidelines_sentence(check);
    out.push_back({Weight::caution,
                   fmt::format("{}{}; first {}.", name.empty() ? "" : name + ": ", counts, found[0]),
                   "The library wastes time there: use the cheaper way, or tell who maintains it.",
                   PagePart::compositions, false, "", name.empty()});
  }
  return out;
}

}  // namespace

Report report_of(std::vector<record::Run> all, std::optional<TwoSides> sides, double threshold,
                 std::span<const std::string> left_out) {
  Report out{std::move(all), std::move(sides)};
  const Runs runs(out.runs);
  out.slow = out.sides ? slow_places(pooled_sides(runs, out.sides->base_runs)) : slow_places(runs);
  for (const auto& [side, of_side] : sides_of(runs, out.sides)) {
    if (auto scan = scan_of(of_side, threshold)) {
      scan->runs.clear();  // copies of those above
      out.scans.push_back({side, std::move(*scan)});
    }
    if (auto check = measured_guidelines(of_side); !check.rows.empty())
      out.guidelines.push_back({side, std::move(check)});
  }
  auto more = guideline_findings(out.guidelines);
  for (const std::string& text : left_out)
    more.push_back(
        {Weight::caution, text + ".", "The logs of these launches say more.", PagePart::provenance});
  out.judgement = out.sides ? judge(runs, out.sides->base_runs, out.sides->comparison, std::move(more))
                            : judge(runs, std::move(more));
  if (!out.sides) out.models = fitted_models(runs);
  return out;
}

}  // namespace sonde::analysis
