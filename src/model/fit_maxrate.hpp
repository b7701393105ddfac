// The max-rate model of several pairs between two nodes: how many of them saturate the link.
#pragma once
#include <span>

#include "base/result.hpp"
#include "model/fitted.hpp"
#include "model/samples.hpp"

namespace sonde::model {

/// T = alpha + k x / min(R_N, R_Cb + (k - 1) R_Ci) (Gropp, Olson, Samfass, EuroMPI 2016), for PingPong with k
/// = 1 ... pairs at the same time; samples of at least two numbers of pairs with at least two lengths each,
/// sigma set. R_N: rate of the node's link; R_Cb: rate of one process; R_Ci: what each further process
/// adds.
///
/// For every number of pairs at which the link may be full, alpha and the rates follow by least squares (R_Ci
/// / R_Cb is scanned); the consistent case of least AICc is taken. Where the link is never full, R_N is at
/// least the highest rate seen; where one pair fills it, R_Cb and R_Ci cannot be had: the notes say so and
/// the parameter is missing.
[[nodiscard]] Result<FittedCurve> fit_maxrate(std::span<const Sample> unsorted);

}  // namespace sonde::model
