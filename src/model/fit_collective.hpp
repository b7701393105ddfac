// Time of a collective against the number of processes and the message length, as a sum of usual terms.
#pragma once
#include <span>

#include "base/result.hpp"
#include "model/fitted.hpp"
#include "model/samples.hpp"

namespace sonde::model {

/// T(P, x) = alpha f(P) + beta g(P) x, where f and g are nothing, one of 1, log2 P, P, P log2 P, or 1 plus
/// one of the others (so alpha and beta may be two terms; the cost gamma of a reduction per byte shows as
/// part of beta). All 63 formulas are fitted (weighted, coefficients not negative); cross-validation chooses:
/// every process count is left out in turn where there are four or more, else every tenth point in ten turns.
/// Among formulas within 5 % of the least error the one with the fewest terms wins (Calotoiu, Hoefler, Poke,
/// Wolf, SC 2013, choose the same way).
///
/// Samples of one benchmark, sigma set; lengths of -1 (no length) count as 0. The formula is printed with
/// its coefficients. Errors: fewer than 3 process counts, fewer than 6 points.
[[nodiscard]] Result<FittedCurve> fit_collective(std::span<const Sample> samples);

}  // namespace sonde::model
