// The lines of a figure: which cases lie on one, how it is called, how it looks.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/figures.hpp"
#include "analysis/scan.hpp"
#include "base/result.hpp"
#include "record/record.hpp"
#include "reports/gnuplot_axis.hpp"
#include "reports/gnuplot_script.hpp"
#include "reports/gnuplot_style.hpp"

namespace sonde::reports {

/// What may be drawn: how it is called, its axis, the unit of the axis, and what a case has of it.
struct PlotQuantity {
  Plotted plotted = Plotted::time;
  std::string_view name;
  std::string_view axis;
  TickText tick = tick_of_number;
  double per_unit = 1;      ///< of the axis
  bool linear = false;      ///< may be 0, or less
  std::string_view flag{};  ///< of `sonde plot`
  std::optional<analysis::Figure> (*of)(const record::CaseRecord&, double megabyte) = nullptr;
};

[[nodiscard]] const PlotQuantity& quantity_of(Plotted plotted);

/// The benchmark, of which kinds of memory are lines of one picture.
[[nodiscard]] std::string name_of(record::CaseId id);

/// Names of the benchmarks whose cases have it, each once, as the first file spells it, in the order of small
/// letters.
[[nodiscard]] std::vector<std::string> benchmarks_with(bool (*has)(const record::CaseRecord&),
                                                       std::span<const record::Run> runs);

/// Whether lengths and processes of the options choose a case of this benchmark.
[[nodiscard]] bool takes(const PlotOptions& options, const std::string& benchmark, const record::CaseId& id);

/// The number of the side that a run belongs to; of its file where there are no sides (`base_runs` 0).
[[nodiscard]] std::size_t source_of(std::size_t run, std::size_t base_runs);

/// Whether titles say which file or side a line is of.
[[nodiscard]] bool tells_sources(std::span<const record::Run> runs, const PlotOptions& options);

/// What the key calls a file or side.
[[nodiscard]] std::string name_of_source(std::size_t source, std::span<const record::Run> runs,
                                         const PlotOptions& options);

/// What the titles of all lines tell.
struct LineName {
  bool sized = false;    ///< over lengths, else over processes
  bool counts = false;   ///< numbers of processes
  bool sources = false;  ///< files or sides
};

/// What is known of the case; the file or side where there are several, and where nothing else is.
[[nodiscard]] std::string title_of(const record::CaseId& id, const LineName& told, const std::string& source);

struct Point {
  double x = 0;
  analysis::Figure y;
};

struct PlotLine {
  std::string title;
  std::vector<Point> points;  ///< ascending
  LineLook look{};
  bool band = false;  ///< between the ends of the points, else bars
  std::vector<double>
      gaps{};  ///< ascending: places of cases that failed or were skipped, where the line is broken
};

struct Drawn {
  std::string benchmark;
  std::vector<PlotLine> lines;
  bool sized = false;                        ///< over lengths, else over processes
  bool beside_computation = false;           ///< times are those of the transfer without it
  std::string heading;                       ///< what lines and bands are, where that is no single run
  std::optional<analysis::ScanAxis> over{};  ///< the setting of a scan that is below instead
  std::vector<Point> best{};                 ///< of these, the points that are proved best of their case
};

/// An error says which benchmarks there are when the choice is not clear, or what else there is to draw.
[[nodiscard]] Result<Drawn> drawn(std::span<const record::Run> runs, const PlotOptions& options);

}  // namespace sonde::reports
