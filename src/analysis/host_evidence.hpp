// Which host each case points at, and what the cases of a run come to together.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "catalog/likeness.hpp"
#include "record/record.hpp"

namespace sonde::analysis {

/// Where the ranks of a run stand. Hosts are numbered in the order of their first ranks.
class HostMap {
 public:
  explicit HostMap(const record::Run& run);

  [[nodiscard]] std::optional<std::size_t> host_of(const record::CaseRecord& c, int world_rank) const;
  [[nodiscard]] std::size_t size() const { return names_.size(); }
  [[nodiscard]] const std::string& name(std::size_t host) const { return names_[host]; }
  /// Ranks of each host; how many of them took part in a case. Empty where the record does not tell.
  [[nodiscard]] const std::vector<int>& ranks() const { return all_; }
  [[nodiscard]] std::vector<int> taking_part(const record::CaseRecord& c) const;

 private:
  /// Where the ranks of one launch stood: the host of each, and how many each host has.
  struct Launch {
    std::unordered_map<int, std::size_t> host_of;
    std::vector<int> ranks;
  };
  void add(const std::vector<record::RankPlace>& places);

  std::vector<std::string> names_;
  std::unordered_map<std::string, std::size_t> number_of_;
  std::map<const std::vector<record::RankPlace>*, Launch> launches_;
  const record::Header* header_;
  std::vector<int> all_;
};

/// How many of `all` ranks took part in a case that does not list them, which are the first ones; nothing
/// where the record does not tell which they are.
[[nodiscard]] std::optional<std::int64_t> first_ranks_of(const record::CaseRecord& c,
                                                         const record::Header& header, std::int64_t all);

/// How calls followed each other, by the settings of a record or the conventions of a table. A root goes
/// round only where the header says so.
[[nodiscard]] CallOrder call_order_of(const record::Header& header);

/// Whether a rank of the case that is slower than the others is so by its host, not by what it has to do.
[[nodiscard]] bool compares_ranks(const record::CaseRecord& c, CallOrder order);

/// -1 where the record does not tell: an older one of several groups names the rank within its group only.
[[nodiscard]] int slowest_world_rank(const record::CaseRecord& c);

/// What the cases of a run say of each host.
class HostEvidence {
 public:
  HostEvidence(const record::Run& run, const HostMap& hosts);

  [[nodiscard]] std::size_t apart_cases(std::size_t host) const { return apart_[host]; }
  [[nodiscard]] std::size_t judged_cases(std::size_t host) const { return judged_[host]; }
  /// How many times as long as any other host it takes by itself, of the cases that point at it by that.
  [[nodiscard]] const std::vector<double>& alone(std::size_t host) const { return alone_[host]; }
  [[nodiscard]] std::size_t apart_benchmarks(std::size_t host) const;
  /// Of hosts that are all alike, 1 on average, and `x` or more with probability 1 / x at most.
  [[nodiscard]] double factor(std::size_t host) const;
  [[nodiscard]] bool is_slow(std::size_t host) const;

 private:
  /// Of one benchmark and of each host: cases that point at it, and how many would if all ranks were alike.
  struct Votes {
    std::vector<double> pointed, due;
  };
  void take(const record::CaseRecord& c, const HostMap& hosts, bool in_the_loop);

  std::map<std::string, Votes> votes_;
  std::vector<std::size_t> apart_, judged_;
  std::vector<std::vector<double>> alone_;
};

}  // namespace sonde::analysis
