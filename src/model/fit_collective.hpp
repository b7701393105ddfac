// Time of a collective against the number of processes and the message length, as a sum of usual terms.
#pragma once
#include <span>

#include "base/result.hpp"
#include "model/fitted.hpp"
#include "model/samples.hpp"

namespace sonde::model {

/// T(P, x) = alpha f(P) + beta g(P) x, where f and g are nothing, one of 1, log2 P, ceil(log2 P), P, P - 1,
/// (P - 1) / P, P log2 P, or 1 plus one of the others (so alpha and beta may be two terms; the cost gamma of
/// a reduction per byte shows as part of beta). The segments of length_segments() have a formula each, chosen
/// by choose_terms() (Calotoiu, Hoefler, Poke, Wolf, SC 2013, choose the same way). A function that the
/// process counts do not tell from a simpler one is left out, and a note says so, as of formulas that explain
/// the times as well. Intervals allow for deviations that all points of a process count, or of a length, have
/// in common.
///
/// Samples of one benchmark, sigma set; lengths of -1 (no length) count as 0, points of
/// an unknown number of processes are left out. The formula is printed with
/// its coefficients, a line for each segment. Errors: fewer than 3 process counts, fewer than 6 points.
[[nodiscard]] Result<FittedCurve> fit_collective(std::span<const Sample> all);

}  // namespace sonde::model
