// Series with known properties, from a fixed seed.
#pragma once
#include <cmath>
#include <cstdint>
#include <functional>
#include <numbers>
#include <random>
#include <vector>

namespace sonde::stats::synthetic {

class Source {
 public:
  explicit Source(std::uint64_t seed) : generator_(seed) {}

  double uniform() { return uniform_(generator_); }
  double normal() { return normal_(generator_); }
  double exponential() { return -std::log1p(-uniform()); }
  double cauchy() { return std::tan(std::numbers::pi * (uniform() - 0.5)); }
  double pareto(double index) { return std::pow(1 - uniform(), -1 / index); }

  template <class Draw>
  std::vector<double> series(int n, Draw draw) {
    std::vector<double> out(static_cast<std::size_t>(n));
    for (double& x : out) x = draw();
    return out;
  }

  /// Standard normal AR(1) series.
  std::vector<double> autoregressive(int n, double rho) {
    double state = normal();
    return series(n, [&] {
      const double now = state;
      state = rho * state + std::sqrt(1 - rho * rho) * normal();
      return now;
    });
  }

  /// Level 1 with probability `weight`, else `ratio`, with relative noise. A level is drawn anew with
  /// probability `renew` after each value: 1 gives independent values.
  std::vector<double> two_levels(int n, double weight, double ratio, double noise, double renew = 1) {
    bool upper = uniform() > weight;
    return series(n, [&] {
      const double now = (upper ? ratio : 1) * std::exp(noise * normal());
      if (uniform() < renew) upper = uniform() > weight;
      return now;
    });
  }

 private:
  std::mt19937_64 generator_;
  std::normal_distribution<double> normal_;
  std::uniform_real_distribution<double> uniform_;
};

/// Seconds per batch of one rank.
using Draw = std::function<std::vector<double>(Source&, int)>;

/// PatternScope 1, each batch like the one before it by `rho`.
inline Draw noise(double relative, double rho) {
  return [=](Source& s, int n) {
    auto series = s.autoregressive(n, rho);
    for (double& x : series) x = std::exp(relative * x);
    return series;
  };
}

}  // namespace sonde::stats::synthetic
