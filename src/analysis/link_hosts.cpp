#include "analysis/link_hosts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <map>

#include "links/blocks.hpp"
#include "links/effects.hpp"
#include "links/suspects.hpp"
#include "record/link_lines.hpp"
#include "record/warnings.hpp"
#include "stats/order.hpp"
#include "stats/robust.hpp"

namespace sonde::analysis {

namespace {

constexpr std::int64_t shortest_stream = 1024;  ///< bytes: below that the time of a message is latency
constexpr std::size_t least_pairs = 4;          ///< that are told apart

double median_of_known(const std::vector<double>& values) {
  return values.empty() ? 0 : stats::median(values);
}

/// The median over the pairs of a player, as its sender or as its receiver.
double median_of(const links::Matrix& matrix, int player, bool sends) {
  std::vector<double> seconds;
  for (int other = 0; other < matrix.players; ++other) {
    const float value = sends ? matrix.at(player, other) : matrix.at(other, player);
    if (!std::isnan(value)) seconds.push_back(value);
  }
  return median_of_known(seconds);
}

/// The seconds of a group: its median where there is one.
double seconds_of(const record::CaseRecord& record) {
  if (record.summary) return record.summary->median;
  return record.times ? record.times->max : 0;
}

/// Of groups of two under -multi 1.
bool is_pair(const record::CaseRecord& record) {
  return record.status == record::Status::measured && record.id.multi && record.id.processes == 2 &&
         record.id.group >= 0 && record.id.benchmark == "PingPong" && record.ranks.size() == 2 &&
         seconds_of(record) > 0;
}

void set_pair(links::Matrix& matrix, std::size_t group, double seconds) {
  const auto players = static_cast<std::size_t>(matrix.players);
  const std::size_t first = 2 * group, second = first + 1;
  matrix.seconds[first * players + second] = matrix.seconds[second * players + first] =
      static_cast<float>(seconds);
}

using Pairs = std::vector<int>;  ///< the first player of each, the other one is the next

/// Those of the pairs whose time lies above their middle one by most of the threshold and more than noise
/// makes it.
void add_slow_pairs(const links::Matrix& matrix, const Pairs& pairs, links::LinkQuantity quantity,
                    double threshold, std::vector<links::TrialFinding>& findings) {
  if (pairs.size() < least_pairs) return;
  std::vector<double> logs;
  for (const int first : pairs) logs.push_back(std::log(matrix.at(first, first + 1)));
  const double middle = stats::median(logs);
  std::vector<double> beyond = logs;
  for (double& value : beyond) value -= middle;
  constexpr double deviations = 5;
  const double limit = std::max(std::log1p(threshold), deviations * stats::robust_spread(beyond));
  for (std::size_t pair = 0; pair < logs.size(); ++pair) {
    if (beyond[pair] <= limit) continue;
    links::TrialFinding finding;
    finding.suspect = {links::Kind::link, quantity,        links::Direction::both,
                       pairs[pair],       pairs[pair] + 1, std::exp(beyond[pair])};
    finding.factor = finding.suspect.factor;
    findings.push_back(finding);
  }
}

using Groups = std::map<int, const record::CaseRecord*>;  ///< by their numbers

/// Where players stand, each behind the switch that the run knew, if it did.
std::vector<links::PlayerPlace> places_of_players(const links::Survey& survey,
                                                  const std::vector<std::string>& hosts) {
  std::vector<links::PlayerPlace> places;
  for (std::size_t player = 0; player < hosts.size(); ++player) {
    const auto& known = survey.blocks.names[static_cast<std::size_t>(survey.blocks.of[player])];
    places.push_back({hosts[player], known.empty() ? "" : known + ".host"});
  }
  return places;
}

/// Whether ranks of these groups wait, or may wait, for each other's cores: by where they ran, else by what
/// the run warns of.
bool waits_for_cores(const record::Run& run, const Groups& groups) {
  std::vector<record::RankPlace> players;
  for (const auto& [group, record] : groups)
    for (const auto& place : record::places_of(*record, run.header))
      if (!place.cores.empty() && std::ranges::count(record->ranks, place.rank) > 0) players.push_back(place);
  if (!players.empty()) return record::may_share_cores(players);
  return std::ranges::any_of(run.header.warnings, [](const record::Warning& warning) {
    return warning.kind == "oversubscribed" || warning.kind == "shared_core";
  });
}

/// Pairs on one host and pairs of two, which take longer though all is well.
std::array<Pairs, 2> near_and_far(const record::CaseRecord& made, const record::Header& header) {
  const auto hosts = record::hosts_of(*made.links, record::places_of(made, header));
  std::array<Pairs, 2> out;
  for (std::size_t first = 0; first + 1 < hosts.size(); first += 2)
    out[hosts[first] == hosts[first + 1] ? 0 : 1].push_back(static_cast<int>(first));
  return out;
}

record::CaseRecord map_of(const record::Run& run, const Groups& shortest, const Groups& longest,
                          double threshold) {
  record::CaseRecord made = *longest.begin()->second;
  made.id.group = -1;
  made.ranks.clear();
  links::Survey& survey = made.links.emplace();
  const int players = static_cast<int>(2 * longest.size());
  const std::size_t cells = static_cast<std::size_t>(players) * static_cast<std::size_t>(players);
  const std::vector<float> unknown(cells, std::numeric_limits<float>::quiet_NaN());
  survey.map = {{players, unknown}, {players, unknown}, false};
  std::size_t at = 0;
  for (const auto& [group, record] : longest) {
    survey.ranks.insert(survey.ranks.end(), record->ranks.begin(), record->ranks.end());
    set_pair(survey.map.message, at, seconds_of(*record));
    set_pair(survey.map.latency, at++, seconds_of(*shortest.at(group)));
  }
  survey.blocks = {std::vector<int>(static_cast<std::size_t>(players), 0), {""}};
  survey.threshold = threshold;
  survey.pairs = static_cast<std::int64_t>(longest.size());
  survey.latency = links::range_of(survey.map.latency);
  survey.message = links::range_of(survey.map.message);
  survey.shares_cores = waits_for_cores(run, longest);
  if (survey.shares_cores) return made;
  for (const Pairs& pairs : near_and_far(made, run.header)) {
    add_slow_pairs(survey.map.message, pairs, links::LinkQuantity::bandwidth, threshold, survey.findings);
    add_slow_pairs(survey.map.latency, pairs, links::LinkQuantity::latency, threshold, survey.findings);
  }
  std::ranges::stable_sort(survey.findings, std::greater{}, &links::TrialFinding::factor);
  return made;
}

bool same_groups(const Groups& a, const Groups& b) {
  return std::ranges::equal(a, b, [](const auto& x, const auto& y) {
    return x.first == y.first && x.second->ranks == y.second->ranks;
  });
}

}  // namespace

std::vector<LinkHost> link_hosts(const links::Survey& survey) {
  const auto of_message = links::effects_of(survey.map.message, survey.blocks);
  const auto of_latency = links::effects_of(survey.map.latency, survey.blocks);
  std::vector<LinkHost> hosts;
  for (int player = 0; player < survey.players(); ++player) {
    const auto at = static_cast<std::size_t>(player);
    const double effect = std::max(
        {of_message.sends[at], of_message.receives[at], of_latency.sends[at], of_latency.receives[at]});
    hosts.push_back({player, median_of(survey.map.message, player, true),
                     median_of(survey.map.message, player, false),
                     median_of(survey.map.latency, player, true), std::exp(effect)});
  }
  std::ranges::stable_sort(hosts, std::greater{}, &LinkHost::worst);
  return hosts;
}

links::Survey looked_at_again(const links::Survey& survey, double threshold,
                              const std::vector<std::string>& hosts, const HostSwitches& switch_of) {
  links::Survey out = survey;
  out.threshold = threshold;
  if (survey.shares_cores) return out;
  out.blocks = links::blocks_of(places_of_players(survey, hosts), switch_of);
  const auto suspects = links::suspects_of(out.map, out.blocks, threshold);
  out.findings = links::judge(suspects, std::vector<links::TrialTimes>(suspects.size()), threshold);
  return out;
}

std::vector<record::CaseRecord> maps_of_groups(const record::Run& run, double threshold) {
  std::map<std::int64_t, Groups> by_length;
  for (const auto& record : run.cases)
    if (is_pair(record)) by_length[record.id.bytes][record.id.group] = &record;
  if (by_length.empty()) return {};
  const auto& [least, shortest] = *by_length.begin();
  const auto& [most, longest] = *by_length.rbegin();
  if (least >= shortest_stream || most < shortest_stream || longest.size() < least_pairs) return {};
  if (!same_groups(shortest, longest)) return {};
  return {map_of(run, shortest, longest, threshold)};
}

}  // namespace sonde::analysis
