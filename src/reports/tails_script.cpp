#include <fmt/format.h>

#include <iterator>
#include <set>
#include <vector>

#include "base/text.hpp"
#include "reports/call_cases.hpp"
#include "reports/gnuplot_axis.hpp"
#include "reports/gnuplot_script.hpp"
#include "reports/plot_lines.hpp"
#include "stats/pooled_curve.hpp"

namespace sonde::reports {
namespace {

constexpr std::size_t most_tails = 24;
constexpr double usec_of_axis = 1e6;

/// In microseconds; what a logarithmic axis cannot show stands at half of what is next to it.
std::vector<stats::CurveStep> steps_of(const CallCase& one, const PlotOptions& options) {
  std::vector<const stats::TailCurve*> curves;
  std::int64_t calls = 0;
  for (const record::CaseRecord* record : one.records)
    curves.push_back(&record->tail->curve), calls += record->tail->calls;
  auto steps = stats::pooled_curve(curves);
  for (stats::CurveStep& step : steps) step.seconds *= usec_of_axis;
  if (!options.linear_size && steps.front().seconds <= 0) steps.front().seconds = steps[1].seconds / 2;
  if (!options.linear_value) steps.back().share = 0.5 / static_cast<double>(calls);
  return steps;
}

std::string steps_block(std::size_t number, const std::vector<stats::CurveStep>& steps) {
  std::string text = fmt::format("$line{} << END\n", number);
  for (const auto& [time, share] : steps)
    fmt::format_to(std::back_inserter(text), "{:.9g} {:.9g}\n", time, share);
  return text + "END\n";
}

/// A colour for each file or side and a dash for each case; where one of them is several alone, lines differ
/// in both.
class TailLooks {
 public:
  explicit TailLooks(const std::vector<CallCase>& cases) {
    for (const CallCase& one : cases) ids_.insert(one.id), sources_.insert(one.source);
  }
  [[nodiscard]] bool several_sources() const { return sources_.size() > 1; }
  [[nodiscard]] bool several_counts() const { return ids_.begin()->processes != ids_.rbegin()->processes; }
  [[nodiscard]] LineLook of(const CallCase& one) const {
    const auto id = static_cast<std::size_t>(std::distance(ids_.begin(), ids_.find(one.id)));
    const auto source = static_cast<std::size_t>(std::distance(sources_.begin(), sources_.find(one.source)));
    return ids_.size() == 1       ? look_of(source)
           : sources_.size() == 1 ? look_of(id)
                                  : LineLook{source, id, source};
  }

 private:
  std::set<record::CaseId> ids_;
  std::set<std::size_t> sources_;
};

constexpr const char* tails_template =
    R"gp(# For gnuplot 5. {benchmark}. Columns: microseconds, share of the calls that take so long or longer.
set terminal {terminal}
set encoding utf8
{title}set grid
set rmargin 2
set xtics offset 0,0.45
set xlabel "Time of a call (µs)" offset 0,1.1
set ylabel "Share of calls that take longer"
{key}{axes}{data}plot {lines}
)gp";

}  // namespace

Result<std::string> tails_script(std::span<const record::Run> runs, const PlotOptions& options) {
  const auto chosen = cases_with(with_curve, runs, options);
  if (!chosen) return tl::unexpected(chosen.error());
  const auto& cases = chosen->cases;
  if (cases.size() > most_tails)
    return failure(fmt::format("{} lines, of which a figure holds {}: choose with --bytes or --processes",
                               cases.size(), most_tails));
  const TailLooks looks(cases);
  PlotAxis x{.name = 'x',
             .scale = options.linear_size ? Scale::linear : Scale::log10,
             .text = tick_of_number,
             .most = room_of(options.look).x_ticks};
  PlotAxis y{.name = 'y',
             .scale = options.linear_value ? Scale::linear : Scale::log10,
             .text = tick_of_number,
             .most = room_of(options.look).y_ticks};
  std::vector<std::string> titles, parts;
  std::string data;
  for (const CallCase& one : cases) {
    titles.push_back(title_of(one.id,
                              {.sized = false,
                               .counts = looks.several_counts() || one.id.bytes < 0,
                               .sources = tells_sources(runs, options)},
                              name_of_source(one.source, runs, options)));
    const auto steps = steps_of(one, options);
    for (const auto& [time, share] : steps) x.drawn.include(time), y.drawn.include(share);
    data += steps_block(titles.size() - 1, steps);
  }
  const Key key = key_of(std::move(titles), "", options.look);
  for (std::size_t i = 0; i < cases.size(); ++i)
    parts.push_back(fmt::format("$line{} using 1:2 with steps {} title {}", i,
                                gnuplot_line_style(looks.of(cases[i])), gnuplot_text(key.titles[i])));
  return fmt::format(fmt::runtime(tails_template), fmt::arg("benchmark", printable(chosen->benchmark)),
                     fmt::arg("terminal", gnuplot_terminal(options.look, key.lines())),
                     fmt::arg("title", gnuplot_title(options.look)), fmt::arg("key", gnuplot_key(key)),
                     fmt::arg("axes", gnuplot_axis(x) + gnuplot_axis(y)), fmt::arg("data", data),
                     fmt::arg("lines", fmt::join(parts, gnuplot_next)));
}

}  // namespace sonde::reports
