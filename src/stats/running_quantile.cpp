#include "stats/running_quantile.hpp"

#include "base/contract.hpp"

namespace sonde::stats {

double RunningQuantile::position(std::size_t values) const {
  return level_ * static_cast<double>(values - 1);
}

void RunningQuantile::add(double value) {
  if (low_.empty() || value < low_.top())
    low_.push(value);
  else
    high_.push(value);
  const std::size_t wanted = static_cast<std::size_t>(position(size())) + 1;
  while (low_.size() < wanted) low_.push(high_.top()), high_.pop();
  while (low_.size() > wanted) high_.push(low_.top()), low_.pop();
}

double RunningQuantile::value() const {
  EXPECTS(size() > 0);
  const double at = position(size()), part = at - static_cast<double>(low_.size() - 1);
  const double below = low_.top(), above = high_.empty() ? below : high_.top();
  return below + part * (above - below);
}

}  // namespace sonde::stats
