// Test data with known parameters and reproducible noise.
#pragma once
#include <cmath>
#include <random>
#include <vector>

#include "model/overlap_formula.hpp"
#include "model/overlap_general.hpp"
#include "model/samples.hpp"

namespace sonde::model {

/// Standard normal deviates, equal on every platform (Box and Muller).
class Normal {
 public:
  explicit Normal(std::uint64_t seed) : bits_(seed) {}
  double operator()() {
    const double u = 1 - uniform(), v = uniform();
    return std::sqrt(-2 * std::log(u)) * std::cos(2 * 3.14159265358979323846 * v);
  }

 private:
  double uniform() { return static_cast<double>(bits_() >> 11) * 0x1p-53; }
  std::mt19937_64 bits_;
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
                                           double noise, std::uint64_t seed, Phase phase = Phase::locked) {
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
