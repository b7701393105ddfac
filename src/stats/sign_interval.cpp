#include "stats/sign_interval.hpp"

#include <boost/math/distributions/binomial.hpp>
#include <cstddef>

namespace sonde::stats {

namespace {

/// P(Binomial(n, p) <= k).
double at_most(int k, int n, double p) {
  return boost::math::cdf(boost::math::binomial(n, p), k);
}

/// How many values are left out on each side; -1 where the outermost do not suffice.
int left_out(int n) {
  constexpr double rounding = 1e-12;
  int out = -1;
  while (2 * (out + 2) <= n && at_most(out + 1, n, 0.5) <= sign_tail + rounding) ++out;
  return out;
}

}  // namespace

SignInterval sign_interval(std::span<const double> ascending) {
  const int n = static_cast<int>(ascending.size());
  const int outside = left_out(n);
  if (outside < 0) return {};
  const auto first = static_cast<std::size_t>(outside);
  return {ascending[first], ascending[ascending.size() - 1 - first], 1 - 2 * at_most(outside, n, 0.5)};
}

std::optional<int> values_to_decide(double beyond, int most) {
  constexpr double likely = 0.8;
  if (beyond >= 0.5) return std::nullopt;
  for (int n = fewest_for_sign; n <= most; ++n)
    if (at_most(left_out(n), n, beyond) >= likely) return n;
  return std::nullopt;
}

}  // namespace sonde::stats
