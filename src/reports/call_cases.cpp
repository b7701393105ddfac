#include "reports/call_cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/text.hpp"
#include "reports/plot_lines.hpp"

namespace sonde::reports {
namespace {

Result<std::string> benchmark_with(const Wanted& wanted, std::span<const record::Run> runs,
                                   const PlotOptions& options) {
  const auto names = benchmarks_with(wanted.has, runs);
  if (names.empty())
    return failure(fmt::format("no case has {}: measure with {}", wanted.name, wanted.option));
  if (options.benchmark.empty()) {
    if (names.size() > 1) return failure("several benchmarks; choose one with --benchmark: " + listed(names));
    return names[0];
  }
  const auto found = std::ranges::find_if(
      names, [&](const std::string& name) { return same_word(name, options.benchmark); });
  if (found == names.end())
    return failure(fmt::format("no case of {} has {}; those of these have: {}", options.benchmark,
                               wanted.name, listed(names)));
  return *found;
}

}  // namespace

Result<CallCases> cases_with(const Wanted& wanted, std::span<const record::Run> runs,
                             const PlotOptions& options) {
  auto benchmark = benchmark_with(wanted, runs, options);
  if (!benchmark) return tl::unexpected(benchmark.error());
  std::map<std::pair<std::size_t, record::CaseId>, CallCase> found;
  for (std::size_t i = 0; i < runs.size(); ++i)
    for (const record::CaseRecord& c : runs[i].cases) {
      if (!wanted.has(c) || !takes(options, *benchmark, c.id)) continue;
      const std::size_t source = source_of(i, options.base_runs);
      CallCase& one = found[{source, c.id}];
      one.source = source, one.id = c.id;
      one.records.push_back(&c);
    }
  if (found.empty())
    return failure(
        fmt::format("no case of {} of these lengths and processes has {}", *benchmark, wanted.name));
  CallCases out{std::move(*benchmark), {}};
  for (auto& [unused, one] : found) out.cases.push_back(std::move(one));
  return out;
}

}  // namespace sonde::reports
