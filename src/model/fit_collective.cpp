#include "model/fit_collective.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <tuple>

#include "model/describe.hpp"
#include "model/least_squares.hpp"

namespace sonde::model {

namespace {

using Samples = std::span<const Sample>;
constexpr int bases = 4;
constexpr std::array<const char*, bases> names{"", "log2(P)", "P", "P log2(P)"};
using Row = Eigen::Matrix<double, 2 * bases, 1>;
using Gram = Eigen::Matrix<double, 2 * bases, 2 * bases>;
using Terms = std::vector<int>;  ///< 0 to 3: times 1; 4 to 7: times x

Row row_of(const Sample& s) {
  const double p = s.processes, log = std::log2(p), x = std::max(0.0, s.bytes);
  Row row;
  row << 1, log, p, p * log, x, log * x, p * x, p * log * x;
  return row;
}

// What a set of points contributes to the normal equations of every formula at once.
struct Fold {
  Gram gram = Gram::Zero();
  Row right = Row::Zero();
  double square = 0;
  int points = 0;
  void add(const Sample& s, const Row& scale) {
    const Row row = row_of(s).cwiseQuotient(scale) / s.sigma;
    const double y = s.seconds / s.sigma;
    gram += row * row.transpose(), right += row * y, square += y * y, ++points;
  }
  void add(const Fold& other, double sign) {
    gram += sign * other.gram, right += sign * other.right, square += sign * other.square;
  }
};

// Coefficients of the chosen terms; empty where they cannot be told apart or one is negative.
Eigen::VectorXd coefficients(const Fold& fold, const Terms& terms) {
  const auto n = static_cast<Eigen::Index>(terms.size());
  Eigen::MatrixXd a(n, n);
  Eigen::VectorXd b(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    b(i) = fold.right(terms[static_cast<std::size_t>(i)]);
    for (Eigen::Index j = 0; j < n; ++j)
      a(i, j) = fold.gram(terms[static_cast<std::size_t>(i)], terms[static_cast<std::size_t>(j)]);
  }
  const Eigen::FullPivLU<Eigen::MatrixXd> lu(a);
  if (!(a.diagonal().minCoeff() > 0) || lu.rcond() < 1e-13) return {};
  const Eigen::VectorXd c = lu.solve(b);
  return c.minCoeff() < 0 ? Eigen::VectorXd{} : c;
}

double error_on(const Fold& fold, const Terms& terms, const Eigen::VectorXd& c) {
  double sum = fold.square;
  for (Eigen::Index i = 0; i < c.size(); ++i) {
    const int ti = terms[static_cast<std::size_t>(i)];
    sum -= 2 * c(i) * fold.right(ti);
    for (Eigen::Index j = 0; j < c.size(); ++j)
      sum += c(i) * c(j) * fold.gram(ti, terms[static_cast<std::size_t>(j)]);
  }
  return std::max(0.0, sum);
}

double cross_validation(const std::vector<Fold>& folds, const Fold& all, const Terms& terms) {
  double error = 0;
  for (const Fold& fold : folds) {
    Fold rest = all;
    rest.add(fold, -1);
    const Eigen::VectorXd c = coefficients(rest, terms);
    if (c.size() == 0) return infinite;
    error += error_on(fold, terms, c);
  }
  return std::max(error, all.square * 1e-12);  // below: rounding
}

std::vector<Terms> formulas() {
  std::vector<Terms> parts{{}, {0}, {1}, {2}, {3}, {0, 1}, {0, 2}, {0, 3}};
  std::vector<Terms> all;
  for (const Terms& latency : parts)
    for (const Terms& bandwidth : parts) {
      Terms terms = latency;
      for (const int t : bandwidth) terms.push_back(t + bases);
      if (!terms.empty()) all.push_back(terms);
    }
  std::stable_sort(all.begin(), all.end(),
                   [](const Terms& a, const Terms& b) { return a.size() < b.size(); });
  return all;
}

std::vector<Fold> folds_of(Samples samples, const Row& scale) {
  std::set<int> counts;
  for (const Sample& s : samples) counts.insert(s.processes);
  std::vector<Fold> folds(counts.size() >= 4 ? counts.size() : 10);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const auto count =
        static_cast<std::size_t>(std::distance(counts.begin(), counts.find(samples[i].processes)));
    folds[counts.size() >= 4 ? count : i % 10].add(samples[i], scale);
  }
  std::erase_if(folds, [](const Fold& fold) { return fold.points == 0; });
  return folds;
}

Terms choose(Samples samples) {
  Row scale = Row::Constant(1e-300);
  for (const Sample& s : samples) scale = scale.cwiseMax((row_of(s) / s.sigma).cwiseAbs());
  const std::vector<Fold> folds = folds_of(samples, scale);
  Fold all;
  for (const Fold& fold : folds) all.add(fold, 1);
  double least = infinite;
  std::vector<std::pair<double, Terms>> scores;
  for (const Terms& terms : formulas()) {
    if (coefficients(all, terms).size() == 0) continue;
    scores.emplace_back(cross_validation(folds, all, terms), terms);
    least = std::min(least, scores.back().first);
  }
  for (const auto& [score, terms] : scores)  // fewest terms first
    if (score < infinite && score <= 1.05 * least) {
      Terms best = terms;
      double lowest = score;
      for (const auto& [other, same] : scores)
        if (same.size() == terms.size() && other < lowest) lowest = other, best = same;
      return best;
    }
  return {};
}

LinearProblem problem_of(Samples samples, const Terms& terms) {
  LinearProblem problem{.columns = static_cast<int>(terms.size())};
  for (const Sample& s : samples) {
    const Row row = row_of(s);
    for (const int t : terms) problem.design.push_back(row(t));
    problem.y.push_back(s.seconds);
    problem.sigma.push_back(s.sigma);
  }
  return problem;
}

// "3.1 us log2(P) + 0.42 ns/B x".
std::string printed(const Terms& terms, const std::vector<double>& value) {
  std::string text = "T =";
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const int term = terms[i];
    text += fmt::format("{} {}", i > 0 ? " +" : "", with_unit(value[i], term < bases ? "s" : "s/B"));
    if (const char* name = names[static_cast<std::size_t>(term % bases)]; *name != '\0')
      text += fmt::format(" {}", name);
    if (term >= bases) text += " x";
  }
  return text;
}

void add_parameters(FittedCurve& curve, const Terms& terms, const LinearSolution& found, int points) {
  const double t = t_factor(points - static_cast<int>(terms.size()));
  int latencies = 0, bandwidths = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const bool per_byte = terms[i] >= bases;
    const int number = per_byte ? ++bandwidths : ++latencies;
    const std::string basis = names[static_cast<std::size_t>(terms[i] % bases)];
    curve.parameters.push_back(
        {fmt::format("{}_{}", per_byte ? "beta" : "alpha", number),
         fmt::format("factor of {}{}", basis.empty() ? "1" : basis, per_byte ? " x" : ""),
         per_byte ? "s/B" : "s", found.value[i],
         Interval{found.value[i] - t * found.error[i], found.value[i] + t * found.error[i]}});
  }
}

}  // namespace

Result<FittedCurve> fit_collective(Samples samples) {
  std::set<int> counts;
  for (const Sample& s : samples) counts.insert(s.processes);
  if (counts.size() < 3)
    return failure(fmt::format(
        "not identifiable: {} process counts; how the time grows with P needs at least 3", counts.size()));
  if (samples.size() < 6) return failure("not identifiable: a formula in P and x needs at least 6 points");
  const Terms terms = choose(samples);
  const auto found = terms.empty() ? std::nullopt : solve(problem_of(samples, terms));
  if (!found) return failure("not identifiable: no sum of the usual terms explains these times");
  FittedCurve curve;
  curve.name = fmt::format("{} in P and x", samples.front().benchmark);
  curve.formula = printed(terms, found->value);
  curve.source =
      std::string("sums of 1, log2 P, P, P log2 P times alpha and beta x, chosen by cross-validation");
  curve.x_label = std::string("message length"), curve.x_unit = std::string("B");
  curve.y_label = std::string("time"), curve.y_unit = std::string("s");
  curve.series_label = std::string("processes");
  add_parameters(curve, terms, *found, static_cast<int>(samples.size()));
  for (const Sample& s : samples) {
    double fitted = 0;
    for (std::size_t i = 0; i < terms.size(); ++i) fitted += found->value[i] * row_of(s)(terms[i]);
    curve.points.push_back(
        {std::max(0.0, s.bytes), s.seconds, fitted, s.sigma, s.half_interval, s.processes});
  }
  std::stable_sort(curve.points.begin(), curve.points.end(), [](const auto& a, const auto& b) {
    return std::tie(a.series, a.x) < std::tie(b.series, b.x);
  });
  for (const FittedPoint& p : curve.points) curve.curve.push_back({p.x, p.fitted, p.series});
  curve.notes.push_back(fmt::format("P = {} to {}.", *counts.begin(), *counts.rbegin()));
  curve.quality = quality(curve.points, static_cast<int>(terms.size()));
  return curve;
}

}  // namespace sonde::model
