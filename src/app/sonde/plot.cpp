// sonde plot: a figure for a paper, drawn by gnuplot.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <set>

#include "analysis/observations.hpp"
#include "app/sonde/commands.hpp"
#include "app/sonde/gnuplot.hpp"
#include "app/sonde/input_files.hpp"
#include "app/sonde/numbers.hpp"
#include "app/sonde/read_sides.hpp"
#include "base/text.hpp"
#include "record/describe.hpp"
#include "reports/gnuplot_script.hpp"
#include "reports/plot_lines.hpp"

namespace sonde::app {
namespace {

struct PlotArguments {
  std::vector<std::string> files, base, fresh, labels;
  Output output;
  bool script = false, tails = false, heat_map = false;
  std::string processes, bytes;
  reports::PlotOptions options;
};

using Names = std::map<std::string, std::string>;  ///< of files

std::vector<std::string> all_files(const PlotArguments& arguments) {
  std::vector<std::string> out = arguments.files;
  for (const auto* side : {&arguments.base, &arguments.fresh})
    out.insert(out.end(), side->begin(), side->end());
  return out;
}

/// "Open MPI=run.json": names may hold a sign, and so may files.
Result<Names> names_of(const PlotArguments& arguments) {
  const auto files = all_files(arguments);
  Names out;
  std::set<std::string> used;
  for (const std::string& label : arguments.labels) {
    std::string file;
    for (const std::string& one : files)
      if (label.size() > one.size() + 1 && label.ends_with("=" + one) && one.size() > file.size()) file = one;
    if (file.empty())
      return failure(
          fmt::format("--label takes NAME=FILE, where FILE is one of those to draw as it is "
                      "written there; {} is not so",
                      sonde::quoted(label)));
    const std::string name = label.substr(0, label.size() - file.size() - 1);
    if (!out.emplace(file, name).second)
      return failure(fmt::format("--label names {} twice", sonde::quoted(file)));
    if (!used.insert(name).second)
      return failure(fmt::format("--label gives {} to two files", sonde::quoted(name)));
  }
  return out;
}

/// The name of a side is that of any of its files.
Result<void> name_sides(const PlotArguments& arguments, const Names& names, reports::PlotOptions& options) {
  for (std::size_t side = 0; side < 2; ++side) {
    std::set<std::string> given;
    for (const std::string& file : side == 0 ? arguments.base : arguments.fresh)
      if (const auto name = names.find(file); name != names.end()) given.insert(name->second);
    if (given.size() > 1)
      return failure(fmt::format("--label gives one side {} names; it is one line", given.size()));
    if (!given.empty()) options.side_names[side] = *given.begin();
  }
  return {};
}

Result<std::vector<record::Run>> read_both(const PlotArguments& arguments, reports::PlotOptions& options) {
  auto sides = read_sides(arguments.base, arguments.fresh);
  if (!sides) return tl::unexpected(sides.error());
  for (std::string& note : sides->notes) keep_note(std::move(note));
  options.base_runs = sides->base.size();
  if (sides->base.empty() || sides->fresh.empty()) return failure("a side has no run");
  std::ranges::move(sides->fresh, std::back_inserter(sides->base));
  return std::move(sides->base);
}

/// Also of directories, of which launches that did not end well are left out.
Result<std::vector<record::Run>> read_scan(const PlotArguments& arguments) {
  auto sides = read_sides(arguments.files, {});
  if (!sides) return tl::unexpected(sides.error());
  for (std::string& note : sides->notes) keep_note(std::move(note));
  return std::move(sides->base);
}

/// Sources begin with the short name of their file.
void rename_sources(std::vector<record::Run>& runs, const std::string& file, const std::string& name) {
  for (record::Run& run : runs)
    if (run.source == file || run.source.starts_with(file + " #")) run.source.replace(0, file.size(), name);
}

Result<std::vector<record::Run>> read_plotted(const PlotArguments& arguments, reports::PlotOptions& options) {
  const auto names = names_of(arguments);
  if (!names) return tl::unexpected(names.error());
  const bool sides = !arguments.base.empty() && !arguments.fresh.empty();
  if (sides != arguments.files.empty() || arguments.base.empty() != arguments.fresh.empty())
    return failure("plot takes files to draw over each other, or --base FILE... and --new FILE...");
  if (sides) {
    if (const auto named = name_sides(arguments, *names, options); !named)
      return tl::unexpected(named.error());
    return read_both(arguments, options);
  }
  if (!options.over.empty()) return read_scan(arguments);
  auto runs = read_input_files(arguments.files);
  if (!runs) return runs;
  const std::vector<std::string> shown = short_names(arguments.files);
  for (std::size_t i = 0; i < shown.size(); ++i)
    if (const auto name = names->find(arguments.files[i]); name != names->end())
      rename_sources(*runs, shown[i], name->second);
  options.labelled = !names->empty();
  return runs;
}

Result<void> choose(PlotArguments& arguments) {
  reports::PlotOptions& options = arguments.options;
  const auto processes = reports::parse_processes(arguments.processes),
             bytes = reports::parse_lengths(arguments.bytes);
  for (const auto* read : {&processes, &bytes})
    if (!*read) return tl::unexpected(read->error());
  options.processes = *processes, options.bytes = *bytes;
  if (auto right = check_peak(options.peak); !right) return right;
  std::string& path = arguments.output.path;
  if (arguments.script) {
    if (path.empty()) path = "-";
    return {};
  }
  if (path.empty()) return failure("-o FILE says where the figure goes (or --script prints the script)");
  const auto picture = picture_of(path);
  if (!picture) return tl::unexpected(picture.error());
  options.look.picture = *picture;
  return {};
}

/// Files that lack what was asked for, and cases whose data were wrong.
void note_left_out(std::span<const record::Run> runs, const reports::PlotOptions& options) {
  const auto& quantity = reports::quantity_of(options.quantity);
  std::vector<std::string> lacking;
  std::size_t wrong = 0;
  const record::CaseRecord* first = nullptr;
  for (const record::Run& run : runs) {
    bool drawn = false;
    for (const record::CaseRecord& c : run.cases) {
      const std::string own = reports::name_of(c.id);
      if (!reports::takes(options, options.benchmark.empty() ? own : options.benchmark, c.id)) continue;
      const bool has = quantity.of(c, run.header.megabyte).has_value();
      drawn = drawn || has;
      if (has && !analysis::is_sound(c) && ++wrong == 1) first = &c;
    }
    if (!drawn && options.over.empty()) lacking.push_back(run.source);
  }
  constexpr std::size_t most_named = 5;
  if (!lacking.empty())
    keep_note(fmt::format("nothing to draw in {}: {}", counted(lacking.size(), "file"),
                          sonde::listed(lacking, most_named)));
  if (first != nullptr)
    keep_note(fmt::format("{} with wrong data not drawn, first {}", counted(wrong, "case"),
                          record::describe(first->id)));
}

int plot(PlotArguments& arguments) {
  if (const auto right = choose(arguments); !right) return wrong_input(right.error().message);
  const Output& output = arguments.output;
  std::vector<std::string> inputs = all_files(arguments);
  if (const auto allowed = may_write(output, inputs); !allowed) return wrong_input(allowed.error().message);
  const auto runs = read_plotted(arguments, arguments.options);
  if (!runs) return wrong_input(runs.error().message);
  if (arguments.options.base_runs > 0 || !arguments.options.over.empty())
    for (const record::Run& run : *runs) inputs.push_back(run.source);
  const auto script = (arguments.tails      ? reports::tails_script
                       : arguments.heat_map ? reports::loop_script
                                            : reports::gnuplot_script)(*runs, arguments.options);
  if (!script) return wrong_input(script.error().message);
  if (!arguments.tails && !arguments.heat_map) note_left_out(*runs, arguments.options);
  if (arguments.script) return deliver(output, inputs, *script);
  return draw(*script, output, inputs);
}

/// Figures that are not over lengths or processes.
void add_call_figures(CLI::App& command, PlotArguments& arguments) {
  auto* tails = command.add_flag("--tails", arguments.tails,
                                 "draw which share of single calls (-tails) takes longer than a time");
  auto* heat_map = command.add_flag(
      "--heat-map", arguments.heat_map,
      "draw when in the loop of a case batches (-samples all) took how long, all files summed");
  for (auto* figure : {tails, heat_map})
    for (const char* other : {"--rate", "--message-rate", "--overlap", "--over-processes", "--over"})
      figure->excludes(command.get_option(other));
  for (const char* other : {"--tails", "--linear-size", "--linear-value"})
    heat_map->excludes(command.get_option(other));
}

/// What stands on the axis of values; times where nothing is said.
void add_quantities(CLI::App& command, const std::shared_ptr<PlotArguments>& arguments) {
  const auto quantity = [&](const char* flag, reports::Plotted plotted, const char* help) {
    return command.add_flag_callback(
        flag, [arguments, plotted] { arguments->options.quantity = plotted; }, help);
  };
  auto* rate = quantity("--rate", reports::Plotted::rate, "draw the rate instead of the time");
  auto* messages = quantity("--message-rate", reports::Plotted::message_rate, "draw messages per second");
  auto* overlap =
      quantity("--overlap", reports::Plotted::overlap, "draw how much ran beside computation, in per cent");
  rate->excludes(messages)->excludes(overlap);
  messages->excludes(overlap);
  add_peak(command, arguments->options.peak, "bytes per second of a link: a line across the rates")
      ->needs(rate);
}

}  // namespace

Action setup_plot(CLI::App& command) {
  auto arguments = std::make_shared<PlotArguments>();
  command.add_option("FILE", arguments->files,
                     "records of Sonde or tables of other suites; several are overlaid");
  command.add_option("--base", arguments->base,
                     "files and directories of the runs to compare with: one line, the median, and a band");
  command.add_option("--new", arguments->fresh, "files and directories of the runs beside them: the same");
  command
      .add_option("--label", arguments->labels,
                  "what the key calls a file, as \"Open MPI=run.json\"; of --base or --new: its side")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  add_output(command, arguments->output, "the figure to write, .svg, .png or .pdf");
  command.add_option("--benchmark", arguments->options.benchmark,
                     "which one to draw, where the files hold several");
  add_quantities(command, arguments);
  auto* over_processes = command.add_flag("--over-processes", arguments->options.over_processes,
                                          "processes on the axis below, a line for each length");
  command
      .add_option("--over", arguments->options.over,
                  "a setting of sonde run -L on the axis below, a line for each case; also of its directory")
      ->check([](const std::string& name) { return name.empty() ? "a name is missing" : std::string(); })
      ->excludes(over_processes)
      ->excludes("--base")
      ->excludes("--label");
  command.add_option("-s,--bytes", arguments->bytes, "only these message lengths: 0,8,1k:64k");
  command.add_flag("--linear-size", arguments->options.linear_size, "linear axis below");
  command.add_flag("--linear-value", arguments->options.linear_value, "linear axis of times or rates");
  command.add_option("-p,--processes", arguments->processes, "only these numbers of processes: 2,4 or 8:");
  add_call_figures(command, *arguments);
  add_look(command, arguments->options.look);
  command.add_flag("--script", arguments->script,
                   "write the gnuplot script instead of the figure, to -o or standard output");
  return [arguments] { return plot(*arguments); };
}

}  // namespace sonde::app
