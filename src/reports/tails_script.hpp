// Single calls as a figure: which share of them takes longer than a time.
#pragma once
#include <span>
#include <string>

#include "base/result.hpp"
#include "record/record.hpp"
#include "reports/gnuplot_script.hpp"

namespace sonde::reports {

/// A script as of gnuplot_script(): a line for each case of a file, or of a side for all its launches, in
/// steps. On the axis of shares, which is logarithmic, the last call is at half of its share. An error where
/// no case has a curve, or more than 24 have.
[[nodiscard]] Result<std::string> tails_script(std::span<const record::Run> runs, const PlotOptions& options);

}  // namespace sonde::reports
