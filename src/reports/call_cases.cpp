#include "reports/call_cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/text.hpp"
#include "reports/plot_lines.hpp"

namespace sonde::reports {
namespace {

/// Benchmarks of which cases have it, by their name in small letters.
std::map<std::string, std::string> benchmarks_with(const Wanted& wanted, std::span<const record::Run> runs) {
  std::map<std::string, std::string> names;
  for (const record::Run& run : runs)
    for (const record::CaseRecord& c : run.cases)
      if (wanted.has(c)) names.try_emplace(lower(name_of(c.id)), name_of(c.id));
  return names;
}

std::string names_listed(const std::map<std::string, std::string>& names) {
  constexpr std::size_t most = 40;
  std::vector<std::string> shown;
  for (const auto& [unused, name] : names)
    if (shown.size() < most) shown.push_back(name);
  if (names.size() > most) shown.emplace_back("...");
  return fmt::format("{}", fmt::join(shown, ", "));
}

Result<std::string> benchmark_with(const Wanted& wanted, std::span<const record::Run> runs,
                                   const PlotOptions& options) {
  const auto names = benchmarks_with(wanted, runs);
  if (names.empty())
    return failure(fmt::format("no case has {}: measure with {}", wanted.name, wanted.option));
  if (options.benchmark.empty()) {
    if (names.size() > 1)
      return failure("several benchmarks; choose one with --benchmark: " + names_listed(names));
    return names.begin()->second;
  }
  const auto found = names.find(lower(options.benchmark));
  if (found == names.end())
    return failure(fmt::format("no case of {} has {}; those of these have: {}", options.benchmark,
                               wanted.name, names_listed(names)));
  return found->second;
}

}  // namespace

Result<CallCases> cases_with(const Wanted& wanted, std::span<const record::Run> runs,
                             const PlotOptions& options) {
  auto benchmark = benchmark_with(wanted, runs, options);
  if (!benchmark) return tl::unexpected(benchmark.error());
  std::map<std::pair<std::size_t, record::CaseId>, CallCase> found;
  for (std::size_t i = 0; i < runs.size(); ++i)
    for (const record::CaseRecord& c : runs[i].cases) {
      if (!wanted.has(c) || !same_word(name_of(c.id), *benchmark)) continue;
      if (!options.processes.contains(c.id.processes) ||
          (c.id.bytes >= 0 && !options.bytes.contains(c.id.bytes)))
        continue;
      const std::size_t source = options.base_runs == 0 ? i : i < options.base_runs ? 0 : 1;
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

std::string name_of_source(std::size_t source, std::span<const record::Run> runs,
                           const PlotOptions& options) {
  return options.base_runs > 0 ? options.side_names.at(source) : runs[source].source;
}

}  // namespace sonde::reports
