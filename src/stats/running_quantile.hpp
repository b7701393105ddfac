// A quantile of values that come one after another.
#pragma once
#include <cstddef>
#include <queue>
#include <vector>

namespace sonde::stats {

/// After each value the quantile of all so far, as quantile() of order.hpp has it, in logarithmic time.
class RunningQuantile {
 public:
  /// `level` from 0 to 1.
  explicit RunningQuantile(double level) : level_(level) {}

  void add(double value);
  [[nodiscard]] std::size_t size() const { return low_.size() + high_.size(); }
  /// At least one value is there.
  [[nodiscard]] double value() const;

 private:
  [[nodiscard]] double position(std::size_t values) const;

  double level_;
  std::priority_queue<double> low_{};  ///< the least values, up to the one at or below the quantile
  std::priority_queue<double, std::vector<double>, std::greater<>> high_{};
};

}  // namespace sonde::stats
