#include "model/collective_choice.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <iterator>
#include <utility>

#include "model/least_squares.hpp"

namespace sonde::model {

namespace {

constexpr int all_terms = 2 * collective_bases;
constexpr int most_chosen = 4;  // terms of a formula
constexpr double nearly_least = 1.05, same_score = 1e-6;

using TermRow = Eigen::Matrix<double, all_terms, 1>;
using Gram = Eigen::Matrix<double, all_terms, all_terms>;
using Small =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, most_chosen, most_chosen>;
using Factors = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, most_chosen, 1>;

TermRow row_of(const Sample& s) {
  const TermValues values = term_values(s);
  return Eigen::Map<const TermRow>(values.data());
}

// What a set of points contributes to the normal equations of every formula at once.
struct Fold {
  Gram gram = Gram::Zero();
  TermRow right = TermRow::Zero();
  double square = 0;
  int points = 0;
  void add(const Sample& s, const TermRow& scale) {
    const TermRow row = row_of(s).cwiseQuotient(scale) / s.sigma;
    const double y = s.seconds / s.sigma;
    gram += row * row.transpose(), right += row * y, square += y * y, ++points;
  }
  [[nodiscard]] Fold without(const Fold& other) const {
    return {gram - other.gram, right - other.right, square - other.square, points - other.points};
  }
};

// Coefficients of the chosen terms; empty where they cannot be told apart or one is negative.
Factors factors_of(const Fold& fold, const Terms& terms) {
  const auto n = static_cast<Eigen::Index>(terms.size());
  Small a(n, n);
  Factors b(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const int ti = terms[static_cast<std::size_t>(i)];
    b(i) = fold.right(ti);
    for (Eigen::Index j = 0; j < n; ++j) a(i, j) = fold.gram(ti, terms[static_cast<std::size_t>(j)]);
  }
  const Eigen::FullPivLU<Small> lu(a);
  if (!(a.diagonal().minCoeff() > 0) || lu.rcond() < 1e-13) return {};
  Factors c = lu.solve(b);
  return c.minCoeff() < 0 ? Factors{} : c;
}

double error_on(const Fold& fold, const Terms& terms, const Factors& c) {
  double sum = fold.square;
  for (Eigen::Index i = 0; i < c.size(); ++i) {
    const int ti = terms[static_cast<std::size_t>(i)];
    sum -= 2 * c(i) * fold.right(ti);
    for (Eigen::Index j = 0; j < c.size(); ++j)
      sum += c(i) * c(j) * fold.gram(ti, terms[static_cast<std::size_t>(j)]);
  }
  return std::max(0.0, sum);
}

// All points in parts that are left out in turn; what is left of them is made once for all formulas.
struct Turns {
  Fold all;
  std::vector<Fold> left_out, rest;
};

// Infinite as soon as it is above `most`.
double cross_validation(const Turns& turns, const Terms& terms, double most) {
  double error = 0;
  for (std::size_t i = 0; i < turns.rest.size(); ++i) {
    const Factors c = factors_of(turns.rest[i], terms);
    if (c.size() == 0) return infinite;
    error += error_on(turns.left_out[i], terms, c);
    if (error > most) return infinite;
  }
  return std::max(error, turns.all.square * 1e-12);  // below: rounding
}

Turns turns_of(std::span<const Sample> samples) {
  TermRow scale = TermRow::Constant(1e-300);
  for (const Sample& s : samples) scale = scale.cwiseMax((row_of(s) / s.sigma).cwiseAbs());
  const std::set<int> counts = counts_of(samples);
  const bool by_count = counts.size() >= 4;
  Turns turns;
  turns.left_out.resize(by_count ? counts.size() : 10);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const auto count =
        static_cast<std::size_t>(std::distance(counts.begin(), counts.find(samples[i].processes)));
    turns.left_out[by_count ? count : i % 10].add(samples[i], scale);
    turns.all.add(samples[i], scale);
  }
  std::erase_if(turns.left_out, [](const Fold& fold) { return fold.points == 0; });
  for (const Fold& fold : turns.left_out) turns.rest.push_back(turns.all.without(fold));
  return turns;
}

// By their values at all points: 1 + P and 1 + (P - 1) are one function.
bool same_function(const Turns& turns, const Terms& a, const Terms& b) {
  const Factors ca = factors_of(turns.all, a), cb = factors_of(turns.all, b);
  TermRow difference = TermRow::Zero();
  for (std::size_t i = 0; i < a.size(); ++i) difference(a[i]) += ca(static_cast<Eigen::Index>(i));
  for (std::size_t i = 0; i < b.size(); ++i) difference(b[i]) -= cb(static_cast<Eigen::Index>(i));
  return difference.dot(turns.all.gram * difference) <= turns.all.square * 1e-12;
}

// A prediction of nearly 0 misses every time by about all of it, and by no more: where times fall, such a
// formula passes left-out points better than any other. On all points it shows: a constant is nearer.
double error_of_constant(const Turns& turns) {
  const Terms constant{0};
  return error_on(turns.all, constant, factors_of(turns.all, constant)) + turns.all.square * 1e-12;
}

}  // namespace

std::set<int> counts_of(std::span<const Sample> samples) {
  std::set<int> counts;
  for (const Sample& s : samples) counts.insert(s.processes);
  return counts;
}

ChosenTerms choose_terms(std::span<const Sample> samples, std::span<const int> bases) {
  const Turns turns = turns_of(samples);
  const double most = error_of_constant(turns);
  double least = infinite;
  std::vector<std::pair<double, Terms>> scores;  // the fewest terms first
  for (Terms& terms : collective_formulas(bases)) {
    const Factors factors = factors_of(turns.all, terms);
    if (factors.size() == 0 || error_on(turns.all, terms, factors) > most) continue;
    const double score = cross_validation(turns, terms, nearly_least * least);
    if (score == infinite) continue;
    least = std::min(least, score);
    scores.emplace_back(score, std::move(terms));
  }
  std::erase_if(scores, [&](const auto& entry) { return entry.first > nearly_least * least; });
  if (scores.empty()) return {};
  const std::size_t fewest = scores.front().second.size();
  std::erase_if(scores, [&](const auto& entry) { return entry.second.size() > fewest; });
  auto best = scores.begin();
  for (auto entry = scores.begin(); entry != scores.end(); ++entry)
    if (entry->first < best->first * (1 - same_score)) best = entry;
  ChosenTerms out{best->second, {}};
  for (const auto& [score, terms] : scores)
    if (terms != out.terms && !same_function(turns, terms, out.terms)) out.as_good.push_back(terms);
  return out;
}

}  // namespace sonde::model
