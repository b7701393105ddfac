// Test data with known parameters and reproducible noise.
#pragma once
#include <cmath>
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

}  // namespace sonde::model
