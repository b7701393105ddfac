// Random numbers from a seed, equal on every platform.
#pragma once
#include <cmath>
#include <cstdint>
#include <random>

namespace sonde::test {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : bits_(seed) {}
  double uniform() { return static_cast<double>(bits_() >> 11) * 0x1p-53; }
  /// Standard normal deviates (Box and Muller).
  double normal() {
    const double u = 1 - uniform(), v = uniform();
    return std::sqrt(-2 * std::log(u)) * std::cos(2 * 3.14159265358979323846 * v);
  }

 private:
  std::mt19937_64 bits_;
};

}  // namespace sonde::test
