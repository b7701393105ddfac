#include "reports/gnuplot_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <vector>

#include "base/text.hpp"
#include "base/units.hpp"
#include "reports/plot_lines.hpp"

namespace sonde::reports {
namespace {

/// The points; an empty line, where gnuplot breaks the line, stands for gaps between two of them.
std::string data_block(std::size_t number, const PlotLine& line) {
  std::string text = fmt::format("$line{} << END\n", number);
  double before = std::numeric_limits<double>::infinity();
  for (const Point& p : line.points) {
    if (std::ranges::any_of(line.gaps, [&](double gap) { return before < gap && gap < p.x; })) text += "\n";
    before = p.x;
    fmt::format_to(std::back_inserter(text), "{:.9g} {:.9g} {:.9g} {:.9g}\n", p.x, p.y.value,
                   p.y.low.value_or(p.y.value), p.y.high.value_or(p.y.value));
  }
  return text + "END\n";
}

/// What `plot` draws of a line: the band or, where there are intervals, bars, `below` all lines, since
/// gnuplot wipes out what lies under the mark of a bar; and the line.
void draw(std::vector<std::string>& below, std::vector<std::string>& lines, std::size_t number,
          const PlotLine& line, std::string_view title) {
  if (line.band)
    below.push_back(
        fmt::format("$line{} using 1:3:4 with filledcurves {} fs transparent solid 0.2 noborder notitle",
                    number, gnuplot_colour(line.look)));
  if (!line.band && std::ranges::any_of(line.points, [](const Point& p) { return p.y.low && p.y.high; }))
    below.push_back(fmt::format("$line{} using 1:2:3:4 with yerrorbars {} notitle", number,
                                gnuplot_style({line.look.colour, 0, line.look.mark})));
  lines.push_back(fmt::format("$line{} using 1:2 with linespoints {} title {}", number,
                              gnuplot_style(line.look), gnuplot_text(title)));
}

std::string x_axis(const Drawn& drawn, const PlotOptions& options) {
  if (drawn.over && !drawn.over->numbers) return gnuplot_categories('x', drawn.over->values);
  const bool linear = options.linear_size || (drawn.over && !drawn.over->logarithmic);
  PlotAxis axis{
      .name = 'x',
      .scale = linear ? Scale::linear : Scale::log2,
      .text = drawn.sized ? tick_of_bytes : tick_of_number,
      .whole = !drawn.over || std::ranges::all_of(drawn.over->places,
                                                  [](double place) { return place == std::floor(place); }),
      .binary = drawn.sized,
      .most = room_of(options.look).x_ticks};
  for (const PlotLine& line : drawn.lines)
    for (const Point& p : line.points) axis.drawn.include(p.x);
  return gnuplot_axis(axis);
}

PlotAxis y_axis(const Drawn& drawn, const PlotOptions& options) {
  const PlotQuantity& quantity = quantity_of(options.quantity);
  PlotAxis axis{.name = 'y',
                .scale = options.linear_value || quantity.linear ? Scale::linear : Scale::log10,
                .text = quantity.tick,
                .most = room_of(options.look).y_ticks};
  const auto take = [&](double value) {
    if (value > 0 || axis.scale == Scale::linear) axis.drawn.include(value);
  };
  for (const PlotLine& line : drawn.lines)
    for (const Point& p : line.points)
      for (const double value : {p.y.value, p.y.low.value_or(p.y.value), p.y.high.value_or(p.y.value)})
        take(value);
  if (options.peak > 0) take(options.peak * quantity.per_unit);
  return axis;
}

/// Where lines and bars come from.
std::string columns_of(const Drawn& drawn) {
  if (!drawn.heading.empty()) return drawn.heading;
  return drawn.lines.front().band ? "median of the lines, the least and the greatest of them"
                                  : "value, ends of the 95 % interval";
}

// A place that may be empty holds whole lines.
constexpr const char* script_template = R"(# For gnuplot 5. {benchmark}. Columns: x, {columns}.
set terminal {terminal}
set encoding utf8
{title}{grid}set rmargin 2
set xtics offset 0,0.45
set xlabel {x_label} offset 0,1.1
set ylabel "{y_label}"
{key}{axes}{data}plot {lines}
)";

Result<std::string> script_of(const Drawn& drawn, const PlotOptions& options) {
  std::vector<std::string> titles, parts, lines;
  for (const PlotLine& line : drawn.lines) titles.push_back(line.title);
  if (!drawn.best.empty()) titles.emplace_back("proved best of its case");
  if (options.peak > 0) titles.push_back(fmt::format("peak: {}", human_rate(options.peak)));
  const Key key = key_of(std::move(titles), drawn.heading, options.look);
  if (options.look.height_mm > 0 && key.lines() > room_of(options.look).y_ticks)
    return failure(fmt::format("a key of {} lines leaves no room at a height of {:g}mm", key.lines(),
                               options.look.height_mm));
  std::string data;
  for (std::size_t i = 0; i < drawn.lines.size(); ++i) {
    data += data_block(i, drawn.lines[i]);
    draw(parts, lines, i, drawn.lines[i], key.titles[i]);
  }
  std::ranges::move(lines, std::back_inserter(parts));
  if (!drawn.best.empty()) {
    data += data_block(drawn.lines.size(), {.title = "", .points = drawn.best});
    parts.push_back(
        fmt::format(R"($line{} using 1:2 with points pt 6 ps 2.2 lw 1.5 lc rgb "#222222" title {})",
                    drawn.lines.size(), gnuplot_text(key.titles[drawn.lines.size()])));
  }
  if (options.peak > 0)
    parts.push_back(fmt::format(R"({:.9g} with lines lc rgb "#666666" dt "-" lw 1 title {})", options.peak,
                                gnuplot_text(key.titles.back())));
  return fmt::format(
      fmt::runtime(script_template), fmt::arg("benchmark", printable(drawn.benchmark)),
      fmt::arg("columns", columns_of(drawn)),
      fmt::arg("terminal", gnuplot_terminal(options.look, key.lines())),
      fmt::arg("title", gnuplot_title(options.look)), fmt::arg("grid", gnuplot_grid),
      fmt::arg("key", gnuplot_key(key)),
      fmt::arg("x_label", gnuplot_text(drawn.over    ? drawn.over->name
                                       : drawn.sized ? "Message length"
                                                     : "Processes")),
      fmt::arg("y_label", drawn.beside_computation ? "t_pure (µs)" : quantity_of(options.quantity).axis),
      fmt::arg("axes", x_axis(drawn, options) + gnuplot_axis(y_axis(drawn, options))), fmt::arg("data", data),
      fmt::arg("lines", fmt::join(parts, gnuplot_next)));
}

}  // namespace

Result<std::string> gnuplot_script(std::span<const record::Run> runs, const PlotOptions& options) {
  const auto lines = drawn(runs, options);
  if (!lines) return tl::unexpected(lines.error());
  return script_of(*lines, options);
}

}  // namespace sonde::reports
