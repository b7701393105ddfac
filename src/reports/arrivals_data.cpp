#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "analysis/figures.hpp"
#include "reports/page_parts.hpp"
#include "stats/order.hpp"

namespace sonde::reports {
namespace {

using nlohmann::json;
using record::Estimate;

/// A pattern at a length, in each run that has it.
struct Pattern {
  std::string name;
  std::vector<Estimate> last{}, total{};
};

struct Length {
  std::vector<double> references{};
  std::vector<Pattern> patterns{};  ///< as they were met
};

/// By the message length; -1: the benchmark has none.
using Lengths = std::map<std::int64_t, Length>;

/// By what tells cases apart beside pattern and length.
std::map<record::CaseId, Lengths> by_case(std::span<const record::Run> runs) {
  std::map<record::CaseId, Lengths> found;
  for (const record::Run& run : runs)
    for (const record::CaseRecord& c : run.cases) {
      if (!c.arrival) continue;
      auto id = c.id;
      id.variant.erase("arrival");
      const auto bytes = std::exchange(id.bytes, -1);
      Length& length = found[id][bytes];
      auto at = std::ranges::find(length.patterns, c.arrival->pattern, &Pattern::name);
      if (at == length.patterns.end()) at = length.patterns.insert(at, {c.arrival->pattern});
      length.references.push_back(c.arrival->reference);
      at->last.push_back(c.arrival->last);
      at->total.push_back(c.arrival->total);
    }
  return found;
}

/// Median and interval, null where not finite; of several runs their median and from the least to the
/// largest.
json over_runs(const std::vector<Estimate>& all) {
  if (all.size() == 1) return {all[0].median, all[0].low, all[0].high};
  std::vector<double> medians;
  medians.reserve(all.size());
  for (const Estimate& one : all) medians.push_back(one.median);
  const auto [least, largest] = std::ranges::minmax(medians);
  return {stats::median(medians), least, largest};
}

json lengths_of(const Lengths& lengths) {
  json out = json::array();
  for (const auto& [bytes, length] : lengths) {
    json patterns = json::array();
    for (const Pattern& one : length.patterns)
      patterns.push_back(
          {{"name", one.name}, {"last", over_runs(one.last)}, {"total", over_runs(one.total)}});
    out.push_back({{"bytes", bytes < 0 ? json() : json(bytes)},
                   {"reference", stats::median(length.references)},
                   {"patterns", std::move(patterns)}});
  }
  return out;
}

void add_cards(std::span<const record::Run> runs, const std::string& source, json& out) {
  for (const auto& [id, lengths] : by_case(runs))
    if (std::ranges::any_of(lengths, [](const auto& one) { return one.second.patterns.size() > 1; }))
      out.push_back(
          {{"name", analysis::case_name(id)}, {"source", source}, {"lengths", lengths_of(lengths)}});
}

}  // namespace

std::string arrivals_data(std::span<const record::Run> runs, std::size_t base_runs) {
  json out = json::array();
  if (base_runs > 0) {
    add_cards(runs.first(base_runs), "base", out);
    add_cards(runs.subspan(base_runs), "new", out);
  } else {
    for (const record::Run& run : runs) add_cards({&run, 1}, runs.size() > 1 ? run.source : "", out);
  }
  return out.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace sonde::reports
