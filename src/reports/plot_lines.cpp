#include "reports/plot_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "analysis/observations.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "record/message_memory.hpp"
#include "reports/plot_scan.hpp"
#include "stats/interval.hpp"
#include "stats/order.hpp"

namespace sonde::reports {
namespace {

constexpr std::size_t most_lines = 24;

const std::array quantities{
    PlotQuantity{.plotted = Plotted::time,
                 .name = "time",
                 .axis = "Time (µs)",
                 .per_unit = 1e6,
                 .of = [](const record::CaseRecord& c, double) { return analysis::time_of(c); }},
    PlotQuantity{.plotted = Plotted::rate,
                 .name = "rate",
                 .axis = "Rate",
                 .tick = tick_of_rate,
                 .flag = "--rate",
                 .of = analysis::rate_of},
    PlotQuantity{.plotted = Plotted::message_rate,
                 .name = "rate of messages",
                 .axis = "Messages per second",
                 .tick = tick_of_count,
                 .flag = "--message-rate",
                 .of = [](const record::CaseRecord& c, double) { return analysis::message_rate_of(c); }},
    PlotQuantity{.plotted = Plotted::overlap,
                 .name = "overlap",
                 .axis = "Overlap (%)",
                 .linear = true,
                 .flag = "--overlap",
                 .of = [](const record::CaseRecord& c, double) { return analysis::overlap_of(c); }},
};

std::optional<analysis::Figure> figure_of(const record::CaseRecord& c, double megabyte,
                                          const PlotQuantity& quantity) {
  auto figure = quantity.of(c, megabyte);
  if (!figure) return figure;
  figure->value *= quantity.per_unit;
  for (auto* end : {&figure->low, &figure->high})
    if (*end) **end *= quantity.per_unit;
  return figure;
}

const std::string memory_key(record::memory_label);

}  // namespace

std::string name_of(record::CaseId id) {
  id.variant.erase(memory_key);
  return analysis::benchmark_of(id);
}

std::vector<std::string> benchmarks_with(bool (*has)(const record::CaseRecord&),
                                         std::span<const record::Run> runs) {
  std::map<std::string, std::string> spellings;
  for (const record::Run& run : runs)
    for (const record::CaseRecord& c : run.cases) {
      if (!has(c)) continue;
      const std::string name = name_of(c.id);
      spellings.try_emplace(lower(name), name);
    }
  std::vector<std::string> names;
  names.reserve(spellings.size());
  for (const auto& [unused, name] : spellings) names.push_back(name);
  return names;
}

namespace {

/// Every name once, ascending.
std::vector<std::string> benchmarks(std::span<const record::Run> runs) {
  auto names = benchmarks_with([](const record::CaseRecord&) { return true; }, runs);
  std::ranges::sort(names);
  return names;
}

/// Labels of settings are parts of names until these are the axis below.
std::string hint_of_scan(std::span<const record::Run> runs) {
  for (const record::Run& run : runs)
    for (const record::CaseRecord& c : run.cases)
      for (const record::ScanSetting& one : run.header.scan)
        if (c.id.variant.contains(one.name))
          return fmt::format("; --over {} draws over that setting", one.name);
  return "";
}

Result<std::string> chosen(std::span<const record::Run> runs, const PlotOptions& options) {
  const std::vector<std::string> names = benchmarks(runs);
  if (names.empty()) return failure("the files hold no case to draw");
  if (options.benchmark.empty())
    return names.size() == 1 ? Result<std::string>(names[0])
                             : failure("several benchmarks; choose one with --benchmark: " + listed(names) +
                                       hint_of_scan(runs));
  for (const std::string& name : names)
    if (same_word(name, options.benchmark)) return name;
  return failure(fmt::format("no benchmark {} in the files; there are: {}{}", options.benchmark,
                             listed(names), hint_of_scan(runs)));
}

}  // namespace

bool takes(const PlotOptions& options, const std::string& benchmark, const record::CaseId& id) {
  return options.processes.contains(id.processes) && (id.bytes < 0 || options.bytes.contains(id.bytes)) &&
         same_word(name_of(id), benchmark);
}

std::size_t source_of(std::size_t run, std::size_t base_runs) {
  if (base_runs == 0) return run;
  return run < base_runs ? 0 : 1;
}

bool tells_sources(std::span<const record::Run> runs, const PlotOptions& options) {
  return options.labelled || options.base_runs > 0 || runs.size() > 1;
}

std::string name_of_source(std::size_t source, std::span<const record::Run> runs,
                           const PlotOptions& options) {
  return options.base_runs > 0 ? options.side_names.at(source) : runs[source].source;
}

std::string title_of(const record::CaseId& id, const LineName& told, const std::string& source) {
  std::vector<std::string> parts;
  if (const auto memory = id.variant.find(memory_key); memory != id.variant.end())
    parts.push_back(fmt::format("{} memory", memory->second));
  if (told.counts && id.processes > 0) parts.push_back(counted(id.processes, "process"));
  if (!told.sized && id.bytes >= 0) parts.push_back(exact_bytes(id.bytes));
  if (id.threads > 0) parts.push_back(counted(id.threads, "thread"));
  if (id.groups > 1) parts.push_back(counted(id.groups, "group"));
  if (id.group >= 0) parts.push_back(fmt::format("group {}", id.group));
  if (told.sources || parts.empty()) parts.push_back(source);
  return fmt::format("{}", fmt::join(parts, ", "));
}

namespace {

/// On a line lie the cases of a run, or of a side, that differ in what stands on the axis below alone.
using LineKey = std::pair<std::size_t, record::CaseId>;

/// A line and where on its axis.
struct Place {
  LineKey line;
  double x = 0;
};

/// Nothing where a case has no place on the axis. `scan`: over one of its settings.
std::optional<Place> place_of(std::size_t run, record::CaseId id, const PlotOptions& options,
                              const Across* scan) {
  if (scan)
    return std::isfinite(scan->places[run])
               ? std::optional(Place{{scan->others[run], std::move(id)}, scan->places[run]})
               : std::nullopt;
  const bool sized = id.bytes >= 0 && !options.over_processes;
  const auto x = static_cast<double>(sized ? id.bytes : id.processes);
  if (x <= 0 && !options.linear_size) return std::nullopt;
  if (sized)
    id.bytes = -1;
  else
    id.processes = 0;
  return Place{{source_of(run, options.base_runs), std::move(id)}, x};
}

/// By places on the axis. A case that failed, was skipped or moved wrong data, and that no other launch has
/// measured, has none.
using Values = std::map<double, std::vector<analysis::Figure>>;
using ValuesOfLines = std::map<LineKey, Values>;

analysis::Figure middle_of(const std::vector<analysis::Figure>& figures, bool interval) {
  std::vector<double> values;
  values.reserve(figures.size());
  for (const analysis::Figure& figure : figures) values.push_back(figure.value);
  values = stats::sorted(values);
  const auto [low, high] = interval ? stats::median_interval(values, static_cast<double>(values.size()))
                                    : stats::Interval{values.front(), values.back()};
  return {stats::median(values), low, high};
}

ValuesOfLines values_of_run(std::span<const record::Run> runs, std::size_t run, const std::string& name,
                            const PlotOptions& options, const Across* scan) {
  ValuesOfLines out;
  for (const record::CaseRecord& c : runs[run].cases) {
    if (!takes(options, name, c.id)) continue;
    const auto place = place_of(run, c.id, options, scan);
    const auto y = figure_of(c, runs[run].header.megabyte, quantity_of(options.quantity));
    const bool sound = analysis::is_sound(c);
    if (place && y && sound)
      out[place->line][place->x].push_back(*y);
    else if (place && !sound)
      out[place->line][place->x];
  }
  return out;
}

ValuesOfLines values_of(std::span<const record::Run> runs, const std::string& name,
                        const PlotOptions& options, const Across* scan) {
  const bool of_launches = scan || options.base_runs;  // a launch that measured a case twice has one value
  ValuesOfLines out;
  for (std::size_t i = 0; i < runs.size(); ++i)
    for (const auto& [line, values] : values_of_run(runs, i, name, options, scan))
      for (const auto& [x, figures] : values) {
        auto& all = out[line][x];
        if (of_launches && figures.size() > 1)
          all.push_back(middle_of(figures, false));
        else
          all.insert(all.end(), figures.begin(), figures.end());
      }
  std::erase_if(out, [](const auto& line) {
    return std::ranges::all_of(line.second, [](const auto& at) { return at.second.empty(); });
  });
  return out;
}

/// How many launches the points of sides have.
struct Launches {
  std::size_t fewest = 0, most = 0;

  [[nodiscard]] bool interval() const { return stats::interval_is_claimed(static_cast<double>(fewest)); }
  [[nodiscard]] std::string heading() const {
    return fmt::format("median {} of {} launches", interval() ? "and 95 % interval" : "and range",
                       fewest == most ? fmt::format("{}", most) : fmt::format("{}-{}", fewest, most));
  }
};

Launches launches_of(const ValuesOfLines& lines) {
  Launches out;
  for (const auto& [unused, values] : lines)
    for (const auto& [x, figures] : values) {
      if (figures.empty()) continue;
      out.fewest = out.most == 0 ? figures.size() : std::min(out.fewest, figures.size());
      out.most = std::max(out.most, figures.size());
    }
  return out;
}

std::vector<Point> middles_of(const Values& values, bool interval) {
  std::vector<Point> out;
  for (const auto& [x, figures] : values)
    if (!figures.empty()) out.push_back({x, middle_of(figures, interval)});
  return out;
}

std::vector<Point> points_of(const Values& values) {
  std::vector<Point> out;
  for (const auto& [x, figures] : values)
    for (const analysis::Figure& figure : figures) out.push_back({x, figure});
  return out;
}

std::vector<double> gaps_of(const Values& values) {
  std::vector<double> out;
  for (const auto& [x, figures] : values)
    if (figures.empty()) out.push_back(x);
  return out;
}

/// A colour and a mark for each number of processes (or length) and a dash for each file where both are
/// several; else all three tell the one that is.
class Looks {
 public:
  explicit Looks(const ValuesOfLines& lines) {
    for (const auto& [key, unused] : lines) {
      colours_.emplace(colour_of(key), 0);
      others_.emplace(other_of(key), others_.size());
    }
    std::size_t number = 0;
    for (auto& [unused, colour] : colours_) colour = number++;
  }
  [[nodiscard]] bool several_colours() const { return colours_.size() > 1; }
  [[nodiscard]] LineLook of(const LineKey& key) const {
    const std::size_t colour = colours_.at(colour_of(key)), other = others_.at(other_of(key));
    if (colours_.size() == 1) return look_of(other);
    if (others_.size() == 1) return look_of(colour);
    return {colour, other, colour + other / dashes_of_lines * colours_.size()};
  }

 private:
  static std::pair<int, std::int64_t> colour_of(const LineKey& key) {
    return {key.second.processes, key.second.bytes};
  }
  static LineKey other_of(LineKey key) {
    key.second.processes = 0, key.second.bytes = -1;
    return key;
  }

  std::map<std::pair<int, std::int64_t>, std::size_t> colours_;
  std::map<LineKey, std::size_t> others_;
};

/// Many lines as a band for each number of processes, or as one where even these are many.
std::vector<PlotLine> bands_of(const ValuesOfLines& lines, bool sized) {
  std::set<int> counts;
  for (const auto& [key, unused] : lines) counts.insert(key.second.processes);
  const bool one = !sized || counts.size() > most_lines;
  std::map<int, Values> values;
  std::map<int, int> members;
  for (const auto& [key, by_x] : lines) {
    const int processes = one ? 0 : key.second.processes;
    ++members[processes];
    for (const auto& [x, figures] : by_x)
      values[processes][x].insert(values[processes][x].end(), figures.begin(), figures.end());
  }
  std::vector<PlotLine> out;
  for (const auto& [processes, by_x] : values) {
    PlotLine& band = out.emplace_back();
    band.band = true;
    band.look = look_of(out.size() - 1);
    band.title =
        fmt::format("{}median and range of {} lines",
                    processes > 0 ? fmt::format("{} processes: ", processes) : "", members[processes]);
    band.points = middles_of(by_x, false);
  }
  return out;
}

bool has_sizes(std::span<const record::Run> runs, const std::string& name) {
  for (const record::Run& run : runs)
    for (const record::CaseRecord& c : run.cases)
      if (c.id.bytes >= 0 && same_word(name_of(c.id), name)) return true;
  return false;
}

std::vector<PlotLine> lines_of(const ValuesOfLines& values, std::span<const record::Run> runs, bool sized,
                               const PlotOptions& options, const Across* scan) {
  const Looks looks(values);
  LineName told{sized, sized || scan, scan ? scan->names.size() > 1 : tells_sources(runs, options)};
  if (told.sources && !scan && !looks.several_colours()) told.counts = false;
  const Launches launches = launches_of(values);
  std::vector<PlotLine> out;
  for (const auto& [key, by_x] : values) {
    const auto& [source, id] = key;
    PlotLine& line = out.emplace_back();
    line.title = title_of(id, told, scan ? scan->names[source] : name_of_source(source, runs, options));
    line.look = looks.of(key);
    line.band = (options.base_runs > 0 || scan) && launches.most > 1;
    line.points = line.band ? middles_of(by_x, launches.interval()) : points_of(by_x);
    line.gaps = gaps_of(by_x);
  }
  return out;
}

/// "Barrier has no rate to draw; it has: time, overlap (--overlap)".
std::string nothing_to_draw(std::span<const record::Run> runs, const std::string& name, PlotOptions options,
                            const Across* scan) {
  auto text = fmt::format("{} has no {} to draw", name, quantity_of(options.quantity).name);
  auto linear = options;
  linear.linear_size = true;
  if (!values_of(runs, name, linear, scan).empty())
    return text + " on a logarithmic axis, where 0 has no place: give --linear-size or --over-processes";
  std::string others;
  for (const PlotQuantity& quantity : quantities) {
    options.quantity = quantity.plotted;
    if (values_of(runs, name, options, scan).empty()) continue;
    others += fmt::format("{}{}{}", others.empty() ? "" : ", ", quantity.name,
                          quantity.flag.empty() ? "" : fmt::format(" ({})", quantity.flag));
  }
  if (!others.empty()) return text + "; it has: " + others;
  const auto wrong = [&](const record::CaseRecord& c) {
    return c.defects.value_or(0) > 0 && takes(options, name, c.id);
  };
  if (std::ranges::any_of(runs, [&](const auto& run) { return std::ranges::any_of(run.cases, wrong); }))
    return text + ": its data were wrong";
  if (!options.processes.parts.empty()) text += " of these processes";
  if (!options.bytes.parts.empty()) text += " of these lengths";
  return text;
}

/// The points of cases whose best setting is proved.
std::vector<Point> best_of(const ValuesOfLines& values, const Across& scan, bool interval) {
  std::vector<Point> out;
  for (const analysis::ScannedCase& one : scan.scan.cases) {
    if (!one.proof || !one.proof->of_all) continue;
    const std::size_t run = scan.run_of(one.rows[one.best].setting);
    const auto line = values.find({scan.others[run], one.id});
    if (line == values.end() || !std::isfinite(scan.places[run])) continue;
    if (const auto at = line->second.find(scan.places[run]); at != line->second.end() && !at->second.empty())
      out.push_back({at->first, middle_of(at->second, interval)});
  }
  return out;
}

bool has_pure_times(std::span<const record::Run> runs, const std::string& name) {
  for (const record::Run& run : runs)
    for (const record::CaseRecord& c : run.cases)
      if (c.overlap && c.overlap->pure > 0 && same_word(name_of(c.id), name)) return true;
  return false;
}

std::string too_many(std::size_t lines, bool scan) {
  return fmt::format("{} {} lines, of which a figure holds {}: choose with --processes{}",
                     scan ? "the scan has" : "the sides have", lines, most_lines, scan ? " and --bytes" : "");
}

Result<Drawn> drawn_with(std::span<const record::Run> runs, const PlotOptions& options, const Across* scan) {
  auto name = chosen(runs, options);
  if (!name) return tl::unexpected(name.error());
  const ValuesOfLines values = values_of(runs, *name, options, scan);
  if (values.empty()) return failure(nothing_to_draw(runs, *name, options, scan));
  Drawn out;
  out.benchmark = *name;
  out.sized = !options.over_processes && !scan && has_sizes(runs, *name);
  out.beside_computation = options.quantity == Plotted::time && has_pure_times(runs, *name);
  const bool many = values.size() > most_lines, medians = options.base_runs > 0 || scan;
  if (many && medians) return failure(too_many(values.size(), scan));
  out.lines = many ? bands_of(values, out.sized) : lines_of(values, runs, out.sized, options, scan);
  const Launches launches = launches_of(values);
  if (medians && out.lines.front().band) out.heading = launches.heading();
  if (scan) out.over = scan->axis;
  if (scan && options.quantity != Plotted::overlap) out.best = best_of(values, *scan, launches.interval());
  return out;
}

}  // namespace

const PlotQuantity& quantity_of(Plotted plotted) {
  return *std::ranges::find(quantities, plotted, &PlotQuantity::plotted);
}

Result<Drawn> drawn(std::span<const record::Run> runs, const PlotOptions& options) {
  if (options.over.empty()) return drawn_with(runs, options, nullptr);
  const auto scan = across(runs, options.over);
  if (!scan) return tl::unexpected(scan.error());
  return drawn_with(scan->runs, options, &*scan);
}

}  // namespace sonde::reports
