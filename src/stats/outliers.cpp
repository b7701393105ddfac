#include "stats/outliers.hpp"

#include <vector>

#include "base/contract.hpp"
#include "stats/order.hpp"
#include "stats/robust.hpp"

namespace sonde::stats {

namespace {

constexpr std::size_t least_batches = 8;
constexpr double deviations = 8;  // found by simulation: tests/unit/stats/outliers_test.cpp

double fence(std::span<const double> values) {
  const double middle = median(values);
  std::vector<double> distances;
  for (const double x : values) distances.push_back(x - middle);
  return middle + deviations * robust_spread(distances);
}

}  // namespace

std::optional<Outliers> outliers(std::span<const double> batch_means,
                                 std::span<const std::int64_t> repetitions) {
  EXPECTS(repetitions.empty() || repetitions.size() == batch_means.size());
  if (batch_means.size() < least_batches) return std::nullopt;
  const double limit = fence(batch_means);
  Outliers out;
  double all = 0;
  for (std::size_t i = 0; i < batch_means.size(); ++i) {
    const double seconds = batch_means[i] * (repetitions.empty() ? 1.0 : static_cast<double>(repetitions[i]));
    all += seconds;
    if (batch_means[i] <= limit) continue;
    out.share += 1 / static_cast<double>(batch_means.size());
    out.time += seconds;
  }
  out.time = all > 0 ? out.time / all : 0;
  return out;
}

double cost(const Outliers& outliers) {
  return outliers.share < 1 ? outliers.time - (1 - outliers.time) * outliers.share / (1 - outliers.share) : 0;
}

}  // namespace sonde::stats
