#include "analysis/host_evidence.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "record/resume.hpp"
#include "record/slow_rank.hpp"

namespace sonde::analysis {
namespace {

constexpr double by_chance = 0.01;            ///< of a run with hosts that are all alike
constexpr std::size_t agreeing = 2;           ///< benchmarks
constexpr std::size_t least_part = 20;        ///< one of so many cases
constexpr std::size_t most_benchmarks = 128;  ///< so that no damaged record takes all memory

/// Which part of all that was won so far is staked on the next benchmark, and the weights of these ways to
/// play. All of it wins most where all benchmarks agree, and is lost with the first that points elsewhere.
constexpr std::array<std::pair<double, double>, 3> stakes{{{1, 0.8}, {0.9, 0.1}, {0.5, 0.1}}};

/// Smaller groups are other ranks than the first ones.
bool renumbers(const record::Header& header) {
  return std::ranges::any_of(std::array{"map", "load"}, [&](const std::string& flag) {
    const auto set = header.settings.find(flag);
    return (set != header.settings.end() && !set->second.empty()) ||
           std::ranges::find(header.command_line, "-" + flag) != header.command_line.end();
  });
}

/// Of the hosts with ranks that were timed alone, the one whose slowest takes more than twice as long as that
/// of any other.
struct SlowByItself {
  std::size_t host = 0;
  double factor = 1;  ///< over the next slowest
};

std::optional<SlowByItself> slow_by_itself(const record::CaseRecord& c, const HostMap& hosts) {
  std::map<std::size_t, double> longest;
  for (const record::RankCounters& w : c.witnesses)
    if (const auto host = hosts.host_of(c, w.world_rank); host && w.alone_seconds)
      longest[*host] = std::max(longest[*host], *w.alone_seconds);
  stats::Slowest slowest;
  for (const auto& [host, seconds] : longest)
    slowest = combine(slowest, stats::Slowest{.value = seconds, .rank = static_cast<int>(host)});
  if (!record::slow_by_itself(slowest)) return std::nullopt;
  return SlowByItself{static_cast<std::size_t>(slowest.rank), slowest.value / slowest.next};
}

struct Pointed {
  std::optional<std::size_t> host;
  std::ptrdiff_t alike = 0;  ///< hosts that it was compared with in the loop and itself; 0 where all were
  double alone = 0;          ///< how many times as long as any other it takes by itself, where that points
};

/// In the loop hosts of equally many ranks are compared: the fewer a host has, the more of what they send
/// goes over the network. Ranks by themselves are compared with all.
Pointed pointed_at(const record::CaseRecord& c, const HostMap& hosts, const std::vector<int>& part,
                   bool in_the_loop) {
  if (in_the_loop && record::stands_apart(*c.summary))
    if (const auto host = hosts.host_of(c, slowest_world_rank(c)))
      if (const auto alike = std::ranges::count(part, part[*host]); alike > 1) return {host, alike};
  const auto found = slow_by_itself(c, hosts);
  return found ? Pointed{found->host, 0, found->factor} : Pointed{};
}

/// How often it would be this host if all ranks were alike.
double part_of(const std::vector<int>& part, std::size_t host, const Pointed& pointed) {
  if (pointed.alike == 0)
    return part[host] / static_cast<double>(std::accumulate(part.begin(), part.end(), 0));
  return part[host] == part[*pointed.host] ? 1 / static_cast<double>(pointed.alike) : 0;
}

}  // namespace

HostMap::HostMap(const record::Run& run) : header_(&run.header) {
  for (const auto* places : record::places_of_launches(run)) add(*places);
  all_.resize(names_.size());
  for (auto& [unused, launch] : launches_) {
    launch.ranks.resize(names_.size());
    for (std::size_t host = 0; host < all_.size(); ++host)
      all_[host] = std::max(all_[host], launch.ranks[host]);
  }
}

void HostMap::add(const std::vector<record::RankPlace>& places) {
  Launch& launch = launches_[&places];
  for (const record::RankPlace& place : places) {
    const auto number = number_of_.emplace(place.host, names_.size()).first->second;
    if (number == names_.size()) names_.push_back(place.host);
    launch.ranks.resize(names_.size());
    if (launch.host_of.emplace(place.rank, number).second) ++launch.ranks[number];
  }
}

std::optional<std::size_t> HostMap::host_of(const record::CaseRecord& c, int world_rank) const {
  const Launch& launch = launches_.at(&places_of(c, *header_));
  const auto found = launch.host_of.find(world_rank);
  return found == launch.host_of.end() ? std::nullopt : std::optional(found->second);
}

std::vector<int> HostMap::taking_part(const record::CaseRecord& c) const {
  const Launch& launch = launches_.at(&places_of(c, *header_));
  std::vector<int> counts(size());
  const auto add = [&](int rank) {
    const auto host = host_of(c, rank);
    if (host) ++counts[*host];
    return host.has_value();
  };
  if (!c.ranks.empty()) return std::ranges::all_of(c.ranks, add) ? counts : std::vector<int>();
  const auto ranks = first_ranks_of(c, *header_, std::ssize(launch.host_of));
  if (!ranks) return {};
  if (*ranks == std::ssize(launch.host_of)) return launch.ranks;
  for (int rank = 0; rank < *ranks; ++rank)
    if (!add(rank)) return {};
  return counts;
}

std::optional<std::int64_t> first_ranks_of(const record::CaseRecord& c, const record::Header& header,
                                           std::int64_t all) {
  const auto ranks = static_cast<std::int64_t>(c.id.processes) * std::max(1, c.id.groups);
  if (ranks <= 0 || (c.id.group < 0 && all > 0 && ranks >= all)) return all;
  if (c.id.group >= 0 || renumbers(header)) return std::nullopt;
  return ranks;
}

CallOrder call_order_of(const record::Header& header) {
  CallOrder order;
  const auto root = convention(header, "Root");
  if (!root.empty()) order.root_goes_round = root != "rank 0";
  order.barrier_after_each = convention(header, "Clock").find("barrier") != std::string_view::npos;
  if (const auto set = header.settings.find("root_shift"); set != header.settings.end())
    order.root_goes_round = set->second == "on";
  return order;
}

bool compares_ranks(const record::CaseRecord& c, CallOrder order) {
  if (c.links || c.id.bytes == 0) return false;  // a call without data may return at once
  const auto named = likeness_of(c.id.benchmark);
  order.barrier_after_each = order.barrier_after_each && named.collective;
  return ranks_alike(named.likeness, c.id.processes, order);
}

int slowest_world_rank(const record::CaseRecord& c) {
  if (c.slowest_world_rank >= 0) return c.slowest_world_rank;
  const int rank = c.summary->slowest_rank;
  if (c.ranks.empty()) return c.id.groups > 1 ? -1 : rank;
  const bool in_list = rank >= 0 && static_cast<std::size_t>(rank) < c.ranks.size();
  return in_list ? c.ranks[static_cast<std::size_t>(rank)] : -1;
}

HostEvidence::HostEvidence(const record::Run& run, const HostMap& hosts)
    : apart_(hosts.size()), judged_(hosts.size()), alone_(hosts.size()) {
  const auto order = call_order_of(run.header);
  for (const record::CaseRecord& c : run.cases)
    if (c.summary && !c.links && c.id.benchmark != "Links") take(c, hosts, compares_ranks(c, order));
}

void HostEvidence::take(const record::CaseRecord& c, const HostMap& hosts, bool in_the_loop) {
  const auto part = hosts.taking_part(c);
  if (std::ranges::count_if(part, [](int ranks) { return ranks > 0; }) < 2) return;
  const Pointed pointed = pointed_at(c, hosts, part, in_the_loop);
  const auto host = pointed.host;
  if (host && part[*host] == 0) return;  // the record contradicts itself
  if (!host && !(in_the_loop && c.summary->slowest_chance)) return;
  for (std::size_t i = 0; i < part.size(); ++i) judged_[i] += part[i] > 0 ? 1 : 0;
  if (!host || (votes_.size() == most_benchmarks && !votes_.contains(c.id.benchmark))) return;
  ++apart_[*host];
  if (pointed.alone > 0) alone_[*host].push_back(pointed.alone);
  Votes& votes = votes_[c.id.benchmark];
  votes.pointed.resize(part.size());
  votes.due.resize(part.size());
  votes.pointed[*host] += 1;
  for (std::size_t i = 0; i < part.size(); ++i) votes.due[i] += part_of(part, i, pointed);
}

std::size_t HostEvidence::apart_benchmarks(std::size_t host) const {
  return static_cast<std::size_t>(std::ranges::count_if(
      votes_, [&](const auto& entry) { return entry.second.pointed[host] > entry.second.due[host]; }));
}

double HostEvidence::factor(std::size_t host) const {
  double sum = 0;
  for (const auto& [stake, weight] : stakes) {
    double won = weight;
    for (const auto& [name, votes] : votes_)
      if (votes.due[host] > 0) won *= 1 - stake + stake * votes.pointed[host] / votes.due[host];
    sum += won;
  }
  return sum;
}

bool HostEvidence::is_slow(std::size_t host) const {
  return apart_[host] * least_part >= judged_[host] && apart_benchmarks(host) >= agreeing &&
         factor(host) * by_chance >= static_cast<double>(apart_.size());
}

}  // namespace sonde::analysis
