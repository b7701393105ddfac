#include "model/collective_breaks.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "model/least_squares.hpp"
#include "model/partition.hpp"

namespace sonde::model {

namespace {

constexpr std::size_t most_length_segments = 4, fewest_of_segment = 4;
constexpr std::size_t most_starts = 100;

double length_of(const Sample& s) {
  return std::max(0.0, s.bytes);
}

/// Of each process count the sums of all points below each length, and of all lengths.
std::vector<std::vector<LineSums>> sums_below(std::span<const Sample> samples,
                                              std::span<const double> lengths) {
  std::map<int, std::vector<LineSums>> of_count;
  for (const Sample& s : samples) {
    auto& sums = of_count.try_emplace(s.processes, lengths.size() + 1).first->second;
    const auto at = std::ranges::lower_bound(lengths, length_of(s));
    sums[static_cast<std::size_t>(at - lengths.begin()) + 1].add(length_of(s), s.seconds, s.sigma);
  }
  std::vector<std::vector<LineSums>> out;
  for (auto& [count, sums] : of_count) {
    for (std::size_t i = 1; i < sums.size(); ++i) sums[i] += sums[i - 1];
    out.push_back(std::move(sums));
  }
  return out;
}

}  // namespace

std::vector<double> length_segments(std::span<const Sample> samples) {
  std::set<double> different;
  double total = 0;
  for (const Sample& s : samples) different.insert(length_of(s)), total += std::pow(s.seconds / s.sigma, 2);
  const std::vector<double> lengths(different.begin(), different.end());
  if (lengths.size() < 2 * fewest_of_segment) return {lengths.front()};
  const auto sums = sums_below(samples, lengths);
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < lengths.size(); i += lengths.size() / most_starts + 1) starts.push_back(i);
  const std::size_t places = starts.size();
  starts.push_back(lengths.size());
  const auto cuts = partitions(places, most_length_segments, [&](std::size_t from, std::size_t to) {
    const std::size_t begin = starts[from], end = starts[to];
    if (end - begin < fewest_of_segment) return infinite;
    double rss = 0;
    for (const auto& of_count : sums) rss += (of_count[end] - of_count[begin]).rss();
    return rss;
  });
  const auto& chosen = chosen_partition(cuts, total, static_cast<int>(lengths.size())).starts;
  std::vector<double> out;
  for (std::size_t i = 0; i + 1 < chosen.size(); ++i) out.push_back(lengths[starts[chosen[i]]]);
  return out;
}

}  // namespace sonde::model
