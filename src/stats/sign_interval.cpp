#include "stats/sign_interval.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace sonde::stats {

namespace {

/// P(Binomial(n, p) <= k); p within 0 and 1, neither of them.
double binomial_cdf(int n, double p, int k) {
  double sum = 0;
  for (int i = 0; i <= k; ++i)
    sum += std::exp(std::lgamma(n + 1.0) - std::lgamma(i + 1.0) - std::lgamma(n - i + 1.0) + i * std::log(p) +
                    (n - i) * std::log1p(-p));
  return sum;
}

/// How many values are left out on each side; -1 where the outermost do not suffice.
int left_out(int n) {
  constexpr double rounding = 1e-12;
  int out = -1;
  while (2 * (out + 2) <= n && binomial_cdf(n, 0.5, out + 1) <= sign_tail + rounding) ++out;
  return out;
}

}  // namespace

SignInterval sign_interval(std::span<const double> ascending) {
  const int n = static_cast<int>(ascending.size());
  const int outside = left_out(n);
  if (outside < 0) return {};
  const auto first = static_cast<std::size_t>(outside);
  return {ascending[first], ascending[ascending.size() - 1 - first], 1 - 2 * binomial_cdf(n, 0.5, outside)};
}

std::optional<int> values_to_decide(double beyond, int most) {
  constexpr double likely = 0.8;
  constexpr double least = 1e-9;  // of which the logarithm is taken
  if (beyond >= 0.5) return std::nullopt;
  for (int n = fewest_for_sign; n <= most; ++n)
    if (binomial_cdf(n, std::max(beyond, least), left_out(n)) >= likely) return n;
  return std::nullopt;
}

}  // namespace sonde::stats
