// sonde report: one page about one or several runs.
#include "analysis/report.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <span>

#include "analysis/figures.hpp"
#include "app/sonde/commands.hpp"
#include "app/sonde/input_files.hpp"
#include "app/sonde/numbers.hpp"
#include "app/sonde/output_file.hpp"
#include "app/sonde/read_sides.hpp"
#include "base/complain.hpp"
#include "base/text.hpp"
#include "host/output.hpp"
#include "reports/html_report.hpp"

namespace sonde::app {
namespace {

struct ReportArguments {
  std::vector<std::string> files;
  Output output{"report.html"};
  std::string title;
  double peak = 0;
  std::vector<std::string> reference;
  std::vector<std::string> base, fresh;
  double threshold_percent = 3;
};

/// What the page is made of.
struct Reported {
  std::vector<record::Run> runs;
  std::optional<analysis::TwoSides> sides;
  std::vector<std::string> paths{};     ///< of all files that were read
  std::vector<std::string> left_out{};  ///< launches of campaigns that are not among the runs
};

/// Folders are not told: the page names files without them.
std::vector<std::string> with_short_names(std::vector<std::string> notes, const ReportArguments& arguments) {
  for (std::string& note : notes)
    for (const auto* named : {&arguments.files, &arguments.base, &arguments.fresh})
      for (const std::string& path : *named)
        if (const auto at = note.find(path); at != std::string::npos)
          note.replace(at, path.size(), short_names({path})[0]);
  return notes;
}

Result<Reported> two_sides(const ReportArguments& arguments) {
  auto sides = read_sides(arguments.base, arguments.fresh);
  if (!sides) return tl::unexpected(sides.error());
  Reported out{std::move(sides->base), {}, {}};
  const std::size_t base_runs = out.runs.size();
  std::ranges::move(sides->fresh, std::back_inserter(out.runs));
  for (const record::Run& run : out.runs) out.paths.push_back(run.source);
  shorten_sources(out.runs);
  const std::span<const record::Run> runs(out.runs);
  auto comparison =
      analysis::compare(runs.first(base_runs), runs.subspan(base_runs), arguments.threshold_percent / 100);
  if (auto why = analysis::nothing_in_common(comparison)) return failure(std::move(*why));
  out.left_out = with_short_names(std::move(sides->notes), arguments);
  out.sides = analysis::TwoSides{base_runs, std::move(comparison)};
  return out;
}

Result<Reported> reported(const ReportArguments& arguments) {
  if (arguments.files.empty() == (arguments.base.empty() && arguments.fresh.empty()))
    return failure("report takes files to draw over each other, or --base FILE... and --new FILE...");
  if (arguments.base.empty() != arguments.fresh.empty())
    return failure(arguments.base.empty() ? "--new needs --base FILE..., the runs to compare with"
                                          : "--base needs --new FILE..., the runs to judge");
  if (!arguments.base.empty()) return two_sides(arguments);
  std::vector<std::string> notes;
  auto files = whole_launches(arguments.files, notes);
  if (!files) return tl::unexpected(files.error());
  for (const std::string& note : notes) keep_note(note);
  auto runs = read_input_files(*files);
  if (!runs) return tl::unexpected(runs.error());
  return Reported{std::move(*runs), {}, std::move(*files), with_short_names(std::move(notes), arguments)};
}

/// Whether a case has a time in both.
bool have_case_in_common(std::span<const record::Run> some, std::span<const record::Run> others) {
  std::set<record::CaseId> timed;
  for (const record::Run& run : some)
    for (const record::CaseRecord& c : run.cases)
      if (analysis::time_of(c)) timed.insert(c.id);
  return std::ranges::any_of(others, [&](const record::Run& run) {
    return std::ranges::any_of(
        run.cases, [&](const record::CaseRecord& c) { return analysis::time_of(c) && timed.contains(c.id); });
  });
}

/// Runs that have a case in common with those shown; none where none are asked for.
Result<std::vector<record::Run>> reference_of(const ReportArguments& arguments, const Reported& shown) {
  if (arguments.reference.empty()) return std::vector<record::Run>{};
  if (shown.sides) return failure("--reference and --base: the base is the reference already");
  auto runs = read_input_files(arguments.reference);
  if (!runs) return runs;
  if (!have_case_in_common(*runs, shown.runs))
    return failure("the reference and the files have no measured case with a time in common");
  return runs;
}

int report(const ReportArguments& arguments) {
  if (const auto right = check_peak(arguments.peak); !right) return wrong_input(right.error().message);
  if (const auto right = must_hold(arguments.output.path, ".html"); !right)
    return wrong_input(right.error().message);
  std::vector<std::string> inputs = arguments.files;
  for (const auto* side : {&arguments.base, &arguments.fresh, &arguments.reference})
    inputs.insert(inputs.end(), side->begin(), side->end());
  if (const auto allowed = may_write(arguments.output, inputs); !allowed)
    return wrong_input(allowed.error().message);
  auto shown = reported(arguments);
  if (!shown) return wrong_input(shown.error().message);
  auto reference = reference_of(arguments, *shown);
  if (!reference) return wrong_input(reference.error().message);
  reports::ReportOptions options;
  options.reference = std::move(*reference);
  if (!arguments.title.empty()) options.title = arguments.title;
  options.peak = arguments.peak;
  options.made = fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(std::time(nullptr)));
  const auto report = analysis::report_of(std::move(shown->runs), std::move(shown->sides),
                                          arguments.threshold_percent / 100, shown->left_out);
  const int status = deliver(arguments.output, shown->paths, reports::html_report(report, options));
  if (status == 0 && arguments.output.path != "-")
    host::write_output(fmt::format("wrote {}: open it in any browser\n", printable(arguments.output.path)));
  if (status == 0 && !reports::report_has_charts())
    complain(
        "sonde",
        "the report has tables but no charts: this sonde was built without uPlot (npm ci --ignore-scripts in "
        "the source folder, then build again)");
  return status;
}

}  // namespace

Action setup_report(CLI::App& command) {
  auto arguments = std::make_shared<ReportArguments>();
  command.add_option("FILE", arguments->files,
                     "records of Sonde or tables of other suites; several are overlaid");
  auto* base = command.add_option(
      "--base", arguments->base,
      "files and directories of the runs to compare with: the verdicts of sonde compare, one line a side");
  command.add_option("--new", arguments->fresh, "files and directories of the runs to judge");
  add_threshold(command, arguments->threshold_percent)->needs(base);
  add_output(command, arguments->output, "the page to write; - is standard output");
  command.add_option("--title", arguments->title, "heading of the page");
  command
      .add_option("--reference", arguments->reference,
                  "records whose speed is 100 %: charts show the same cases of the files in percent of it")
      ->allow_extra_args(false);
  add_peak(
      command, arguments->peak,
      "bytes per second of a link: charts show traffic (between hosts, on one host between ranks) in percent of it");
  return [arguments] { return report(*arguments); };
}

}  // namespace sonde::app
