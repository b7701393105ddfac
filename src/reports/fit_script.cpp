#include "reports/fit_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include "model/describe.hpp"
#include "model/least_squares.hpp"
#include "model/stated.hpp"

namespace sonde::reports {
namespace {

using model::FittedCurve;

struct Axis {
  double scale = 1;
  std::string unit;
};

Axis axis_of(const std::string& unit) {
  if (unit == "s") return {1e6, "us"};
  if (unit == "B/s") return {1e-6, "10^6 bytes/s"};
  return {1, unit == "B" ? "bytes" : unit};
}

std::vector<int> series_of(const FittedCurve& fit) {
  std::vector<int> all;
  for (const auto& p : fit.points)
    if (all.empty() || all.back() != p.series) all.push_back(p.series);
  return all;
}

std::string data_of(const FittedCurve& fit, int series, double scale) {
  std::string text = fmt::format("$measured{} << END\n", series);
  for (const auto& p : fit.points)
    if (p.series == series && p.x > 0)
      fmt::format_to(std::back_inserter(text), "{:.9g} {:.9g} {:.9g} {:.9g} {:.6g}\n", p.x,
                     p.measured * scale, (p.measured - p.half_interval) * scale,
                     (p.measured + p.half_interval) * scale, 100 * model::relative_residual(p));
  text += fmt::format("END\n$model{} << END\n", series);
  for (const auto& p : fit.curve)
    if (p.series == series && p.x > 0)
      fmt::format_to(std::back_inserter(text), "{:.9g} {:.9g}\n", p.x, p.y * scale);
  return text + "END\n";
}

std::string legend_of(const model::Parameter& p) {
  std::string text = fmt::format("{} = {}", p.name, model::with_unit(p.value, p.unit));
  if (p.interval)
    text += fmt::format(" [{}, {}]", model::with_unit(p.interval->low, p.unit),
                        model::with_unit(p.interval->high, p.unit));
  return text;
}

// Points and line of a series share one entry.
std::string points_title(const FittedCurve& fit, int series) {
  if (fit.series_label.empty()) return "title \"measured\"";
  return "title " + gnuplot_text(fmt::format("{} = {}", fit.series_label, series));
}

// A logarithmic axis where the values span half a decade or more, else one from 0.
std::string value_axis(const FittedCurve& fit) {
  const auto [low, high] =
      std::minmax_element(fit.points.begin(), fit.points.end(),
                          [](const auto& a, const auto& b) { return a.measured < b.measured; });
  if (low == fit.points.end() || low->measured <= 0) return "";
  return high->measured / low->measured < 3 ? "set yrange [0:*]\n" : "set logscale y 10\n";
}

// 1, 2 or 5 times a power of ten that no residual exceeds, in percent.
double residual_range(const FittedCurve& fit) {
  double largest = 0.1;
  for (const auto& p : fit.points) largest = std::max(largest, std::abs(100 * model::relative_residual(p)));
  const double decade = std::pow(10, std::floor(std::log10(largest)));
  for (const double factor : {1, 2, 5})
    if (factor * decade >= largest) return factor * decade;
  return 10 * decade;
}

// Both panels over the same lengths.
std::string range_of(const FittedCurve& fit) {
  double low = INFINITY, high = 0;
  for (const auto& p : fit.points)
    if (p.x > 0) low = std::min(low, p.x), high = std::max(high, p.x);
  return low < high ? fmt::format("set xrange [{:.9g}:{:.9g}]\n", low / 1.2, high * 1.2) : "";
}

// A place that may be empty holds whole lines.
constexpr const char* script_template =
    R"gp(# For gnuplot 5. Columns: x, value, ends of the 95 % interval, residual in percent; x, model.
set terminal {terminal}
set encoding utf8
{data}set multiplot
set grid
set lmargin 12
set rmargin 4
set logscale x 2
set format x "2^{{%L}}"
{x_range}set size 1,0.7
set origin 0,0.3
set key below left reverse Left noenhanced maxrows 4 samplen 2
{title}set ylabel {y_label} noenhanced
{y_axis}plot {upper}
unset logscale y
unset title
set size 1,0.3
set origin 0,0
set yrange [-{residual:g}:{residual:g}]
set ytics {residual:g}
set xlabel {x_label} noenhanced
set ylabel "residual (%)" noenhanced
plot {lower}
unset multiplot
)gp";

}  // namespace

std::string fit_script(const FittedCurve& curve, const FigureLook& look) {
  const FittedCurve fit = model::as_stated(curve);
  FigureLook titled = look;
  if (titled.title.empty() && model::misses_its_points(fit)) titled.title = fit.name;
  const Axis x = axis_of(fit.x_unit), y = axis_of(fit.y_unit);
  const std::vector<int> series = series_of(fit);
  std::string data;
  std::vector<std::string> upper, lower{"0 with lines lc rgb \"#888888\" notitle"};
  for (std::size_t i = 0; i < series.size(); ++i) {
    data += data_of(fit, series[i], y.scale);
    upper.push_back(fmt::format("$measured{} using 1:2:3:4 with yerrorbars {} {}", series[i],
                                gnuplot_style(i), points_title(fit, series[i])));
    upper.push_back(fmt::format("$model{} using 1:2 with lines {} {}", series[i], gnuplot_line_style(i),
                                fit.series_label.empty() ? "title \"model\"" : "notitle"));
    lower.push_back(
        fmt::format("$measured{} using 1:5 with linespoints {} notitle", series[i], gnuplot_style(i)));
  }
  for (const model::Parameter& p : fit.parameters)
    upper.push_back(fmt::format("NaN with points pt -1 title {}", gnuplot_text(legend_of(p))));
  return fmt::format(fmt::runtime(script_template), fmt::arg("terminal", gnuplot_terminal(look)),
                     fmt::arg("data", data), fmt::arg("x_range", range_of(fit)),
                     fmt::arg("title", gnuplot_title(titled)),
                     fmt::arg("y_label", gnuplot_text(fmt::format("{} ({})", fit.y_label, y.unit))),
                     fmt::arg("y_axis", value_axis(fit)), fmt::arg("upper", fmt::join(upper, gnuplot_next)),
                     fmt::arg("residual", residual_range(fit)),
                     fmt::arg("x_label", gnuplot_text(fmt::format("{} ({})", fit.x_label, x.unit))),
                     fmt::arg("lower", fmt::join(lower, gnuplot_next)));
}

}  // namespace sonde::reports
