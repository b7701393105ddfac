#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <vector>

#include "base/text.hpp"
#include "reports/call_cases.hpp"
#include "reports/gnuplot_axis.hpp"
#include "reports/gnuplot_script.hpp"
#include "reports/plot_lines.hpp"
#include "stats/loop_map.hpp"

namespace sonde::reports {
namespace {

constexpr double usec_of_cells = 1e6;

/// The loops of a file, of all files or of a side, in one map.
struct Panel {
  std::string name;
  std::vector<const record::CaseRecord*> records{};
  stats::LoopMap map{};
};

record::CaseId without_group(record::CaseId id) {
  id.group = -1;
  return id;
}

/// An error where cases differ in more than their group.
Result<record::CaseId> only_case(const CallCases& chosen) {
  std::set<record::CaseId> ids;
  for (const CallCase& one : chosen.cases) ids.insert(without_group(one.id));
  if (ids.size() == 1) return *ids.begin();
  std::vector<std::string> names;
  for (const record::CaseId& id : ids)
    if (names.size() < 40)
      names.push_back(title_of(id, {.sized = false, .counts = true, .sources = false}, id.benchmark));
  return failure(fmt::format("{} cases of {} have batches; choose one with --bytes and --processes: {}",
                             ids.size(), chosen.benchmark, fmt::join(names, "; ")));
}

std::vector<Panel> panels_of(const CallCases& chosen, const PlotOptions& options) {
  std::map<std::size_t, Panel> by_side;
  for (const CallCase& one : chosen.cases) {
    const std::size_t side = options.base_runs > 0 ? one.source : 0;
    Panel& panel = by_side[side];
    if (options.base_runs > 0) panel.name = options.side_names.at(side);
    panel.records.insert(panel.records.end(), one.records.begin(), one.records.end());
  }
  std::vector<Panel> out;
  for (auto& [unused, panel] : by_side) {
    std::vector<stats::LoopSamples> loops;
    for (const record::CaseRecord* record : panel.records)
      loops.push_back({record->batch_seconds, record->repetitions});
    panel.map = stats::loop_map(loops);
    out.push_back(std::move(panel));
  }
  return out;
}

/// "150 batches of 20 repetitions, sum of 3 loops".
std::string title_of_panel(const Panel& panel) {
  std::size_t batches = 0;
  std::set<std::int64_t> lengths;
  for (const record::CaseRecord* record : panel.records) {
    batches += record->batch_seconds.size();
    lengths.insert(std::max<std::int64_t>(
        record->repetitions / static_cast<std::int64_t>(record->batch_seconds.size()), 1));
  }
  auto text =
      fmt::format("{}{} batches of {}{} repetitions", panel.name.empty() ? "" : panel.name + ": ", batches,
                  *lengths.begin(), lengths.size() > 1 ? fmt::format("-{}", *lengths.rbegin()) : "");
  if (panel.records.size() > 1) text += fmt::format(", sum of {} loops", panel.records.size());
  return text;
}

std::string cells_block(std::size_t number, const stats::LoopMap& map) {
  std::string text = fmt::format("$map{} << END\n", number);
  const double width = static_cast<double>(std::max<std::int64_t>(map.repetitions, 1)) / map.columns;
  for (int row = 0; row < map.rows; ++row)
    for (int column = 0; column < map.columns; ++column)
      if (const std::int64_t count = map.at(column, row); count > 0)
        fmt::format_to(std::back_inserter(text), "{:.9g} {:.9g} {:.9g} {:.9g} {:.9g} {:.9g} {}\n",
                       (column + 0.5) * width, std::sqrt(map.edge(row) * map.edge(row + 1)) * usec_of_cells,
                       column * width, (column + 1) * width, map.edge(row) * usec_of_cells,
                       map.edge(row + 1) * usec_of_cells, count);
  return text + "END\n";
}

/// Over all panels.
std::string axes_of(const std::vector<Panel>& panels, const PlotOptions& options) {
  PlotAxis x{.name = 'x',
             .text = tick_of_number,
             .whole = true,
             .most = std::max<std::size_t>(3, room_of(options.look).x_ticks / panels.size())};
  PlotAxis y{
      .name = 'y', .scale = Scale::log10, .text = tick_of_number, .most = room_of(options.look).y_ticks};
  std::int64_t most = 1;
  x.drawn.include(0);
  for (const Panel& panel : panels) {
    x.drawn.include(static_cast<double>(std::max<std::int64_t>(panel.map.repetitions, 1)));
    y.drawn.include(panel.map.edge(0) * usec_of_cells),
        y.drawn.include(panel.map.edge(panel.map.rows) * usec_of_cells);
    most = std::max(most, *std::ranges::max_element(panel.map.counts));
  }
  return fmt::format("{}{}set cbrange [0:{}]\nset cbtics {}\n", gnuplot_axis(x), gnuplot_axis(y), most,
                     (most + 4) / 5);
}

constexpr const char* loop_template =
    R"gp(# For gnuplot 5. {benchmark}. Columns: repetition, microseconds, edges of the cell, batches in it.
set terminal {terminal}
set encoding utf8
{title}set rmargin 10
set xtics offset 0,0.45
set xlabel "Repetition" offset 0,1.1
set ylabel "Time, mean of a batch (µs)"
set cblabel "Batches"
set palette defined (0 "#d6e6f4", 0.5 "#4a90c4", 1 "#08306b")
set style fill solid noborder
{key}{axes}{data}{panels})gp";

}  // namespace

Result<std::string> loop_script(std::span<const record::Run> runs, const PlotOptions& options) {
  const auto chosen = cases_with(with_samples, runs, options);
  if (!chosen) return tl::unexpected(chosen.error());
  const auto id = only_case(*chosen);
  if (!id) return tl::unexpected(id.error());
  const auto panels = panels_of(*chosen, options);
  std::vector<std::string> titles;
  for (const Panel& panel : panels) titles.push_back(title_of_panel(panel));
  const std::string heading =
      fmt::format("{}: {}; slowest rank", chosen->benchmark,
                  title_of(*id, {.sized = false, .counts = true, .sources = false}, "all"));
  const Key key = key_of(std::move(titles), heading, options.look);
  std::string data, drawn;
  for (std::size_t i = 0; i < panels.size(); ++i) {
    data += cells_block(i, panels[i].map);
    drawn += fmt::format("plot $map{} using 1:2:3:4:5:6:7 with boxxyerror lc palette title {}\n", i,
                         gnuplot_text(key.titles[i]));
  }
  constexpr std::size_t more_lines = 16;  // of a second panel
  const std::size_t lines = key.lines() + (panels.size() - 1) * more_lines;
  if (panels.size() > 1)
    drawn = fmt::format("set multiplot layout {},1\n{}unset multiplot\n", panels.size(), drawn);
  return fmt::format(fmt::runtime(loop_template), fmt::arg("benchmark", printable(chosen->benchmark)),
                     fmt::arg("terminal", gnuplot_terminal(options.look, lines)),
                     fmt::arg("title", gnuplot_title(options.look)), fmt::arg("key", gnuplot_key(key)),
                     fmt::arg("axes", axes_of(panels, options)), fmt::arg("data", data),
                     fmt::arg("panels", drawn));
}

}  // namespace sonde::reports
