#include "model/describe_fit.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <iterator>
#include <utility>

#include "base/text.hpp"
#include "model/least_squares.hpp"
#include "model/stated.hpp"

namespace sonde::model {

namespace {

using Steps = std::array<std::pair<double, const char*>, 4>;

// The largest step that leaves at least 1 in front of the point; the smallest where none does.
std::string scaled(double value, const Steps& steps) {
  auto chosen = steps.front();
  for (const auto& step : steps)
    if (std::abs(value) >= step.first) chosen = step;
  return fmt::format("{:.4g} {}", value / chosen.first, chosen.second);
}

std::string parameter_line(const FittedParameter& p) {
  std::string interval = p.interval ? fmt::format("  [{}, {}]", with_unit(p.interval->low, p.unit),
                                                  with_unit(p.interval->high, p.unit))
                                    : "";
  return fmt::format("  {:<8} {:>14}{}  {}\n", p.name, with_unit(p.value, p.unit), interval, p.meaning);
}

// Two digits, or as many as there are before the point.
std::string percent_text(double share) {
  return 100 * share < 99.5 ? fmt::format("{:.2g} %", 100 * share) : fmt::format("{:.0f} %", 100 * share);
}

std::string quality_line(const Quality& q) {
  return fmt::format("  {} points, {} parameters, R^2 {:.4f}, {}, relative residual {} (rms)\n", q.points,
                     q.parameters, q.r_squared, aicc_text(q), percent_text(q.relative_rms));
}

void residual_table(std::string& text, const FittedCurve& curve) {
  auto out = std::back_inserter(text);
  const auto series = [&](const std::string& cell) {
    return curve.series_label.empty() ? std::string() : fmt::format("  {:>9}", cell);
  };
  fmt::format_to(out, "{}  {:>14} {:>16} {:>16} {:>10}\n", series(curve.series_label), curve.x_label,
                 "measured", "fitted", "residual");
  for (const FittedPoint& p : curve.points) {
    text += series(fmt::to_string(p.series));
    fmt::format_to(out, "  {:>14} {:>16} {:>16} {:>+9.1f}%\n", with_unit(p.x, curve.x_unit),
                   with_unit(p.measured, curve.y_unit), with_unit(p.fitted, curve.y_unit),
                   100 * relative_residual(p));
  }
}

}  // namespace

std::string with_unit(double value, const std::string& unit) {
  if (!std::isfinite(value)) return std::isnan(value) ? "unknown" : "unbounded";
  if (unit == "s") return scaled(value, {{{1e-6, "us"}, {1e-3, "ms"}, {1, "s"}, {1e3, "ks"}}});
  if (unit == "B/s") return scaled(value, {{{1, "B/s"}, {1e3, "kB/s"}, {1e6, "MB/s"}, {1e9, "GB/s"}}});
  if (unit == "B") return scaled(value, {{{1, "B"}, {1024, "KiB"}, {1048576, "MiB"}, {1073741824, "GiB"}}});
  if (unit == "s/B") return fmt::format("{:.4g} ns/B", value * 1e9);
  if (unit.empty() || unit == "1") return fmt::format("{:.4g}", value);
  return fmt::format("{:.4g} {}", value, unit);
}

std::string aicc_text(const Quality& quality) {
  if (std::isfinite(quality.aicc)) return fmt::format("AICc {:.1f}", quality.aicc);
  return fmt::format("no AICc ({} parameter{} {} points)", quality.parameters,
                     quality.parameters == 1 ? " needs" : "s need",
                     fewest_points_for_aicc(quality.parameters));
}

std::string describe(const FittedCurve& fit, bool residuals) {
  const FittedCurve curve = as_stated(fit);
  std::string text = curve.name + "\n";
  auto out = std::back_inserter(text);
  for (const auto line : split(curve.formula, '\n')) fmt::format_to(out, "  {}\n", line);
  fmt::format_to(out, "  source: {}\n", curve.source);
  for (const FittedParameter& p : curve.parameters) text += parameter_line(p);
  text += quality_line(curve.quality);
  for (const std::string& note : curve.notes) fmt::format_to(out, "  note: {}\n", note);
  if (residuals) residual_table(text, curve);
  return text;
}

}  // namespace sonde::model
