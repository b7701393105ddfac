#include "record/link_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "base/units.hpp"
#include "links/finding_sentences.hpp"

namespace sonde::record {

namespace {

std::string spread_line(std::string_view what, std::string_view unit, double low, double middle,
                        double high) {
  return fmt::format("# {:<26}: {:.2f} to {:.2f} {}, median {:.2f}\n", what, low, high, unit, middle);
}

/// The rate of a message of so many bytes; its time where it has none.
std::string rate_line(const links::Survey& survey, std::int64_t bytes) {
  const auto& [quickest, middle, slowest] = survey.message;
  if (bytes == 0)
    return spread_line("Messages of 0 bytes", "usec", quickest / micro, middle / micro, slowest / micro);
  const auto rate = [&](double seconds) {
    return seconds > 0 ? static_cast<double>(bytes) / seconds / decimal_megabyte : 0;
  };
  return spread_line("Bandwidth of links", "MB/s (10^6)", rate(slowest), rate(middle), rate(quickest));
}

}  // namespace

std::vector<std::string> hosts_of(const links::Survey& survey, std::span<const RankPlace> places) {
  std::map<int, std::string> host_of;
  for (const auto& place : places) host_of[place.rank] = place.host;
  std::vector<std::string> hosts;
  for (const int rank : survey.ranks) hosts.push_back(host_of[rank]);
  return hosts;
}

std::vector<std::string> names_of(const links::Survey& survey, std::span<const RankPlace> places) {
  auto hosts = hosts_of(survey, places);
  for (auto& host : hosts) host = printable(host);
  return links::player_names(hosts, survey.ranks);
}

std::string link_lines(const CaseRecord& result, const Header& header) {
  if (!result.links) return {};
  const links::Survey& survey = *result.links;
  const auto names = names_of(survey, places_of(result, header));
  const auto& latency = survey.latency;
  std::string out = "#\n" + spread_line("Latency of links (8 bytes)", "usec", latency.quickest / micro,
                                        latency.middle / micro, latency.slowest / micro);
  out += rate_line(survey, result.id.bytes);
  out += fmt::format("# {:<26}: {}\n", "Verdict", links::verdict_of(survey));
  if (!survey.findings.empty() && std::ranges::count(header.warnings, "oversubscribed", &Warning::kind) > 0)
    out += fmt::format("# {:<26}: {}\n", "Caution",
                       "ranks share cores: what looks slow may be a rank that waits for its core");
  for (const auto& finding : survey.findings)
    out += fmt::format("# {:<26}: {}\n", links::word(finding.verdict),
                       printable(links::sentence(finding, survey, names)));
  return out;
}

}  // namespace sonde::record
