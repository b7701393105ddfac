// sonde plot: a figure for a paper, drawn by gnuplot.
#include <fmt/format.h>

#include <memory>

#include "app/sonde/child.hpp"
#include "app/sonde/commands.hpp"
#include "app/sonde/input_files.hpp"
#include "app/sonde/output_file.hpp"
#include "base/text.hpp"
#include "report/gnuplot_script.hpp"

namespace sonde::app {
namespace {

struct PlotArguments {
  std::vector<std::string> files;
  std::string output;
  bool script = false, rate = false, force = false;
  report::PlotOptions options;
};

constexpr int gnuplot_limit_seconds = 120;

Result<report::Picture> picture_of(const std::string& path) {
  const std::string name = lower(path);
  if (name.ends_with(".svg")) return report::Picture::svg;
  if (name.ends_with(".png")) return report::Picture::png;
  if (name.ends_with(".pdf")) return report::Picture::pdf;
  return failure(fmt::format("'{}' must end in .svg, .png or .pdf", path));
}

int plot(PlotArguments& arguments) {
  Output output{arguments.output.empty() ? "-" : arguments.output,
                arguments.force ? Existing::replace : Existing::refuse};
  if (!arguments.script) {
    if (arguments.output.empty())
      return wrong_input("-o FILE says where the figure goes (or --script prints the script)");
    const auto picture = picture_of(arguments.output);
    if (!picture) return wrong_input(picture.error().message);
    arguments.options.picture = *picture;
  }
  if (const auto allowed = may_write(output, arguments.files); !allowed)
    return wrong_input(allowed.error().message);
  const auto runs = read_input_files(arguments.files);
  if (!runs) return wrong_input(runs.error().message);
  arguments.options.quantity = arguments.rate ? report::Quantity::rate : report::Quantity::time;
  const auto script = report::gnuplot_script(*runs, arguments.options);
  if (!script) return wrong_input(script.error().message);
  if (arguments.script) return deliver(output, arguments.files, *script);
  const auto figure = run_child({"gnuplot", "-"}, *script, gnuplot_limit_seconds);
  if (!figure) return wrong_input(figure.error().message), 1;
  return deliver(output, arguments.files, *figure);
}

}  // namespace

Action setup_plot(CLI::App& command) {
  auto arguments = std::make_shared<PlotArguments>();
  command
      .add_option("FILE", arguments->files,
                  "records of Sonde or tables of IMB, PMB and OSU programs; several are overlaid")
      ->required();
  command.add_option("-o,--output", arguments->output, "the figure to write, .svg, .png or .pdf");
  command.add_option("--benchmark", arguments->options.benchmark,
                     "which one to draw, where the files hold several");
  command.add_flag("--rate", arguments->rate, "draw the rate instead of the time");
  command.add_flag("--linear-size", arguments->options.linear_size, "linear axis of message lengths");
  command.add_flag("--linear-value", arguments->options.linear_value, "linear axis of times or rates");
  command.add_flag("--script", arguments->script,
                   "write the gnuplot script instead of the figure, to -o or standard output");
  command.add_flag("--force", arguments->force, "replace the output if it exists");
  return [arguments] { return plot(*arguments); };
}

}  // namespace sonde::app
