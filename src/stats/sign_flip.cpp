#include "stats/sign_flip.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>

#include "stats/order.hpp"
#include "stats/step_down.hpp"

namespace sonde::stats {

namespace {

constexpr std::size_t most_enumerated = 10;  // launches
constexpr int drawn = 1999;
constexpr double resolution = 1e-3;  // texts round times to about so much: equal values are not known better

using Signs = std::vector<double>;

/// Whether a cell could be called above 0 at all.
bool can_lie_above(const Cell& cell, double far) {
  return std::ssize(cell) >= fewest_for_flips &&
         std::ranges::any_of(cell, [=](const Observation& o) { return o.value >= -far; });
}

/// The cells that are tested, a row of values each; a launch that a cell lacks has 0.
class Flips {
 public:
  Flips(std::span<const Cell> cells, double far) {
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (can_lie_above(cells[i], far)) tested.push_back(i);
    std::map<std::size_t, std::size_t> column_of;
    for (const std::size_t i : tested)
      for (const Observation& o : cells[i]) column_of.emplace(o.run, 0);
    for (auto& [run, column] : column_of) column = launches++;
    std::vector<double> spreads;
    for (const std::size_t i : tested) spreads.push_back(add(cells[i], column_of));
    typical_ = spreads.empty() ? 0 : std::max(median(spreads), resolution);
  }

  [[nodiscard]] std::vector<double> statistics(const Signs& signs) const {
    std::vector<double> out;
    out.reserve(rows_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const Row& row = rows_[i];
      double sum = 0;
      for (std::size_t k = 0; k < launches; ++k) sum += signs[k] * values_[i * launches + k];
      const double rest = std::max(0.0, row.squares - sum * sum / row.n);
      const double own = row.n > 1 ? std::sqrt(rest / (row.n - 1)) : 0;
      out.push_back(sum / std::sqrt(row.n) / (own + typical_));
    }
    return out;
  }

  std::vector<std::size_t> tested{};  ///< indices of the cells
  std::size_t launches = 0;

 private:
  struct Row {
    double n = 0, squares = 0;
  };

  /// Returns the spread of the magnitudes, which no flip changes. Nor does any change their median: a wild
  /// launch counts as so many of it.
  double add(const Cell& cell, const std::map<std::size_t, std::size_t>& column_of) {
    constexpr double most_medians = 2.5;
    std::vector<double> sizes;
    for (const Observation& o : cell) sizes.push_back(std::abs(o.value));
    const double most = most_medians * median(sizes);
    Row row;
    double sum = 0;
    values_.resize(values_.size() + launches);
    for (const Observation& o : cell) {
      const double value = std::clamp(o.value, -most, most);
      values_[values_.size() - launches + column_of.at(o.run)] = value;
      row.n += 1, row.squares += value * value, sum += std::abs(value);
    }
    rows_.push_back(row);
    return row.n > 1 ? std::sqrt(std::max(0.0, row.squares - sum * sum / row.n) / (row.n - 1)) : 0;
  }

  std::vector<double> values_{};
  std::vector<Row> rows_{};
  double typical_ = 0;
};

/// Of the last bit.
double sign_of(std::uint64_t bits) {
  return (bits & 1) != 0 ? -1 : 1;
}

/// Calls `visit` with the signs as they are and with all others, or enough drawn ones; returns how many there
/// were.
template <class Visit>
double each_flip(std::size_t launches, Visit visit) {
  Signs signs(launches, 1.0);
  if (launches <= most_enumerated) {
    const auto all = std::uint64_t{1} << launches;
    for (std::uint64_t flipped = 0; flipped < all; ++flipped) {
      for (std::size_t k = 0; k < launches; ++k) signs[k] = sign_of(flipped >> k);
      visit(signs);
    }
    return static_cast<double>(all);
  }
  visit(signs);
  std::mt19937_64 generator(20260101);
  for (int i = 0; i < drawn; ++i) {
    std::ranges::generate(signs, [&] { return sign_of(generator()); });
    visit(signs);
  }
  return drawn + 1;
}

}  // namespace

std::vector<double> sign_flip_test(std::span<const Cell> cells, double far) {
  const Flips flips(cells, far);
  StepDown counts(flips.statistics(Signs(flips.launches, 1.0)));
  const double ways =
      each_flip(flips.launches, [&](const Signs& signs) { counts.count(flips.statistics(signs)); });
  std::vector<double> out(cells.size(), 1.0);
  const auto p = counts.p(ways);
  for (std::size_t i = 0; i < p.size(); ++i) out[flips.tested[i]] = p[i];
  return out;
}

std::optional<int> launches_to_decide(double distance, double spread, std::size_t tests, int most) {
  constexpr double alpha = 0.05, likely = 0.8;
  const boost::math::normal standard;
  const double wanted =
      boost::math::quantile(boost::math::complement(standard, alpha / static_cast<double>(tests))) +
      boost::math::quantile(standard, likely);
  const double root = wanted * spread / std::abs(distance);
  if (!(root * root <= most)) return std::nullopt;
  return std::max(static_cast<int>(std::ceil(root * root)), fewest_for_flips);
}

}  // namespace sonde::stats
