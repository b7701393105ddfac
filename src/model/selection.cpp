#include "model/selection.hpp"

#include <algorithm>
#include <iterator>

namespace sonde::model {

namespace {

template <class Wanted>
std::vector<Sample> those(std::span<const Sample> samples, Wanted wanted) {
  std::vector<Sample> some;
  std::copy_if(samples.begin(), samples.end(), std::back_inserter(some), wanted);
  return some;
}

}  // namespace

std::vector<Sample> ping_pongs(std::span<const Sample> samples) {
  return those(samples, [](const Sample& s) {
    return s.processes == 2 && (s.benchmark == "PingPong" || s.benchmark == "osu_latency");
  });
}

std::set<std::string> modes_of(std::span<const Sample> samples) {
  std::set<std::string> modes;
  for (const Sample& s : samples) modes.insert(s.mode);
  return modes;
}

std::vector<Sample> streams(std::span<const Sample> samples) {
  return those(samples, [](const Sample& s) {
    return s.bytes > 0 && (s.benchmark == "osu_bw" || (s.benchmark == "Unidir_Put" && s.mode == "AGGREGATE"));
  });
}

std::vector<Sample> at_least(std::span<const Sample> samples, double fewest) {
  return those(samples, [&](const Sample& s) { return s.bytes >= fewest; });
}

std::map<int, std::vector<Sample>> by_pairs(std::span<const Sample> samples) {
  std::map<int, std::vector<Sample>> sorted;
  for (const Sample& s : samples) sorted[s.pairs].push_back(s);
  return sorted;
}

std::map<std::string, std::vector<Sample>> by_benchmark(std::span<const Sample> samples) {
  std::map<std::string, std::vector<Sample>> sorted;
  for (const Sample& s : samples)
    if (s.pairs == 1) sorted[name_of(s)].push_back(s);
  return sorted;
}

}  // namespace sonde::model
