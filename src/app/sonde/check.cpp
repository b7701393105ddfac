// `sonde check`: whether a machine keeps limits, for its acceptance.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "analysis/limits_file.hpp"
#include "app/sonde/commands.hpp"
#include "app/sonde/input_files.hpp"
#include "app/sonde/output_file.hpp"
#include "app/sonde/read_sides.hpp"
#include "base/text.hpp"
#include "host/output.hpp"
#include "record/record.hpp"
#include "reports/limits_text.hpp"
#include "stats/sign_interval.hpp"

namespace sonde::app {

namespace {

constexpr int some_broken = 1, some_open = 3;

struct Options {
  std::vector<std::string> runs;
  std::string limits;
  double margin_percent = 10;
  bool write = false, markdown = false;
  Output junit;
};

int write_limits(const Options& options, const Sides& sides) {
  const auto [limits, left_out] = analysis::limits_from(sides.base, options.margin_percent / 100);
  if (limits.empty()) return wrong_input("the runs hold no number that a limit could be made of");
  const auto launches = sides.base.size();
  std::vector<std::string> head{
      fmt::format("Limits of {}: {:.3g} % beyond the worse end of the interval over launches",
                  counted(launches, "launch"), options.margin_percent)};
  if (launches < stats::fewest_for_sign)
    head.back() = fmt::format(
        "Limits of {}: {:.3g} % beyond the worst of them, as less than {} launches have no interval",
        counted(launches, "launch"), options.margin_percent, stats::fewest_for_sign);
  head.insert(head.end(), sides.notes.begin(), sides.notes.end());
  std::ranges::move(record::notes_of(sides.base), std::back_inserter(head));
  constexpr std::size_t most_told = 20;
  const auto told = std::min(left_out.size(), most_told);
  head.insert(head.end(), left_out.begin(), left_out.begin() + static_cast<std::ptrdiff_t>(told));
  if (left_out.size() > told)
    head.push_back(fmt::format("and {}", counted(left_out.size() - told, "more case")));
  host::write_output(analysis::limits_file(limits, head));
  return 0;
}

int status_of(const analysis::LimitCheck& check, bool lacks_launches) {
  using analysis::LimitVerdict;
  const auto verdicts = check.verdicts();
  const auto worst = *std::ranges::min_element(verdicts);
  if (worst < LimitVerdict::open) return some_broken;
  return worst == LimitVerdict::open || lacks_launches ? some_open : 0;
}

int check_runs(const Options& options) {
  if (!options.write && options.limits.empty())
    return wrong_input("check takes --limits FILE, or --write, which makes such a file of a good run");
  auto limits =
      options.write ? Result<std::vector<analysis::Limit>>() : analysis::read_limits(options.limits);
  if (!limits) return wrong_input(limits.error().message);
  std::vector<std::string> inputs = options.runs;
  inputs.push_back(options.limits);
  if (!options.junit.path.empty())
    if (const auto allowed = may_write(options.junit, inputs); !allowed)
      return wrong_input(allowed.error().message);
  auto sides = read_sides(options.runs, {});
  if (!sides) return wrong_input(sides.error().message);
  shorten_sources(sides->base);
  if (options.write) return write_limits(options, *sides);
  auto check = analysis::check_limits(sides->base, std::move(*limits));
  check.notes.insert(check.notes.begin(), sides->notes.begin(), sides->notes.end());
  if (options.junit.path != "-")
    host::write_output(options.markdown ? reports::limits_markdown(check) : reports::limits_table(check));
  if (!options.junit.path.empty())
    if (const int status = deliver(options.junit, inputs, reports::limits_junit(check)); status != 0)
      return status;
  return status_of(check, sides->lacks_launches);
}

}  // namespace

Action setup_check(CLI::App& command) {
  auto options = std::make_shared<Options>();
  command
      .add_option("FILE", options->runs,
                  "Records, texts of runs, or directories of them: five launches or more")
      ->required();
  auto* limits =
      command.add_option("--limits", options->limits, "The limits, a TOML file (docs/user/check.md)");
  auto* markdown = command.add_flag("--markdown", options->markdown, "Print the table as Markdown");
  auto* junit = command.add_option(
      "--junit", options->junit.path,
      "Write every limit and case as a test of JUnit's XML to this file; - is standard output");
  add_force(command, options->junit);
  auto* write = command.add_flag("--write", options->write, "Print a file of limits that these runs keep");
  write->excludes(limits)->excludes(markdown)->excludes(junit);
  add_percent(command, "--margin", options->margin_percent,
              "With --write: percent between these runs and the limits")
      ->needs(write);
  command.footer(
      "Example: sonde check sonde-run --limits limits.toml\n"
      "Exit status: 0 all limits kept, 1 one is broken or missing, 2 wrong input, 3 one is open, or a launch was left out.");
  return [options] { return check_runs(*options); };
}

}  // namespace sonde::app
