// sonde report: one page about one or several runs.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <memory>

#include "app/sonde/commands.hpp"
#include "app/sonde/input_files.hpp"
#include "app/sonde/output_file.hpp"
#include "app/sonde/peak.hpp"
#include "base/message.hpp"
#include "pages/html_report.hpp"

namespace sonde::app {
namespace {

struct ReportArguments {
  std::vector<std::string> files;
  Output output{"report.html"};
  std::string title;
  double peak = 0;
};

int report(const ReportArguments& arguments) {
  if (const auto right = check_peak(arguments.peak); !right) return wrong_input(right.error().message);
  if (const auto allowed = may_write(arguments.output, arguments.files); !allowed)
    return wrong_input(allowed.error().message);
  const auto runs = read_input_files(arguments.files);
  if (!runs) return wrong_input(runs.error().message);
  pages::ReportOptions options;
  if (!arguments.title.empty()) options.title = arguments.title;
  options.peak = arguments.peak;
  options.made = fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(std::time(nullptr)));
  options.models = analysis::fitted_models(*runs);
  const int status = deliver(arguments.output, arguments.files, pages::html_report(*runs, options));
  if (status == 0 && !pages::report_has_charts())
    complain(
        "sonde",
        "the report has tables but no charts: this sonde was built without uPlot (npm ci --ignore-scripts in "
        "the source folder, then build again)");
  return status;
}

}  // namespace

Action setup_report(CLI::App& command) {
  auto arguments = std::make_shared<ReportArguments>();
  command
      .add_option("FILE", arguments->files,
                  "records of Sonde or tables of IMB, PMB and OSU programs; several are overlaid")
      ->required();
  add_output(command, arguments->output, "the page to write; - is standard output");
  command.add_option("--title", arguments->title, "heading of the page");
  add_peak(
      command, arguments->peak,
      "bytes per second of a link: charts show traffic (between hosts, on one host between ranks) in percent of it");
  return [arguments] { return report(*arguments); };
}

}  // namespace sonde::app
