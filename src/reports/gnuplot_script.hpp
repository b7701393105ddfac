// Figures for a paper, as scripts for gnuplot 5.
#pragma once
#include <array>
#include <span>
#include <string>

#include "base/result.hpp"
#include "record/record.hpp"
#include "reports/gnuplot_style.hpp"
#include "reports/show_select.hpp"

namespace sonde::reports {

enum class Plotted { time, rate, message_rate, overlap };

struct PlotOptions {
  Plotted quantity = Plotted::time;
  FigureLook look{};
  /// As benchmark_of() names it, without regard to case; empty: the only one, or an error.
  std::string benchmark{};
  bool linear_size = false, linear_value = false;
  Ranges processes{};  ///< of each line; none: all
  Ranges bytes{};
  bool over_processes = false;  ///< also what has lengths, each a line of its own
  std::string over{};     ///< the setting of a scan that is below: a line a case, the median of its launches
  double peak = 0;        ///< bytes per second, a line across the rates; 0: none
  bool labelled = false;  ///< runs bear names that the key tells even of one
  /// The first so many runs are a side, the others are the other one: each a line, the median of its runs; 0:
  /// every run by itself.
  std::size_t base_runs = 0;
  std::array<std::string, 2> side_names{"base", "new"};
};

/// A script that carries its data and draws to standard output. Lines differ in dash or mark, so that they
/// do in black and white; bars are 95 % intervals; time is in microseconds, overlap in per cent on a linear
/// axis. The band of a side is the interval of the median where each point has six launches, else it reaches
/// from the lowest to the highest. The error says which benchmarks there are when the choice is not clear, or
/// that there is nothing to draw. More than 24 lines become bands, one for each number of processes or one in
/// all: the median of the lines, the least and the greatest.
[[nodiscard]] Result<std::string> gnuplot_script(std::span<const record::Run> runs,
                                                 const PlotOptions& options);

/// The same of single calls: which share of them takes longer than a time, a line for each case of a file, or
/// of a side for all its launches, in steps. On the axis of shares, which is logarithmic, the last call is at
/// half of its share. An error where no case has a curve, or more than 24 have.
[[nodiscard]] Result<std::string> tails_script(std::span<const record::Run> runs, const PlotOptions& options);

/// The same of loops: the batches of one case counted in cells of repetition and time, darker where there are
/// more; files and groups are summed, sides stand beside each other. An error where several cases have
/// batches.
[[nodiscard]] Result<std::string> loop_script(std::span<const record::Run> runs, const PlotOptions& options);

}  // namespace sonde::reports
