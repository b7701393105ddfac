// A fitted model as a figure for a paper, for gnuplot 5.
#pragma once
#include <string>

#include "model/fitted.hpp"
#include "reports/gnuplot_style.hpp"

namespace sonde::reports {

enum class Residuals { left_out, drawn };

/// A script that carries its data and draws to standard output: the measured points with their 95 %
/// intervals where they are known and the model; the fit in words, with its parameters, is a comment for the
/// caption. Below, where asked for, the residuals in percent of the model. One colour for each value of the
/// second variable. Points that a logarithmic axis cannot show (messages of no bytes) are left out.
[[nodiscard]] std::string fit_script(const model::FittedCurve& curve, const FigureLook& look,
                                     Residuals residuals = Residuals::left_out);

}  // namespace sonde::reports
