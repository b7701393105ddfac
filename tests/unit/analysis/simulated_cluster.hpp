// Records of clusters whose ranks are alike, or of which one host is slow: what a run of IMB-MPI1 leaves
// behind, without MPI.
#pragma once
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "make_case.hpp"
#include "stats/often_slowest.hpp"

namespace sonde::analysis::simulated {

/// Who is last in a batch, and by how much.
enum class Losers {
  quiet,         ///< each rank's time has noise of its own: 2 % of exponential
  noise,         ///< of 5 %
  loud,          ///< of 30 %
  drawn,         ///< a rank drawn for each batch, by 30 %
  dependent,     ///< the same, but it stays the last for ten batches on average
  of_case,       ///< a rank drawn for each case, by 30 % in all its batches
  of_benchmark,  ///< one rank per benchmark, slower by 30 % in all its cases: a host slow for a while
  tied,          ///< all wait for the last, the first rank is named, by nothing
  hair,          ///< the last rank of each case, by 1 %
  of_root,       ///< of rooted calls the root, or the last rank, by its role; of others as `noise`
};

struct Cluster {
  std::vector<int> ranks_of_host;
  Losers losers = Losers::noise;
  int slow_host = -1;  ///< its ranks take 20 % longer in half of the cases
  unsigned seed = 1;
};

inline const std::vector<std::string>& benchmarks() {
  static const std::vector<std::string> names{"Sendrecv",       "Exchange",  "Allreduce",  "Reduce",
                                              "Reduce_scatter", "Allgather", "Allgatherv", "Gather",
                                              "Scatter",        "Alltoall",  "Bcast",      "Barrier"};
  return names;
}

class Simulation {
 public:
  explicit Simulation(const Cluster& cluster) : cluster_(cluster), random_(cluster.seed) {}

  record::Run run() {
    record::Run run;
    place(run.header);
    run.header.settings["root_shift"] = cluster_.losers == Losers::of_root ? "off" : "on";
    const int all = run.header.ranks;
    for (const auto& name : benchmarks()) {
      benchmark_loser_ = rank_of(all);
      for (int processes = std::min(2, all);; processes = std::min(2 * processes, all)) {
        for (int length = 0; length < (name == "Barrier" ? 1 : 5); ++length)
          run.cases.push_back(one(name, processes, length));
        if (processes == all) break;
      }
    }
    return run;
  }

 private:
  static constexpr int batches = 30;

  void place(record::Header& header) {
    for (std::size_t host = 0; host < cluster_.ranks_of_host.size(); ++host)
      for (int i = 0; i < cluster_.ranks_of_host[host]; ++i) {
        if (static_cast<int>(host) == cluster_.slow_host) slow_.push_back(header.ranks);
        header.places.push_back({header.ranks++, "n" + std::to_string(host), {}, {}});
      }
  }

  int rank_of(int processes) { return std::uniform_int_distribution<int>(0, processes - 1)(random_); }
  double exponential() { return std::exponential_distribution<double>()(random_); }

  /// The two largest of n times with exponential noise: the second is that of the second largest of n
  /// exponential numbers, the first is one exponential number above it (Renyi).
  stats::Slowest noisy(int n, double noise) {
    if (n < 1) return {};
    const double second = std::max(0.0, std::log(n) - std::log(exponential() + exponential()));
    stats::Slowest out{.value = 1 + noise * (second + exponential()), .rank = rank_of(n)};
    if (n > 1) out.next = 1 + noise * second;
    return out;
  }

  stats::Slowest batch(const std::string& name, int processes) {
    switch (cluster_.losers) {
      case Losers::quiet:
        return noisy(processes, 0.02);
      case Losers::noise:
        return noisy(processes, 0.05);
      case Losers::loud:
        return noisy(processes, 0.3);
      case Losers::drawn:
        return {.value = 1.3, .rank = rank_of(processes), .next = 1};
      case Losers::dependent:
        if (rank_of(10) == 0) loser_ = rank_of(processes);
        return {.value = 1.25 + 0.1 * exponential(), .rank = loser_, .next = 1};
      case Losers::of_case:
        return {.value = 1.3, .rank = loser_, .next = 1};
      case Losers::of_benchmark:
        return {.value = 1.3,
                .rank = benchmark_loser_ < processes ? benchmark_loser_ : 0,
                .next = benchmark_loser_ < processes ? 1 : 1.3};
      case Losers::tied:
        return {.value = 1, .rank = 0, .next = 1};
      case Losers::hair:
        return {.value = 1.01, .rank = processes - 1, .next = 1};
      case Losers::of_root:
        if (name == "Reduce" || name == "Gather") return {.value = 16, .rank = 0, .next = 1};
        if (name == "Bcast" || name == "Scatter") return {.value = 16, .rank = processes - 1, .next = 1};
        return noisy(processes, 0.05);
    }
    return {};
  }

  /// Ranks on the slow host beside the others, of which none is on it.
  stats::Slowest with_slow_host(int processes) {
    const auto slow = std::ranges::count_if(slow_, [&](int rank) { return rank < processes; });
    stats::Slowest out = noisy(processes - static_cast<int>(slow), 0.02);
    if (out.rank >= 0 && slow > 0 && out.rank >= slow_.front()) out.rank += static_cast<int>(slow);
    for (int i = 0; i < slow; ++i)
      out = combine(out, stats::Slowest{.value = 1.2 * (1 + 0.02 * exponential()),
                                        .rank = slow_[static_cast<std::size_t>(i)]});
    return out;
  }

  record::CaseRecord one(const std::string& name, int processes, int length) {
    auto c = test::make_case(name, name == "Barrier" ? -1 : std::int64_t{8} << length, 1e-6);
    c.id.processes = processes;
    loser_ = rank_of(processes);
    const bool slow = cluster_.slow_host >= 0 && rank_of(2) == 0;
    std::vector<stats::Slowest> series;
    for (int i = 0; i < batches; ++i)
      series.push_back(slow ? with_slow_host(processes) : batch(name, processes));
    const auto found = stats::often_slowest(series, processes);
    c.summary = stats::Summary{};
    c.summary->batches = batches;
    c.summary->slowest_rank = found.rank;
    c.summary->slowest_share = found.share;
    c.summary->slowest_lead = found.lead;
    c.summary->slowest_chance = found.chance;
    c.slowest_world_rank = found.rank;
    return c;
  }

  Cluster cluster_;
  std::mt19937_64 random_;
  std::vector<int> slow_;  ///< ranks on the slow host
  int loser_ = 0, benchmark_loser_ = 0;
};

}  // namespace sonde::analysis::simulated
