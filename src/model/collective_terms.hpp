// The terms of which the time of a collective is made, and how they are printed.
#pragma once
#include <array>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "model/samples.hpp"

namespace sonde::model {

/// Functions of the number of processes: 1, log2(P), ceil(log2(P)), P, P - 1, (P - 1) / P, P log2(P).
inline constexpr int collective_bases = 7;
/// The value of each term at a point: the functions, then the functions times the message length.
using TermValues = std::array<double, 2UL * collective_bases>;
/// Numbers of terms, ascending.
using Terms = std::vector<int>;

[[nodiscard]] inline bool per_byte(int term) {
  return term >= collective_bases;
}

[[nodiscard]] TermValues term_values(const Sample& sample);

/// "(P-1) x"; "1" for the constant.
[[nodiscard]] std::string name_of_term(int term);

/// "ceil(log2(P)) + 1 x", without factors.
[[nodiscard]] std::string shape_of(const Terms& terms);

/// "T = 3.1 us log2(P) + 0.42 ns/B x".
[[nodiscard]] std::string formula_of(const Terms& terms, std::span<const double> factors);

/// The functions that these numbers of processes tell apart: of those that differ in a factor alone, the
/// first.
[[nodiscard]] std::vector<int> distinct_bases(const std::set<int>& processes);

/// One sentence for each function that is left out there for one of those `used` in a formula; no text where
/// there is none.
[[nodiscard]] std::string same_bases_note(const std::set<int>& processes, const std::set<int>& used);

/// alpha f(P) + beta g(P) x: f and g are nothing, one function, or 1 and one other. The fewest terms first.
[[nodiscard]] std::vector<Terms> collective_formulas(std::span<const int> bases);

}  // namespace sonde::model
