#include "analysis/slow_hosts.hpp"

#include <algorithm>
#include <unordered_map>

#include "analysis/figures.hpp"
#include "analysis/host_evidence.hpp"
#include "catalog/likeness.hpp"
#include "stats/order.hpp"

namespace sonde::analysis {
namespace {

struct PartOfBatches {
  double slowest = 0;  // sum of shares
  int cases = 0;
};

/// Each host's share in all cases and in those of each benchmark.
struct HostTally {
  PartOfBatches all;
  std::vector<PartOfBatches> by_benchmark;
};

std::optional<double> mean_of(const PartOfBatches& share) {
  return share.cases > 0 ? std::optional(share.slowest / share.cases) : std::nullopt;
}

/// Whether its share means anything: a root that stays, or the first that a barrier lets go, is slowest by
/// what it has to do.
bool may_be_set_against_others(const record::CaseRecord& c, CallOrder order) {
  if (!c.summary || !(c.summary->slowest_share > 0) || c.links || c.id.benchmark == "Links") return false;
  const auto named = likeness_of(c.id.benchmark);
  if (named.collective && order.barrier_after_each) return false;
  return order.root_goes_round || named.likeness != Likeness::rooted;
}

class Tallies {
 public:
  Tallies(std::size_t hosts, const std::vector<std::string>& benchmarks)
      : tally_(hosts, {{}, std::vector<PartOfBatches>(benchmarks.size())}) {
    for (std::size_t i = 0; i < benchmarks.size(); ++i) number_.emplace(benchmarks[i], i);
  }

  void take(const record::CaseRecord& c, const HostMap& hosts) {
    const auto slowest = hosts.host_of(c, slowest_world_rank(c));
    const auto part = hosts.taking_part(c);
    if (std::ranges::count_if(part, [](int ranks) { return ranks > 0; }) < 3)
      return;  // of two, one is the slower
    const auto benchmark = number_.find(benchmark_of(c.id));
    for (std::size_t host = 0; host < part.size(); ++host) {
      if (part[host] == 0) continue;
      const PartOfBatches one{slowest == host ? std::min(c.summary->slowest_share, 1.0) : 0, 1};
      add(tally_[host].all, one);
      if (benchmark != number_.end()) add(tally_[host].by_benchmark[benchmark->second], one);
    }
  }

  [[nodiscard]] const HostTally& of(std::size_t host) const { return tally_[host]; }

 private:
  static void add(PartOfBatches& to, const PartOfBatches& one) {
    to.slowest += one.slowest;
    to.cases += one.cases;
  }

  std::vector<HostTally> tally_;
  std::unordered_map<std::string, std::size_t> number_;
};

HostShare share_of(std::size_t host, const HostMap& hosts, const HostTally& tally,
                   const HostEvidence& evidence) {
  HostShare out{.host = hosts.name(host), .ranks = static_cast<std::size_t>(hosts.ranks()[host])};
  out.cases = static_cast<std::size_t>(tally.all.cases);
  out.share = mean_of(tally.all).value_or(0);
  for (const PartOfBatches& share : tally.by_benchmark) out.by_benchmark.push_back(mean_of(share));
  out.apart_cases = evidence.apart_cases(host);
  out.alone_cases = evidence.alone(host).size();
  if (out.alone_cases > 0) out.alone_factor = stats::median(evidence.alone(host));
  out.apart_benchmarks = evidence.apart_benchmarks(host);
  out.judged_cases = evidence.judged_cases(host);
  out.slow = evidence.is_slow(host);
  return out;
}

}  // namespace

std::vector<HostShare> slow_hosts_of(const record::Run& run, const std::vector<std::string>& benchmarks) {
  const HostMap hosts(run);
  const auto order = call_order_of(run.header);
  const HostEvidence evidence(run, hosts);
  Tallies tallies(hosts.size(), benchmarks);
  for (const record::CaseRecord& c : run.cases)
    if (may_be_set_against_others(c, order)) tallies.take(c, hosts);
  std::vector<HostShare> out;
  for (std::size_t host = 0; host < hosts.size(); ++host)
    if (tallies.of(host).all.cases > 0 || evidence.is_slow(host))
      out.push_back(share_of(host, hosts, tallies.of(host), evidence));
  std::ranges::sort(out, [](const HostShare& a, const HostShare& b) {
    if (a.slow != b.slow) return a.slow;
    return a.share != b.share ? a.share > b.share : a.host < b.host;
  });
  return out;
}

}  // namespace sonde::analysis
