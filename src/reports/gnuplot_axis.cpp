#include "reports/gnuplot_axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/text.hpp"
#include "base/units.hpp"
#include "reports/gnuplot_style.hpp"

namespace sonde::reports {

void AxisRange::include(double value) {
  if (!std::isfinite(value)) return;
  low = std::min(low, value), high = std::max(high, value);
}

std::string tick_of_bytes(double bytes) {
  return human_bytes(std::llround(bytes));
}
std::string tick_of_rate(double bytes_per_second) {
  return human_rate(bytes_per_second);
}
std::string tick_of_count(double per_second) {
  std::string text = human_rate(per_second);
  text.resize(text.size() - std::string_view("B/s").size());
  return text.ends_with(' ') ? text.substr(0, text.size() - 1) : text;
}
std::string tick_of_number(double number) {
  return fmt::format("{:.10g}", number);
}

namespace {

constexpr double share_of_room = 0.06;  ///< of the axis, on each side
constexpr std::size_t fewest = 3;
constexpr double most_plain = 1e5;  ///< decades from here on are powers of ten

using Ticks = std::vector<double>;

/// Mantissas times every so many powers of the base.
struct Powers {
  int step = 1;
  std::vector<double> mantissas{1};
};

using Choice = std::vector<Powers>;  ///< from coarse to fine
const Choice of_2{{10}, {5}, {4}, {2}, {1}, {1, {1, 1.5}}, {1, {1, 1.25, 1.5, 1.75}}},
    of_10{{6}, {3}, {2}, {1}, {1, {1, 2, 5}}, {1, {1, 1.5, 2, 3, 5, 7}}};
const Powers integers{1, {1, 2, 3, 4, 5, 6, 7, 8, 9}};

double base_of(const PlotAxis& axis) {
  return axis.scale == Scale::log2 ? 2 : 10;
}

/// The range with its room.
AxisRange widened(Scale scale, AxisRange drawn) {
  if (scale == Scale::linear) {
    if (drawn.low > 0 && drawn.low < drawn.high / 2) drawn.low = 0;
    const double span = drawn.high - drawn.low;
    const double more = span > 0          ? span * share_of_room / (1 - 2 * share_of_room)
                        : drawn.high != 0 ? std::abs(drawn.high) / 10
                                          : 1;
    return {drawn.low - more, drawn.high + more};
  }
  const double decades = std::log10(drawn.high / drawn.low);
  const double more = std::pow(10, std::max(decades * share_of_room / (1 - 2 * share_of_room), 0.02));
  return {drawn.low / more, drawn.high * more};
}

Ticks between(const AxisRange& range, const PlotAxis& axis, const Powers& powers) {
  Ticks out;
  const double base = base_of(axis);
  const auto log = [&](double value) { return std::log(value) / std::log(base); };
  const int first = static_cast<int>(std::floor(log(range.low) / powers.step)) * powers.step;
  for (int power = first; power <= log(range.high); power += powers.step)
    for (const double mantissa : powers.mantissas) {
      const double value = mantissa * std::pow(base, power);
      const bool meant = !axis.whole || value == std::floor(value);
      if (meant && value >= range.low && value <= range.high) out.push_back(value);
    }
  return out;
}

Ticks stepped(const AxisRange& range, double step) {
  Ticks out;
  const double first = std::ceil(range.low / step), last = std::floor(range.high / step);
  for (int i = 0; first + i <= last; ++i) out.push_back(first + i == 0 ? 0 : (first + i) * step);  // no -0
  return out;
}

/// Steps from coarse to fine, of which the finest gives more ticks than fit.
std::vector<double> steps(const AxisRange& range, bool binary) {
  std::vector<double> out;
  const double span = range.high - range.low, base = binary ? 2 : 10;
  const double power = std::ceil(std::log(span) / std::log(base));
  for (int i = 0; i < 8; ++i)
    for (const double mantissa : binary ? std::vector<double>{1} : std::vector<double>{1, 0.5, 0.2})
      out.push_back(mantissa * std::pow(base, power - i));
  return out;
}

/// The finest that fit, but enough.
Ticks chosen(const PlotAxis& axis, const AxisRange& range) {
  Ticks best;
  const auto settled = [&](Ticks next) {
    if (best.size() >= fewest && next.size() > axis.most) return true;
    if (next.size() >= best.size()) best = std::move(next);
    return false;
  };
  if (axis.scale != Scale::linear)
    for (const Powers& powers : axis.scale == Scale::log2 ? of_2 : of_10)
      if (settled(between(range, axis, powers))) return best;
  if (axis.scale != Scale::log2)
    for (const double step : steps(range, axis.binary))
      if (settled(stepped(range, step))) return best;
  return best;
}

Ticks without_text(const PlotAxis& axis, const AxisRange& range, const Ticks& with_text) {
  if (axis.scale == Scale::linear) return {};
  const bool far = with_text.size() > 1 && with_text[1] / with_text[0] > 10 * 1.01;
  Ticks all = between(range, axis, axis.scale == Scale::log2 || far ? Powers{} : integers);
  std::erase_if(all, [&](double value) {
    return std::ranges::any_of(with_text, [&](double other) { return std::abs(value / other - 1) < 1e-6; });
  });
  return all;
}

bool is_decade(double value) {
  const double power = std::log10(value);
  return std::abs(power - std::round(power)) < 1e-9;
}

}  // namespace

std::string gnuplot_axis(const PlotAxis& axis) {
  if (axis.drawn.empty()) return "";
  AxisRange range = widened(axis.scale, axis.drawn);
  Ticks ticks = chosen(axis, range);
  if (axis.scale == Scale::log2 && ticks.size() < fewest) {
    range = widened(axis.scale, {axis.drawn.low / 2, axis.drawn.high * 2});
    ticks = chosen(axis, range);
  }
  const bool powers = axis.text == tick_of_number && axis.scale == Scale::log10 && !ticks.empty() &&
                      (ticks.back() >= most_plain || ticks.front() <= 1.01 / most_plain) &&
                      std::ranges::all_of(ticks, is_decade);
  std::vector<std::string> texts;
  for (const double value : ticks)
    texts.push_back(fmt::format(
        "\"{}\" {:.9g}", powers ? fmt::format("10^{{{:.0f}}}", std::log10(value)) : axis.text(value), value));
  for (const double value : without_text(axis, range, ticks))
    texts.push_back(fmt::format("\"\" {:.9g} 1", value));
  return fmt::format(
      "{}set {}range [{:.9g}:{:.9g}]\nset {}tics ({})\n",
      axis.scale == Scale::linear ? "" : fmt::format("set logscale {} {:g}\n", axis.name, base_of(axis)),
      axis.name, range.low, range.high, axis.name, fmt::join(texts, ", "));
}

std::string gnuplot_categories(char axis, std::span<const std::string> names) {
  constexpr std::size_t longest = 24;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < names.size(); ++i)
    texts.push_back(fmt::format("{} {}", gnuplot_text(shortened(names[i], longest)), i));
  return fmt::format("set {}range [-0.5:{}.5]\nset {}tics ({})\n", axis, names.size() - 1, axis,
                     fmt::join(texts, ", "));
}

}  // namespace sonde::reports
