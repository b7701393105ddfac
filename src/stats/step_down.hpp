// The step-down procedure of Westfall and Young (1993): p-values of many statistics, corrected for all of
// them.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace sonde::stats {

/// Counts how often the largest statistic of a cell and all less extreme ones reaches the observed.
class StepDown {
 public:
  explicit StepDown(std::vector<double> observed)
      : observed_(std::move(observed)), order_(observed_.size()), reached_(order_.size()) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::ranges::sort(order_, {}, [&](std::size_t i) { return observed_[i]; });
  }

  void count(const std::vector<double>& statistics) {
    double largest = -std::numeric_limits<double>::infinity();
    for (const std::size_t i : order_) {
      largest = std::max(largest, statistics[i]);
      if (largest >= observed_[i] - 1e-9 * std::abs(observed_[i]) - 1e-12) reached_[i] += 1;
    }
  }

  [[nodiscard]] std::vector<double> p(double arrangements) const {
    std::vector<double> out(order_.size());
    double largest = 0;
    // NOLINTNEXTLINE(modernize-loop-convert): clang 14 cannot compile the reversed view of libstdc++
    for (auto i = order_.rbegin(); i != order_.rend(); ++i) {
      largest = std::max(largest, reached_[*i] / arrangements);
      out[*i] = largest;
    }
    return out;
  }

 private:
  std::vector<double> observed_;
  std::vector<std::size_t> order_;
  std::vector<double> reached_;
};

}  // namespace sonde::stats
