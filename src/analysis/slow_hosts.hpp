// Which hosts hold the others up, and how sure that is.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "record/record.hpp"

namespace sonde::analysis {

/// A host, by its ranks together.
struct HostShare {
  std::string host;
  std::size_t ranks = 0;
  /// 0 to 1: in how many batches one of its ranks was the slowest, as far as records tell: they name one rank
  /// of each case, the one that was slowest most often. So this is the least that it can be, and hosts that
  /// are all alike come to less than their part. Mean over the cases.
  double share = 0;
  std::size_t cases = 0;                              ///< that it took part in, with two or more other hosts
  std::vector<std::optional<double>> by_benchmark{};  ///< the same share of each benchmark that was asked for
  std::size_t apart_cases = 0;       ///< in which one of its ranks stood apart from those of all other hosts
  std::size_t alone_cases = 0;       ///< of these, in which it did so by messages to itself
  double alone_factor = 0;           ///< median over these: how many times as long as on any other host
  std::size_t apart_benchmarks = 0;  ///< in which it did so more often than its part
  std::size_t judged_cases = 0;      ///< it took part in, and in which a rank could have stood apart
  bool slow = false;                 ///< proved: below
};

/// Worst first; empty where the records do not say who was slowest, or where. Maps of links, which have a
/// verdict of their own, and calls whose root stays are left out.
///
/// A case points at a host where one of its ranks stands apart from all others in the loop
/// (record::stands_apart), others doing the same as it, or where its ranks alone are slow by themselves. If
/// all ranks were alike, each case that points at a host would do so with the probability of its part. Cases
/// of one benchmark depend on each other: a place among the ranks costs the same in all of them, and a host
/// that is slow for a while is so in many. So each benchmark has one stake, whatever its number of cases: the
/// cases that point at a host over the sum of its parts in those that point at any, which is 1 on average for
/// each host, however cases depend on each other. A host is slow where the stakes of all benchmarks together,
/// doubled or lost one after the other, reach the number of hosts over 1 %, in two benchmarks or more and in
/// one of 20 cases: hosts that are all alike come to this in at most 1 of 100 runs (Shafer, Testing by
/// betting, JRSS A 184, 2021).
[[nodiscard]] std::vector<HostShare> slow_hosts_of(const record::Run& run,
                                                   const std::vector<std::string>& benchmarks = {});

}  // namespace sonde::analysis
