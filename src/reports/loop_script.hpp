// When in a loop repetitions took how long, as a figure.
#pragma once
#include <span>
#include <string>

#include "base/result.hpp"
#include "record/record.hpp"
#include "reports/gnuplot_script.hpp"

namespace sonde::reports {

/// A script as of gnuplot_script(): the batches of one case counted in cells of repetition and time, darker
/// where there are more; files and groups are summed, sides stand beside each other. An error where several
/// cases have batches.
[[nodiscard]] Result<std::string> loop_script(std::span<const record::Run> runs, const PlotOptions& options);

}  // namespace sonde::reports
