#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <tuple>

#include "base/base64.hpp"
#include "links/finding_sentences.hpp"
#include "record/link_lines.hpp"
#include "reports/page_parts.hpp"

namespace sonde::reports {

namespace {

using nlohmann::json;

/// Names by length first, so that n9 stands before n10.
std::vector<std::size_t> in_blocks(const links::Survey& survey, const std::vector<std::string>& names) {
  std::vector<std::size_t> order(names.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t player) {
    return std::tuple(survey.blocks.of[player], names[player].size(), std::string_view(names[player]));
  });
  return order;
}

std::ptrdiff_t place_in(const std::vector<std::size_t>& order, int player) {
  return std::ranges::find(order, static_cast<std::size_t>(player)) - order.begin();
}

/// The matrix with its rows and columns in another order.
std::string ordered(const links::Matrix& matrix, const std::vector<std::size_t>& order) {
  std::vector<float> out;
  out.reserve(matrix.seconds.size());
  for (const std::size_t from : order)
    for (const std::size_t to : order) out.push_back(matrix.at(static_cast<int>(from), static_cast<int>(to)));
  return to_base64(out);
}

json map_of(const record::Run& run, const record::CaseRecord& record) {
  const links::Survey& survey = *record.links;
  const auto names = record::names_of(survey, record::places_of(record, run.header));
  const auto order = in_blocks(survey, names);
  json findings = json::array(), shown = json::array(), blocks = json::array();
  for (const auto& finding : survey.findings) {
    json entry = {{"verdict", links::word(finding.verdict)},
                  {"text", links::sentence(finding, survey, names)}};
    if (finding.suspect.kind == links::Kind::link)
      entry["pair"] = {place_in(order, finding.suspect.first), place_in(order, finding.suspect.second)};
    findings.push_back(std::move(entry));
  }
  for (const std::size_t player : order) {
    shown.push_back(names[player]);
    blocks.push_back(survey.blocks.of[player]);
  }
  json map = {{"run", run.source},
              {"benchmark", record.id.benchmark},
              {"bytes", record.id.bytes},
              {"verdict", links::verdict_of(survey)},
              {"findings", std::move(findings)},
              {"names", std::move(shown)},
              {"blocks", std::move(blocks)},
              {"block_names", survey.blocks.names}};
  if (!survey.map.message.empty()) {
    map["message"] = ordered(survey.map.message, order);
    map["latency"] = ordered(survey.map.latency, order);
  }
  return map;
}

}  // namespace

std::string link_maps(std::span<const record::Run> runs) {
  json maps = json::array();
  for (const auto& run : runs)
    for (const auto& record : run.cases)
      if (record.links) maps.push_back(map_of(run, record));
  return maps.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace sonde::reports
