// Which sum of terms explains the times of a collective: by cross-validation.
#pragma once
#include <set>
#include <span>
#include <vector>

#include "model/collective_terms.hpp"

namespace sonde::model {

struct ChosenTerms {
  Terms terms{};                 ///< empty: none explains these times
  std::vector<Terms> as_good{};  ///< other formulas of as many terms within 5 % of the least error
};

/// All formulas of these functions are fitted (weighted, coefficients not negative) and judged by what they
/// say of points left out: every process count in turn where there are four or more, else every tenth point
/// in ten turns. Among formulas within 5 % of the least error the fewest terms win, of these the least error.
/// An error of a millionth of the times is rounding.
[[nodiscard]] ChosenTerms choose_terms(std::span<const Sample> samples, std::span<const int> bases);

/// The different process counts.
[[nodiscard]] std::set<int> counts_of(std::span<const Sample> samples);

}  // namespace sonde::model
