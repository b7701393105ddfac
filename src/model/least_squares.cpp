#include "model/least_squares.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <set>

#include "base/contract.hpp"

namespace sonde::model {

namespace {

using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The design over the deviations of its points, its columns over their norms, which are `scale`.
struct Weighted {
  RowMatrix a;
  Eigen::VectorXd scale;
};

std::optional<Weighted> weighted_design(const LinearProblem& problem) {
  const int n = problem.points(), p = problem.columns;
  if (n < p) return std::nullopt;
  Weighted out{Eigen::Map<const RowMatrix>(problem.design.data(), n, p), {}};
  out.a.array().colwise() /= Eigen::Map<const Eigen::ArrayXd>(problem.sigma.data(), n);
  out.scale = out.a.colwise().norm();
  if (!(out.scale.minCoeff() > 0) || !out.scale.allFinite()) return std::nullopt;
  out.a.array().rowwise() /= out.scale.transpose().array();
  return out;
}

}  // namespace

void LinearProblem::add(std::initializer_list<double> row, double value, double deviation) {
  design.insert(design.end(), row);
  y.push_back(value);
  sigma.push_back(deviation);
}

std::optional<LinearSolution> solve(const LinearProblem& problem) {
  const int n = problem.points(), p = problem.columns;
  const auto design = weighted_design(problem);
  if (!design) return std::nullopt;
  const auto& [a, scale] = *design;
  const Eigen::Map<const Eigen::VectorXd> sigma(problem.sigma.data(), n), y(problem.y.data(), n);
  const Eigen::VectorXd b = y.cwiseQuotient(sigma);
  if (!b.allFinite()) return std::nullopt;
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(a);
  if (qr.rank() < p) return std::nullopt;
  const Eigen::VectorXd x = qr.solve(b);
  LinearSolution result;
  result.rss = (a * x - b).squaredNorm();
  const double variance = n > p ? result.rss / (n - p) : 0;
  const Eigen::MatrixXd inverse = (a.transpose() * a).inverse();
  for (int j = 0; j < p; ++j) {
    result.value.push_back(x(j) / scale(j));
    result.error.push_back(std::sqrt(variance * inverse(j, j)) / scale(j));
  }
  return result;
}

std::vector<double> reach(const LinearProblem& problem, std::span<const double> of_y) {
  EXPECTS(of_y.size() == problem.y.size());
  const auto design = weighted_design(problem);
  if (!design) return {};
  const auto& [a, scale] = *design;
  const int n = problem.points();
  const Eigen::MatrixXd by_y = (a.transpose() * a).inverse() * a.transpose();
  const Eigen::Map<const Eigen::VectorXd> sigma(problem.sigma.data(), n), most(of_y.data(), n);
  const Eigen::VectorXd out = (by_y.cwiseAbs() * most.cwiseQuotient(sigma)).cwiseQuotient(scale);
  return {out.begin(), out.end()};
}

std::vector<double> errors_by_group(const LinearProblem& problem, std::span<const int> group) {
  const std::set<int> groups(group.begin(), group.end());
  if (groups.size() < 3) return {};
  const auto columns = static_cast<std::size_t>(problem.columns);
  std::vector<double> sum(columns, 0.0), squares(columns, 0.0);
  std::vector<double> first;  // differences from it: squares of what hardly differs would be rounding
  for (const int left_out : groups) {
    LinearProblem rest{.columns = problem.columns};
    for (std::size_t i = 0; i < group.size(); ++i) {
      if (group[i] == left_out) continue;
      const auto row = problem.design.begin() + static_cast<std::ptrdiff_t>(i * columns);
      rest.design.insert(rest.design.end(), row, row + problem.columns);
      rest.y.push_back(problem.y[i]), rest.sigma.push_back(problem.sigma[i]);
    }
    const auto found = solve(rest);
    if (!found) return {};
    if (first.empty()) first = found->value;
    for (std::size_t j = 0; j < columns; ++j) {
      const double value = found->value[j] - first[j];
      sum[j] += value, squares[j] += value * value;
    }
  }
  const auto n = static_cast<double>(groups.size());
  for (std::size_t j = 0; j < columns; ++j)
    sum[j] = std::sqrt(std::max(0.0, squares[j] - sum[j] * sum[j] / n) * (n - 1) / n);
  return sum;
}

void LineSums::add(double at, double value, double sigma) {
  const long double weight = 1 / (static_cast<long double>(sigma) * sigma);
  w += weight, x += weight * at, y += weight * value;
  xx += weight * at * at, xy += weight * at * value, yy += weight * value * value;
}

double LineSums::rss() const {
  if (!(w > 0)) return 0;
  const long double sxx = xx - x * x / w, sxy = xy - x * y / w, syy = yy - y * y / w;
  return static_cast<double>(std::max(0.0L, sxx > 0 ? syy - sxy * sxy / sxx : syy));
}

double aicc(double rss, double weighted_total, int points, int parameters) {
  const int k = parameters + 1;
  if (points < fewest_points_for_aicc(parameters)) return infinite;
  const double least = std::max(weighted_total, std::numeric_limits<double>::min()) * 1e-18;
  return points * std::log(std::max(rss, least) / points) + 2 * k + 2.0 * k * (k + 1) / (points - k - 1);
}

double t_factor(int degrees_of_freedom) {
  if (degrees_of_freedom < 1) return infinite;
  return boost::math::quantile(boost::math::students_t(degrees_of_freedom), 0.975);
}

double relative_residual(const FittedPoint& point) {
  if (point.measured == point.fitted) return 0;
  return (point.measured - point.fitted) / std::abs(point.fitted != 0 ? point.fitted : point.measured);
}

Quality quality(std::span<const FittedPoint> points, int parameters) {
  Quality q{.points = static_cast<int>(points.size()), .parameters = parameters};
  double weight = 0, mean = 0, rss = 0, total = 0, squares = 0, relative = 0;
  for (const FittedPoint& p : points) {
    const double w = 1 / (p.sigma * p.sigma);
    weight += w;
    mean += w * p.measured;
  }
  mean /= weight;
  for (const FittedPoint& p : points) {
    const double w = 1 / (p.sigma * p.sigma);
    rss += w * (p.measured - p.fitted) * (p.measured - p.fitted);
    total += w * (p.measured - mean) * (p.measured - mean);
    squares += w * p.measured * p.measured;
    relative += std::pow(relative_residual(p), 2);
  }
  q.r_squared = total > 0 ? 1 - rss / total : 0;
  q.aicc = aicc(rss, squares, q.points, parameters);
  q.relative_rms = std::sqrt(relative / std::max(1, q.points));
  return q;
}

}  // namespace sonde::model
