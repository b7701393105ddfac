#include "reports/page_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "analysis/figures.hpp"
#include "base/version.hpp"
#include "record/warning_kinds.hpp"
#include "reports/page_parts.hpp"

namespace sonde::reports {
namespace {

using nlohmann::json;

json run_facts(const record::Run& run) {
  std::set<std::string> benchmarks, hosts;
  std::map<record::Status, std::size_t> by_status;
  for (const record::CaseRecord& c : run.cases)
    benchmarks.insert(analysis::benchmark_of(c.id)), ++by_status[c.status];
  for (const record::RankPlace& place : run.header.places) hosts.insert(place.host);
  return {{"name", run.source},
          {"program", run.header.program},
          {"library", run.header.mpi_library},
          {"started", run.header.start},
          {"processor", run.header.cpu_model},
          {"ranks", run.header.ranks},
          {"hosts", hosts.size()},
          {"benchmarks", benchmarks.size()},
          {"cases", run.cases.size()},
          {"measured", by_status[record::Status::measured]},
          {"skipped", by_status[record::Status::skipped]},
          {"failed", by_status[record::Status::failed]},
          {"megabyte", run.header.megabyte},
          {"facts", provenance(run)},
          {"environment", run.header.environment}};
}

std::string_view word(analysis::Weight weight) {
  constexpr std::array<std::string_view, 3> words{"problem", "caution", "fact"};
  return words[static_cast<std::size_t>(weight)];
}

/// The section of the page that shows what a finding is about.
std::string_view section_of(analysis::PagePart place) {
  constexpr std::array<std::string_view, 6> sections{"data-table", "links",      "charts",
                                                     "ranks",      "provenance", "guidelines"};
  return sections[static_cast<std::size_t>(place)];
}

json finding_of(const analysis::Finding& finding) {
  return {{"weight", word(finding.weight)},
          {"text", finding.text},
          {"advice", finding.advice},
          {"section", section_of(finding.place)},
          {"subject", finding.subject}};
}

json findings_of(std::span<const analysis::Finding> found) {
  json out = json::array();
  for (const analysis::Finding& finding : found) out.push_back(finding_of(finding));
  return out;
}

std::string_view word(analysis::Usable usable) {
  constexpr std::array<std::string_view, 4> words{"healthy", "unknown", "look", "no"};
  return words[static_cast<std::size_t>(usable)];
}

json judgement_of(const analysis::Judgement& judgement) {
  return {{"usable", word(judgement.usable)},
          {"sentence", judgement.sentence},
          {"before_reasons", judgement.before_reasons},
          {"reasons", findings_of(judgement.reasons)},
          {"more", judgement.more}};
}

/// Warnings of one kind: how many, what to do, and the first few sentences.
struct KindOfWarning {
  std::size_t count = 0;
  std::string advice;
  std::vector<std::string> examples;

  void add(const std::string& source, const record::Warning& warning) {
    if (++count == 1) advice = warning.advice;
    if (examples.size() < 5) examples.push_back(source + warning.text);
  }
};

/// By kind, those that weigh most first.
json warnings_of(std::span<const record::Run> runs) {
  std::map<std::string, KindOfWarning> groups;
  for (const record::Run& run : runs) {
    const std::string source = runs.size() > 1 ? run.source + ": " : "";
    for (const record::CaseRecord& c : run.cases)
      for (const record::Warning& warning : c.warnings) groups[warning.kind].add(source, warning);
  }
  json out = json::array();
  using record::Severity;
  for (const Severity severity : {Severity::problem, Severity::caution, Severity::note})
    for (const auto& [kind, group] : groups)
      if (record::severity_of(kind) == severity)
        out.push_back({{"kind", kind},
                       {"severity", record::to_word(severity)},
                       {"count", group.count},
                       {"advice", group.advice},
                       {"examples", group.examples}});
  return out;
}

json numbers_or_nulls(const std::vector<std::optional<double>>& values) {
  json out = json::array();
  for (const auto& value : values) out.push_back(value ? json(*value) : json());
  return out;
}

json hosts_of(const std::vector<analysis::HostShare>& hosts) {
  json out = json::array();
  for (const analysis::HostShare& host : hosts)
    out.push_back({{"host", host.host},
                   {"ranks", host.ranks},
                   {"share", host.share},
                   {"cases", host.cases},
                   {"alone", host.alone_cases > 0 ? json(host.alone_factor) : json()},
                   {"shares", numbers_or_nulls(host.by_benchmark)}});
  return out;
}

json ranks_of(const analysis::SlowRankMap& map) {
  json out = json::array();
  for (const analysis::RankShare& rank : map.ranks)
    out.push_back({{"rank", rank.rank},
                   {"host", rank.host},
                   {"cores", rank.cores},
                   {"share", rank.share},
                   {"shares", numbers_or_nulls(rank.by_benchmark)},
                   {"switches", rank.involuntary_switches},
                   {"migrations", rank.migrations}});
  return out;
}

json rank_maps(const std::vector<analysis::SlowPlaces>& slow) {
  json out = json::array();
  for (const analysis::SlowPlaces& one : slow)
    out.push_back({{"run", one.source},
                   {"hosts", hosts_of(one.hosts)},
                   {"benchmarks", one.ranks.benchmarks},
                   {"ranks", ranks_of(one.ranks)},
                   {"left_out", one.ranks.left_out}});
  return out;
}

/// Of each side the first run that has a map: a map is large, and runs of one side are alike.
std::string link_maps_of_sides(std::span<const record::Run> runs, std::size_t base_runs) {
  std::vector<record::Run> chosen;
  const auto has_map = [](const record::Run& run) {
    return std::ranges::any_of(run.cases,
                               [](const record::CaseRecord& c) { return static_cast<bool>(c.links); });
  };
  for (const auto side : {runs.first(base_runs), runs.subspan(base_runs)})
    if (const auto first = std::ranges::find_if(side, has_map); first != side.end()) chosen.push_back(*first);
  return link_maps(chosen);
}

}  // namespace

std::string page_data(const analysis::Report& report, const ReportOptions& options) {
  const auto& [runs, sides, judgement, slow, scans, guidelines, models] = report;
  json runs_json = json::array();
  for (const record::Run& run : runs) runs_json.push_back(run_facts(run));
  json page = {{"title", options.title},
               {"made", options.made},
               {"sonde", fmt::format("{} ({})", version, revision)},
               {"charts", report_has_charts()},
               {"runs", std::move(runs_json)},
               {"verdict", judgement_of(judgement)},
               {"findings", findings_of(judgement.findings)},
               {"warnings", warnings_of(runs)},
               {"rank_maps", rank_maps(slow)}};
  if (sides) {
    page["threshold"] = sides->comparison.threshold;
    page["sides"] = {{{"name", "base"}, {"runs", sides->base_runs}},
                     {{"name", "new"}, {"runs", runs.size() - sides->base_runs}}};
  }
  std::string text = page.dump(-1, ' ', false, json::error_handler_t::replace);
  text.pop_back();
  text += ",\"link_maps\":" + (sides ? link_maps_of_sides(runs, sides->base_runs) : link_maps(runs));
  if (!scans.empty()) text += ",\"scans\":" + scan_data(scans);
  text += ",\"arrivals\":" + arrivals_data(runs, sides ? sides->base_runs : 0);
  if (!guidelines.empty()) text += ",\"guidelines\":" + guideline_data(guidelines);
  text += ",\"calls\":" + calls_data(runs, sides ? sides->base_runs : 0);
  text += ",\"fits\":" + fits_data(models) + ",\"cases\":";
  return text +
         (sides ? side_columns(runs, *sides, options.peak)
                : case_columns(runs, options.peak, options.reference)) +
         "}";
}

}  // namespace sonde::reports
