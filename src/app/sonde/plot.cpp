// sonde plot: a figure for a paper, drawn by gnuplot.
#include <memory>

#include "app/sonde/commands.hpp"
#include "app/sonde/gnuplot.hpp"
#include "app/sonde/input_files.hpp"
#include "reports/gnuplot_script.hpp"

namespace sonde::app {
namespace {

struct PlotArguments {
  std::vector<std::string> files;
  Output output;
  bool script = false;
  std::string processes;
  reports::PlotOptions options;
};

int plot(PlotArguments& arguments) {
  if (!arguments.processes.empty()) {
    const auto processes = reports::parse_ranges(arguments.processes);
    if (!processes) return wrong_input(processes.error().message);
    arguments.options.processes = *processes;
  }
  Output& output = arguments.output;
  if (!arguments.script) {
    if (output.path.empty())
      return wrong_input("-o FILE says where the figure goes (or --script prints the script)");
    const auto picture = picture_of(output.path);
    if (!picture) return wrong_input(picture.error().message);
    arguments.options.look.picture = *picture;
  } else if (output.path.empty()) {
    output.path = "-";
  }
  if (const auto allowed = may_write(output, arguments.files); !allowed)
    return wrong_input(allowed.error().message);
  const auto runs = read_input_files(arguments.files);
  if (!runs) return wrong_input(runs.error().message);
  const auto script = reports::gnuplot_script(*runs, arguments.options);
  if (!script) return wrong_input(script.error().message);
  if (arguments.script) return deliver(output, arguments.files, *script);
  return draw(*script, output, arguments.files);
}

}  // namespace

Action setup_plot(CLI::App& command) {
  auto arguments = std::make_shared<PlotArguments>();
  command
      .add_option("FILE", arguments->files,
                  "records of Sonde or tables of other suites; several are overlaid")
      ->required();
  add_output(command, arguments->output, "the figure to write, .svg, .png or .pdf");
  command.add_option("--benchmark", arguments->options.benchmark,
                     "which one to draw, where the files hold several");
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
  command.add_flag("--linear-size", arguments->options.linear_size, "linear axis of message lengths");
  command.add_flag("--linear-value", arguments->options.linear_value, "linear axis of times or rates");
  command.add_option("-p,--processes", arguments->processes, "only these numbers of processes: 2,4 or 8:");
  add_look(command, arguments->options.look);
  command.add_flag("--script", arguments->script,
                   "write the gnuplot script instead of the figure, to -o or standard output");
  return [arguments] { return plot(*arguments); };
}

}  // namespace sonde::app
