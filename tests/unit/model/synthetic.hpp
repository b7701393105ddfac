// Test data with known parameters and reproducible noise.
#pragma once
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "dice.hpp"
#include "model/overlap_general.hpp"
#include "model/repetition_rule.hpp"
#include "model/samples.hpp"

namespace sonde::model {

/// Standard normal deviates, equal on every platform.
class Normal {
 public:
  explicit Normal(std::uint64_t seed) : dice_(seed) {}
  double operator()() { return dice_.normal(); }

 private:
  test::Dice dice_;
};

/// Lengths low * 2^(i / per_octave), rounded, up to high.
inline std::vector<std::int64_t> lengths(double low, double high, double per_octave) {
  std::vector<std::int64_t> all;
  for (int i = 0; low * std::exp2(i / per_octave) <= high * 1.0001; ++i)
    all.push_back(std::llround(low * std::exp2(i / per_octave)));
  return all;
}

/// What the table would show for the model, with relative noise on every time.
inline std::vector<Sample> overlap_samples(const PairModel& model, const std::vector<std::int64_t>& sizes,
                                           double noise, std::uint64_t seed,
                                           LinkPhase phase = LinkPhase::locked) {
  std::vector<Sample> samples;
  Normal normal(seed);
  for (const std::int64_t x : sizes) {
    const std::int64_t n = repetitions(x);
    const double t = total_time(model, static_cast<double>(x), n, phase) / (2 * static_cast<double>(n));
    samples.push_back({.benchmark = "PingPong",
                       .bytes = static_cast<double>(x),
                       .seconds = t * (1 + noise * normal()),
                       .pairs = model.pairs,
                       .repetitions = n});
  }
  set_weights(samples);
  return samples;
}

/// Launches that differ: all times of a number of pairs are as much slower or faster. `one(seed)` are the
/// samples of one.
template <class One>
std::vector<Sample> in_launches(int count, double between, std::uint64_t seed, One one) {
  std::vector<Sample> samples;
  Normal normal(1000 + seed);
  int launches = 0;
  for (int i = 0; i < count; ++i) {
    std::map<int, std::pair<int, double>> of_pairs;  // each with a launch of its own, and its factor
    for (Sample s : one(seed * 100 + static_cast<std::uint64_t>(i))) {
      const auto [found, added] = of_pairs.try_emplace(s.pairs, launches, 1.0);
      if (added) ++launches, found->second.second += between * normal();
      s.launch = found->second.first;
      s.seconds *= found->second.second;
      samples.push_back(std::move(s));
    }
  }
  set_weights(samples);
  return samples;
}

}  // namespace sonde::model
