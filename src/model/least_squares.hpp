// Weighted linear least squares and what can be said about its result. The one place that knows the linear
// algebra.
#pragma once
#include <initializer_list>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "model/fitted.hpp"

namespace sonde::model {

inline constexpr double infinite = std::numeric_limits<double>::infinity();

/// y_i = sum_j design(i, j) parameter_j + noise of standard deviation proportional to sigma_i.
struct LinearProblem {
  int columns = 0;
  std::vector<double> design{};  ///< row by row, points x columns
  std::vector<double> y{};
  std::vector<double> sigma{};  ///< positive

  void add(std::initializer_list<double> row, double value, double deviation);
  [[nodiscard]] int points() const { return static_cast<int>(y.size()); }
};

struct LinearSolution {
  std::vector<double> value;
  /// Standard errors, with the variance of the noise estimated from the residuals; 0 where no degree of
  /// freedom is left.
  std::vector<double> error;
  double rss = 0;  ///< sum of ((y - fit) / sigma)^2
};

/// Nothing where the columns cannot be told apart (rank below the number of columns) or points are too few.
[[nodiscard]] std::optional<LinearSolution> solve(const LinearProblem& problem);

/// Standard errors from leaving out one group of points in turn (delete-a-group jackknife); `group` numbers
/// the group of each point. Unlike those of solve() they stay right where the points of a group deviate
/// together, as all lengths of a process count do where the form is not the true one. Empty where there are
/// fewer than 3 groups, or where one cannot be left out.
[[nodiscard]] std::vector<double> errors_by_group(const LinearProblem& problem, std::span<const int> group);

/// How far each parameter of a problem that solve() solves may move where each y_i may by so much, all of
/// them the worst way.
[[nodiscard]] std::vector<double> reach(const LinearProblem& problem, std::span<const double> of_y);

/// Sums that give the residual of a line through any run of points in constant time: of the points before its
/// end less those before its begin.
struct LineSums {
  long double w = 0, x = 0, xx = 0, y = 0, xy = 0, yy = 0;

  void add(double at, double value, double sigma);
  [[nodiscard]] double rss() const;  ///< weighted
  LineSums& operator+=(const LineSums& b) {
    w += b.w, x += b.x, xx += b.xx, y += b.y, xy += b.xy, yy += b.yy;
    return *this;
  }
  friend LineSums operator-(const LineSums& a, const LineSums& b) {
    return {a.w - b.w, a.x - b.x, a.xx - b.xx, a.y - b.y, a.xy - b.xy, a.yy - b.yy};
  }
};

/// Akaike's criterion for small samples with unknown variance: n ln(rss / n) + 2 K + 2 K (K + 1) / (n - K -
/// 1) with K = parameters + 1. Infinite where n <= K + 1. A perfect fit counts as one of relative error 1e-9.
[[nodiscard]] double aicc(double rss, double weighted_total, int points, int parameters);

/// (measured - fitted) / |fitted|; of the measured value where the fitted one is 0, so that it is always a
/// number.
[[nodiscard]] double relative_residual(const FittedPoint& point);

/// So many points it needs to be finite.
[[nodiscard]] constexpr int fewest_points_for_aicc(int parameters) {
  return parameters + 3;
}

/// The factor of a standard error that makes a 95 % interval: Student's t with that many degrees of freedom.
[[nodiscard]] double t_factor(int degrees_of_freedom);

/// Weighted R^2, AICc and relative error from points that carry measurement and fit.
[[nodiscard]] Quality quality(std::span<const FittedPoint> points, int parameters);

/// Golden-section search for the minimum of f in [low, high], to `tolerance` in the argument.
template <class F>
[[nodiscard]] double golden_minimum(F f, double low, double high, double tolerance) {
  constexpr double ratio = 0.6180339887498949;
  double a = high - ratio * (high - low), b = low + ratio * (high - low);
  double fa = f(a), fb = f(b);
  while (high - low > tolerance) {
    if (fa <= fb) {
      high = b, b = a, fb = fa;
      a = high - ratio * (high - low), fa = f(a);
    } else {
      low = a, a = b, fa = fb;
      b = low + ratio * (high - low), fb = f(b);
    }
  }
  return (low + high) / 2;
}

}  // namespace sonde::model
