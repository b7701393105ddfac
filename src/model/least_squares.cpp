#include "model/least_squares.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

namespace sonde::model {

namespace {

using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

}  // namespace

void LinearProblem::add(std::initializer_list<double> row, double value, double deviation) {
  design.insert(design.end(), row);
  y.push_back(value);
  sigma.push_back(deviation);
}

std::optional<LinearSolution> solve(const LinearProblem& problem) {
  const int n = problem.points(), p = problem.columns;
  if (n < p) return std::nullopt;
  const Eigen::Map<const Eigen::VectorXd> sigma(problem.sigma.data(), n), y(problem.y.data(), n);
  RowMatrix a = Eigen::Map<const RowMatrix>(problem.design.data(), n, p);
  a.array().colwise() /= sigma.array();
  const Eigen::VectorXd b = y.cwiseQuotient(sigma);
  const Eigen::VectorXd scale = a.colwise().norm();
  if (!(scale.minCoeff() > 0) || !scale.allFinite() || !b.allFinite()) return std::nullopt;
  a.array().rowwise() /= scale.transpose().array();
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

double aicc(double rss, double weighted_total, int points, int parameters) {
  const int k = parameters + 1;
  if (points <= k + 1) return infinite;
  const double least = std::max(weighted_total, std::numeric_limits<double>::min()) * 1e-18;
  return points * std::log(std::max(rss, least) / points) + 2 * k + 2.0 * k * (k + 1) / (points - k - 1);
}

double t_factor(int degrees_of_freedom) {
  if (degrees_of_freedom < 1) return infinite;
  return boost::math::quantile(boost::math::students_t(degrees_of_freedom), 0.975);
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
    if (p.measured != p.fitted) relative += std::pow((p.measured - p.fitted) / p.fitted, 2);
  }
  q.r_squared = total > 0 ? 1 - rss / total : 0;
  q.aicc = aicc(rss, squares, q.points, parameters);
  q.relative_rms = std::sqrt(relative / std::max(1, q.points));
  return q;
}

}  // namespace sonde::model
