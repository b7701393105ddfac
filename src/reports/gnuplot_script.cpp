#include "reports/gnuplot_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <vector>

#include "analysis/figures.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "record/message_memory.hpp"
#include "reports/gnuplot_style.hpp"
#include "stats/order.hpp"

namespace sonde::reports {
namespace {

struct Point {
  double x = 0;
  analysis::Figure y;
};

struct Line {
  std::string title;
  std::vector<Point> points;
  int processes = 0;  ///< of a line over lengths
  bool band = false;  ///< of several lines: their median, and the least and the greatest of them
};

constexpr std::size_t most_lines = 24;

/// What may be drawn: how it is called, its axis, the unit of the axis, and what a case has of it.
struct Quantity {
  Plotted plotted = Plotted::time;
  std::string_view name;
  std::string axis;
  double per_unit = 1;      ///< of the axis
  bool linear = false;      ///< may be 0, or less
  std::string_view flag{};  ///< of `sonde plot`
  std::optional<analysis::Figure> (*of)(const record::CaseRecord&, double megabyte) = nullptr;
};

const std::array quantities{
    Quantity{.plotted = Plotted::time,
             .name = "time",
             .axis = "Time (us)",
             .per_unit = 1e6,
             .of = [](const record::CaseRecord& c, double) { return analysis::time_of(c); }},
    Quantity{.plotted = Plotted::rate,
             .name = "rate",
             .axis = "Rate (" + rate_unit(decimal_megabyte) + ")",
             .per_unit = 1 / decimal_megabyte,
             .flag = "--rate",
             .of = analysis::rate_of},
    Quantity{.plotted = Plotted::message_rate,
             .name = "rate of messages",
             .axis = "Messages per second",
             .flag = "--message-rate",
             .of = [](const record::CaseRecord& c, double) { return analysis::message_rate_of(c); }},
    Quantity{.plotted = Plotted::overlap,
             .name = "overlap",
             .axis = "Overlap (%)",
             .linear = true,
             .flag = "--overlap",
             .of = [](const record::CaseRecord& c, double) { return analysis::overlap_of(c); }},
};

const Quantity& quantity_of(Plotted plotted) {
  return *std::ranges::find(quantities, plotted, &Quantity::plotted);
}

std::optional<analysis::Figure> figure_of(const record::CaseRecord& c, double megabyte,
                                          const PlotOptions& options) {
  const Quantity& quantity = quantity_of(options.quantity);
  auto figure = quantity.of(c, megabyte);
  if (!figure) return figure;
  figure->value *= quantity.per_unit;
  for (auto* end : {&figure->low, &figure->high})
    if (*end) **end *= quantity.per_unit;
  return figure;
}

const std::string memory_key(record::memory_label);

/// Kinds of memory are lines of one picture.
std::string name_of(record::CaseId id) {
  id.variant.erase(memory_key);
  return analysis::benchmark_of(id);
}

/// Every name once, as the first file spells it.
std::set<std::string> benchmarks(std::span<const record::Run> runs) {
  std::map<std::string, std::string> spellings;
  for (const record::Run& run : runs)
    for (const record::CaseRecord& c : run.cases) {
      const std::string name = name_of(c.id);
      spellings.try_emplace(lower(name), name);
    }
  std::set<std::string> names;
  for (const auto& [unused, name] : spellings) names.insert(name);
  return names;
}

std::string listed(const std::set<std::string>& names) {
  std::string text;
  std::size_t told = 0;
  for (const std::string& name : names) {
    if (++told > 40) return text + ", ...";
    text += (text.empty() ? "" : ", ") + name;
  }
  return text;
}

Result<std::string> chosen(std::span<const record::Run> runs, const PlotOptions& options) {
  const std::set<std::string> names = benchmarks(runs);
  if (names.empty()) return failure("the files hold no case to draw");
  if (options.benchmark.empty())
    return names.size() == 1 ? Result<std::string>(*names.begin())
                             : failure("several benchmarks; choose one with --benchmark: " + listed(names));
  for (const std::string& name : names)
    if (same_word(name, options.benchmark)) return name;
  return failure(
      fmt::format("no benchmark {} in the files; there are: {}", options.benchmark, listed(names)));
}

std::string counted(int count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

/// What is known of the case; the file where there are several, and where nothing else is.
std::string title_of(const record::CaseId& id, bool sized, bool several, const std::string& source) {
  std::vector<std::string> parts;
  if (const auto memory = id.variant.find(memory_key); memory != id.variant.end())
    parts.push_back(fmt::format("{} memory", memory->second));
  if (sized && id.processes > 0) parts.push_back(counted(id.processes, "process", "processes"));
  if (id.threads > 0) parts.push_back(counted(id.threads, "thread", "threads"));
  if (id.groups > 1) parts.push_back(counted(id.groups, "group", "groups"));
  if (id.group >= 0) parts.push_back(fmt::format("group {}", id.group));
  if (several || parts.empty()) parts.push_back(source);
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// The line on which a case lies: all of it but what stands on the axis below.
record::CaseId line_of(record::CaseId id) {
  if (id.bytes < 0) id.processes = 0;
  id.bytes = -1;
  return id;
}

// The lines of one benchmark, by run and by whatever makes it another case, as processes, in that order.
std::vector<Line> lines_of(std::span<const record::Run> runs, const std::string& name,
                           const PlotOptions& options) {
  std::vector<Line> lines;
  for (const record::Run& run : runs) {
    std::map<record::CaseId, Line> of_run;
    for (const record::CaseRecord& c : run.cases) {
      if (!options.processes.take(c.id.processes)) continue;
      const bool sized = c.id.bytes >= 0;
      const auto y =
          same_word(name_of(c.id), name) ? figure_of(c, run.header.megabyte, options) : std::nullopt;
      const auto x = static_cast<double>(sized ? c.id.bytes : c.id.processes);
      if (!y || (x <= 0 && !options.linear_size)) continue;
      Line& line = of_run[line_of(c.id)];
      line.title = title_of(c.id, sized, runs.size() > 1, run.source);
      line.processes = sized ? c.id.processes : 0;
      line.points.push_back({x, *y});
    }
    for (auto& [key, line] : of_run) {
      std::stable_sort(line.points.begin(), line.points.end(),
                       [](const Point& a, const Point& b) { return a.x < b.x; });
      lines.push_back(std::move(line));
    }
  }
  return lines;
}

/// Many lines as a band for each number of processes, or as one where even these are many.
std::vector<Line> bands_of(const std::vector<Line>& lines) {
  std::set<int> counts;
  for (const Line& line : lines) counts.insert(line.processes);
  const bool one = counts.size() > most_lines;
  std::map<int, std::map<double, std::vector<double>>> values;
  std::map<int, int> members;
  for (const Line& line : lines) {
    const int key = one ? 0 : line.processes;
    ++members[key];
    for (const Point& point : line.points) values[key][point.x].push_back(point.y.value);
  }
  std::vector<Line> out;
  for (const auto& [processes, by_x] : values) {
    Line& band = out.emplace_back();
    band.band = true;
    band.title =
        fmt::format("{}median and range of {} lines",
                    processes > 0 ? fmt::format("{} processes: ", processes) : "", members[processes]);
    for (const auto& [x, ys] : by_x) {
      const auto [least, greatest] = std::ranges::minmax(ys);
      band.points.push_back({x, {stats::median(ys), least, greatest}});
    }
  }
  return out;
}

std::string data_block(std::size_t number, const Line& line) {
  std::string text = fmt::format("$line{} << END\n", number);
  for (const Point& p : line.points)
    fmt::format_to(std::back_inserter(text), "{:.9g} {:.9g} {:.9g} {:.9g}\n", p.x, p.y.value,
                   p.y.low.value_or(p.y.value), p.y.high.value_or(p.y.value));
  return text + "END\n";
}

/// What `plot` draws of a line: the band below the line, or bars on it where there are intervals.
void draw(std::vector<std::string>& parts, std::size_t number, const Line& line) {
  const auto style = gnuplot_style(number);
  if (line.band)
    parts.push_back(
        fmt::format("$line{} using 1:3:4 with filledcurves {} fs transparent solid 0.2 noborder notitle",
                    number, gnuplot_colour(number)));
  parts.push_back(
      fmt::format("$line{} using 1:2 with linespoints {} title {}", number, style, gnuplot_text(line.title)));
  if (!line.band && std::ranges::any_of(line.points, [](const Point& p) { return p.y.low && p.y.high; }))
    parts.push_back(fmt::format("$line{} using 1:2:3:4 with yerrorbars {} notitle", number, style));
}

// The key stands below an empty line. A place that may be empty holds whole lines.
constexpr const char* script_template = R"(# For gnuplot 5. Columns: x, {columns}.
set terminal {terminal}
set encoding utf8
{title}set grid
set rmargin 4
set xlabel "{x_label}\n "
set ylabel "{y_label}"
set key below left reverse Left noenhanced
{axes}{data}plot {lines}
)";

std::string script_of(const std::vector<Line>& lines, bool sized, const PlotOptions& options) {
  const Quantity& quantity = quantity_of(options.quantity);
  std::string axes, data;
  if (!options.linear_size) axes += "set logscale x 2\n";
  if (!options.linear_size && sized) axes += "set format x \"2^{%L}\"\n";
  if (!options.linear_value && !quantity.linear) axes += "set logscale y 10\n";
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    data += data_block(i, lines[i]);
    draw(parts, i, lines[i]);
  }
  return fmt::format(
      fmt::runtime(script_template),
      fmt::arg("columns", lines.front().band ? "median of the lines, the least and the greatest of them"
                                             : "value, ends of the 95 % interval"),
      fmt::arg("terminal", gnuplot_terminal(options.look)), fmt::arg("title", gnuplot_title(options.look)),
      fmt::arg("x_label", sized ? "Message length (bytes)" : "Processes"), fmt::arg("y_label", quantity.axis),
      fmt::arg("axes", axes), fmt::arg("data", data), fmt::arg("lines", fmt::join(parts, gnuplot_next)));
}

bool has_sizes(std::span<const record::Run> runs, const std::string& name) {
  for (const record::Run& run : runs)
    for (const record::CaseRecord& c : run.cases)
      if (c.id.bytes >= 0 && same_word(name_of(c.id), name)) return true;
  return false;
}

/// "Barrier has no rate to draw; it has: time, overlap (--overlap)".
std::string nothing_to_draw(std::span<const record::Run> runs, const std::string& name, PlotOptions options) {
  auto text = fmt::format("{} has no {} to draw", name, quantity_of(options.quantity).name);
  std::string others;
  for (const Quantity& quantity : quantities) {
    options.quantity = quantity.plotted;
    if (lines_of(runs, name, options).empty()) continue;
    others += fmt::format("{}{}{}", others.empty() ? "" : ", ", quantity.name,
                          quantity.flag.empty() ? "" : fmt::format(" ({})", quantity.flag));
  }
  if (others.empty() && !options.processes.parts.empty()) text += " of these processes";
  return others.empty() ? text : text + "; it has: " + others;
}

}  // namespace

Result<std::string> gnuplot_script(std::span<const record::Run> runs, const PlotOptions& options) {
  auto name = chosen(runs, options);
  if (!name) return name;
  std::vector<Line> lines = lines_of(runs, *name, options);
  if (lines.empty()) return failure(nothing_to_draw(runs, *name, options));
  if (lines.size() > most_lines) lines = bands_of(lines);
  return script_of(lines, has_sizes(runs, *name), options);
}

}  // namespace sonde::reports
