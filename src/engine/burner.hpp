// Computation to overlap I/O with (guide 4.2.5.1): the product of a 100 x 100 matrix and a vector.
#pragma once
#include <cstdint>

namespace sonde::engine {

/// One unit is a column of the product: 100 multiplications and additions; a hundred units are a whole
/// product.
inline constexpr std::int64_t burn_unit_flop = 200;

/// Computes `units` columns, always the same operations for the same number. Returns a value that depends on
/// all of them, so that the compiler cannot remove any.
double burn(std::int64_t units);

struct BurnRate {
  double unit_seconds = 0;  ///< median over the trials
  double spread = 0;        ///< (slowest - fastest) / median of the trials
  std::int64_t units = 0;   ///< of a trial
  [[nodiscard]] double mflops() const { return unit_seconds > 0 ? 1e-6 * burn_unit_flop / unit_seconds : 0; }
  [[nodiscard]] std::int64_t units_for(double seconds) const;  ///< at least 1
};

using Burn = double (*)(std::int64_t units);
using Clock = double (*)();  ///< seconds

/// Times `burn` in five trials of about 10 ms each, after having found how many units those are. A clock that
/// does not advance while the processor computes (simulated time) yields a rate of 0.
[[nodiscard]] BurnRate calibrate(Burn burn, Clock clock);

/// Whether one more trial takes as long as those of `rate`: within what they differed by, or 10 %.
[[nodiscard]] bool still_holds(const BurnRate& rate, Burn burn, Clock clock);

}  // namespace sonde::engine
