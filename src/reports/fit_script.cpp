#include "reports/fit_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "base/text.hpp"
#include "model/describe_fit.hpp"
#include "model/least_squares.hpp"
#include "model/stated.hpp"
#include "reports/gnuplot_axis.hpp"

namespace sonde::reports {
namespace {

using model::FittedCurve;

/// How numbers of a unit stand on an axis.
struct Unit {
  double scale = 1;
  std::string label{};  ///< behind the name of the axis
  TickText tick = tick_of_number;
};

Unit unit_of(const std::string& unit) {
  if (unit == "s") return {1e6, " (µs)"};
  if (unit == "B/s") return {1, "", tick_of_rate};
  if (unit == "B") return {1, "", tick_of_bytes};
  return {1, unit.empty() || unit == "1" ? "" : fmt::format(" ({})", unit)};
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

// Points and line of a series share one entry.
std::string points_title(const FittedCurve& fit, int series) {
  return fit.series_label.empty() ? "measured" : fmt::format("{} = {}", fit.series_label, series);
}

std::string sentence_case(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

/// Of both panels.
PlotAxis x_axis(const FittedCurve& fit, const FigureLook& look) {
  PlotAxis axis{.name = 'x',
                .scale = Scale::log2,
                .text = unit_of(fit.x_unit).tick,
                .whole = true,
                .binary = fit.x_unit == "B",
                .most = room_of(look).x_ticks};
  for (const auto& p : fit.points)
    if (p.x > 0) axis.drawn.include(p.x);
  return axis;
}

// A logarithmic axis where the values span half a decade or more, else a linear one.
PlotAxis y_axis(const FittedCurve& fit, const FigureLook& look) {
  const Unit unit = unit_of(fit.y_unit);
  PlotAxis axis{.name = 'y', .text = unit.tick, .binary = fit.y_unit == "B", .most = room_of(look).y_ticks};
  for (const auto& p : fit.points)
    if (p.x > 0)
      for (const double value : {p.measured - p.half_interval, p.measured, p.measured + p.half_interval})
        axis.drawn.include(value * unit.scale);
  for (const auto& p : fit.curve)
    if (p.x > 0) axis.drawn.include(p.y * unit.scale);
  if (axis.drawn.low > 0 && axis.drawn.high >= 3 * axis.drawn.low)
    axis.scale = axis.binary ? Scale::log2 : Scale::log10;
  return axis;
}

PlotAxis residual_axis(const FittedCurve& fit) {
  PlotAxis axis{.name = 'y', .text = tick_of_number, .most = 3};
  for (const auto& p : fit.points) {
    const double percent = 100 * model::relative_residual(p);
    axis.drawn.include(percent), axis.drawn.include(-percent);
  }
  return axis;
}

/// The fit in words, as a comment.
std::string caption_of(const FittedCurve& fit) {
  const std::string text = model::describe(fit, false);
  std::string out;
  for (const std::string_view line : split(trim(text), '\n')) out += fmt::format("# {}\n", printable(line));
  return out;
}

// A place that may be empty holds whole lines.
constexpr const char* fit_template =
    R"gp(# For gnuplot 5. Columns: x, value, ends of the 95 % interval, residual in percent; x, model.
{caption}set terminal {terminal}
set encoding utf8
{data}{begin}{grid}set rmargin 2
set xtics offset 0,0.45
{x_axis}{title}{x_label}set ylabel {y_label} noenhanced
{key}{y_axis}plot {upper}
{residuals})gp";

constexpr const char* residual_template = R"gp(unset logscale y
unset title
unset key
set size 1,0.35
set origin 0,0
{y_axis}{x_label}set ylabel "Residual (%)"
plot {lower}
unset multiplot
)gp";

/// What both panels draw.
struct Parts {
  Key key;
  std::string data{};
  std::vector<std::string> upper{}, lower{"0 with lines lc rgb \"#888888\" notitle"};
};

Parts parts_of(const FittedCurve& fit, const FigureLook& look) {
  const std::vector<int> series = series_of(fit);
  const double scale = unit_of(fit.y_unit).scale;
  std::vector<std::string> titles;
  titles.reserve(series.size() + 1);
  for (const int one : series) titles.push_back(points_title(fit, one));
  if (fit.series_label.empty()) titles.emplace_back("model");
  Parts parts{.key = key_of(std::move(titles), "", look)};
  const bool bars = std::ranges::any_of(fit.points, [](const auto& p) { return p.half_interval > 0; });
  for (std::size_t i = 0; i < series.size(); ++i) {
    const LineLook line = look_of(i);
    parts.data += data_of(fit, series[i], scale);
    parts.upper.push_back(fmt::format("$measured{} using {} {} title {}", series[i],
                                      bars ? "1:2:3:4 with yerrorbars" : "1:2 with points",
                                      gnuplot_style({i, 0, i}), gnuplot_text(parts.key.titles[i])));
    parts.upper.push_back(fmt::format("$model{} using 1:2 with lines {} {}", series[i],
                                      gnuplot_line_style(line),
                                      fit.series_label.empty() ? "title \"model\"" : "notitle"));
    parts.lower.push_back(
        fmt::format("$measured{} using 1:5 with linespoints {} notitle", series[i], gnuplot_style(line)));
  }
  return parts;
}

}  // namespace

std::string fit_script(const FittedCurve& curve, const FigureLook& look, Residuals residuals) {
  const FittedCurve fit = model::as_stated(curve);
  const bool two = residuals == Residuals::drawn;
  FigureLook titled = look;
  if (titled.title.empty() && model::misses_its_points(fit)) titled.title = fit.name;
  const Unit x = unit_of(fit.x_unit), y = unit_of(fit.y_unit);
  const Parts parts = parts_of(fit, look);
  const std::string x_label = fmt::format("set xlabel {} noenhanced offset 0,1.1\n",
                                          gnuplot_text(sentence_case(fit.x_label) + x.label));
  const std::string below = !two ? ""
                                 : fmt::format(fmt::runtime(residual_template), fmt::arg("x_label", x_label),
                                               fmt::arg("y_axis", gnuplot_axis(residual_axis(fit))),
                                               fmt::arg("lower", fmt::join(parts.lower, gnuplot_next)));
  return fmt::format(
      fmt::runtime(fit_template), fmt::arg("caption", caption_of(fit)),
      fmt::arg("terminal", gnuplot_terminal(look, parts.key.lines() + (two ? 8 : 0))),
      fmt::arg("data", parts.data), fmt::arg("grid", gnuplot_grid),
      fmt::arg("begin", two ? "set multiplot\nset lmargin 11\nset size 1,0.65\nset origin 0,0.35\n" : ""),
      fmt::arg("x_axis", gnuplot_axis(x_axis(fit, look))), fmt::arg("title", gnuplot_title(titled)),
      fmt::arg("x_label", two ? "" : x_label),
      fmt::arg("y_label", gnuplot_text(sentence_case(fit.y_label) + y.label)),
      fmt::arg("key", gnuplot_key(parts.key)), fmt::arg("y_axis", gnuplot_axis(y_axis(fit, look))),
      fmt::arg("upper", fmt::join(parts.upper, gnuplot_next)), fmt::arg("residuals", below));
}

}  // namespace sonde::reports
