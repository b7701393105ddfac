// `sonde run`: one command line, launched until the next launch is known well enough, or several against each
// other.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/sonde/commands.hpp"
#include "app/sonde/launches.hpp"
#include "app/sonde/numbers.hpp"
#include "app/sonde/run_sides.hpp"
#include "args/values.hpp"
#include "base/complain.hpp"
#include "base/text.hpp"
#include "campaign/repeated.hpp"
#include "campaign/scan_settings.hpp"
#include "campaign/scan_table.hpp"
#include "host/output.hpp"
#include "record/describe.hpp"
#include "record/secrets.hpp"

namespace sonde::app {

namespace {

constexpr std::string_view stem = "sonde-run";

struct Options {
  int launches = 10;
  std::string precision;
  std::string directory;
  double limit_seconds = 3600;
  bool retry = false;
  std::vector<std::string> command, lists;
  OfSides of_sides;
};

/// Which cases the launches have not pinned down, as a comment line.
std::string verdict(std::span<const campaign::CaseSpread> cases, double precision) {
  if (cases.empty()) return "";
  const auto widest = std::ranges::max_element(cases, {}, campaign::reach);
  const auto wide = std::ranges::count_if(
      cases, [=](const campaign::CaseSpread& found) { return campaign::reach(found) > precision; });
  if (wide == 0)
    return fmt::format("# the next launch is known to {:.3g} % in every case\n", 100 * precision);
  return fmt::format("# the next launch is known to {:.3g} % in {} of {} cases; least in {}: {:.3g} %\n",
                     100 * precision, std::ssize(cases) - wide, cases.size(), record::describe(widest->id),
                     100 * campaign::reach(*widest));
}

/// Whether the launches of a command that has been started have all failed.
bool only_fails(const std::string& group, std::span<const campaign::Launch> launches,
                const campaign::Journal& journal) {
  return std::ranges::none_of(launches, [&](const campaign::Launch& launch) {
    const auto entry = journal.entries().find(launch.name);
    return launch.group == group && entry != journal.entries().end() && entry->second.good;
  });
}

/// Starts what is left; false where a signal came or the allocation ended.
Result<bool> start(const campaign::CampaignPlan& plan, std::span<const campaign::Launch> launches,
                   campaign::Journal& journal, const Options& options, std::optional<double> precision) {
  const bool sides = plan.commands.size() > 1 && options.lists.empty();
  std::set<std::string> started;
  bool enough = false;
  const auto known = [&](const campaign::Launch& next) {
    if (sides) return sides_are_decided(plan, launches, journal, options.of_sides, *precision, next);
    return campaign::narrow_enough(campaign::spreads(campaign::good_runs(launches, journal).by_group),
                                   *precision);
  };
  const auto needless = [&](const campaign::Launch& next) {
    if (started.contains(next.group) && only_fails(next.group, launches, journal)) return true;
    enough = enough || (precision && known(next));
    if (!enough) started.insert(next.group);
    return enough;
  };
  return campaign::execute(plan, launches, journal, options.retry,
                           {terminal_progress(), needless, allocation_is_over});
}

/// The sides, the settings of a scan, or the only command.
Result<std::vector<campaign::Variant>> variants_of(const Options& options) {
  auto sides = campaign::sides_of(options.command);
  if (!sides) return sides;
  if (options.lists.empty()) {
    if (sides->size() == 1 && options.of_sides.given())
      return failure(
          "--threshold, --changed and --strict are for sides: sonde run -- COMMAND --against OTHER");
    return sides;
  }
  if (sides->size() > 1) return failure("-L scans one command: leave out --against, or -L");
  if (options.of_sides.changed || options.of_sides.strict)
    return failure("--changed and --strict are for sides, not for -L");
  std::vector<campaign::ValueList> lists;
  for (const auto& text : options.lists) {
    auto list = campaign::list_of(text);
    if (!list) return failure("-L: " + list.error().message);
    lists.push_back(std::move(*list));
  }
  auto settings = campaign::settings_of(options.command, lists);
  if (!settings) return failure("-L: " + settings.error().message);
  return settings;
}

/// What is wrong with the line, before anything is made.
Result<campaign::Repeated> repeated_of(const Options& options) {
  auto variants = variants_of(options);
  if (!variants) return tl::unexpected(variants.error());
  campaign::Repeated repeated{std::move(*variants), options.launches, options.limit_seconds, fresh_seed()};
  if (options.retry && options.directory.empty())
    return failure("--retry runs the failed launches of a directory again: name it with -o");
  const auto plan = campaign::plan_of(repeated, options.directory);
  if (!plan) return tl::unexpected(plan.error());
  const auto possible = can_be_started(*plan);
  if (possible) return repeated;
  const bool number = number_of<int>(options.command.front()).has_value();
  return failure(
      possible.error().message +
      (number ? fmt::format(" (the number of launches is given by -n {})", options.command.front()) : ""));
}

/// Where the curves of a scan are drawn.
std::string next_commands(const Options& options, const std::string& directory) {
  for (const auto& text : options.lists)
    if (const auto list = campaign::list_of(text); list && list->values.size() > 1)
      return fmt::format("# curves: {} (--benchmark chooses one), or all on a page: {}\n",
                         printable(campaign::shell_line(
                             {"sonde", "plot", directory, "--over", list->name, "-o", list->name + ".svg"})),
                         printable(campaign::shell_line({"sonde", "report", directory})));
  return "";
}

/// The launches of one command, or of the settings of a scan.
void tell_launches(std::span<const campaign::Variant> variants, Launched launched, const Options& options,
                   std::optional<double> precision) {
  const bool scan = !options.lists.empty();
  campaign::ScanText said;  // without a scan the table alone
  std::string known;
  if (!scan || precision) {
    const auto cases = campaign::spreads(launched.runs);
    if (precision) known = verdict(cases, *precision);
    if (!scan) said.tables = campaign::spread_table(cases);
  }
  const std::string& directory = launched.plan.directory;
  if (scan)
    said = campaign::scan_text(variants, std::move(launched.runs), options.of_sides.threshold_percent / 100);
  if (said.named) known.insert(0, next_commands(options, directory));
  host::write_output(fmt::format("{}# {}\n# {}, records in {}\n{}{}", said.sentence,
                                 printable(campaign::join_words(record::without_secrets(options.command))),
                                 counts_text(launched.progress), printable(directory), known, said.tables));
}

/// A command whose first launch fails is not launched again.
void tell_not_started(std::span<const campaign::Launch> launches, const campaign::Journal& journal) {
  std::map<std::string, std::size_t> not_started;
  for (const auto& launch : launches)
    if (!journal.entries().contains(launch.name) && only_fails(launch.group, launches, journal))
      ++not_started[launch.group];
  for (const auto& [group, count] : not_started)
    complain("sonde", fmt::format("{} of {} {} not started, because the first failed",
                                  counted(count, "launch"), group, count == 1 ? "was" : "were"));
}

/// Says what the launches came to. Returns the exit status.
int tell(std::span<const campaign::Variant> variants, const campaign::CampaignPlan& plan,
         std::span<const campaign::Launch> launches, const campaign::Journal& journal, const Options& options,
         std::optional<double> precision) {
  tell_failures(launches, journal);
  tell_not_started(launches, journal);
  auto runs = campaign::good_runs(launches, journal);
  tell_left_out(runs);
  const auto now = campaign::progress_of(launches, journal);
  const bool all_good = now.failed == 0 && runs.left_out.empty();
  Launched launched{plan, journal.seed(), now, std::move(runs.by_group), all_good};
  if (variants.size() > 1 && options.lists.empty())
    return tell_sides(variants, launched, options.of_sides, precision);
  tell_launches(variants, std::move(launched), options, precision);
  return all_good ? 0 : 1;
}

int run(const Options& options) {
  std::optional<double> precision;
  if (!options.precision.empty()) {
    const auto wanted = percentage(options.precision);
    if (!wanted) return wrong_input("--precision: " + wanted.error().message);
    precision = *wanted;
  }
  const auto repeated = repeated_of(options);
  if (!repeated) return wrong_input(repeated.error().message);
  auto begun = options.directory.empty() ? campaign::begin_beside(std::string(stem), *repeated)
                                         : campaign::begin_in(options.directory, *repeated);
  if (!begun) return wrong_input(begun.error().message);
  auto& [plan, journal] = *begun;
  tell_about(plan, journal);
  const auto launches = campaign::schedule_in_rounds(plan, journal.seed());
  const auto finished = start(plan, launches, journal, options, precision);
  if (!finished) return wrong_input(finished.error().message);
  if (!*finished) return tell_interrupted();
  return tell(repeated->variants, plan, launches, journal, options, precision);
}

}  // namespace

Action setup_run(CLI::App& command) {
  auto options = std::make_shared<Options>();
  command.add_option("-n,--launches", options->launches, "Launches at most")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
  command.add_option(
      "--precision", options->precision,
      "Stop once the next launch is known to so much (2%) in every case, after 3 launches at the earliest; with "
      "--against once every case is proved to differ, or the interval of its ratio is so near to 1");
  command.add_option(
      "-o,--directory", options->directory,
      "Where the records go; what is there already of the same command is gone on with [sonde-run, or with a number]");
  command.add_option("--limit", options->limit_seconds, "Seconds that one launch may take")
      ->check(more_than_zero)
      ->capture_default_str();
  command.add_flag("--retry", options->retry, "Run the failed launches of that directory again");
  command
      .add_option(
          "-L,--list", options->lists,
          "Scan a setting: NAME=4096,16384 or NAME=2^12..2^16 (powers of two), for {NAME} in the command; more "
          "than one: all combinations")
      ->allow_extra_args(false)
      ->take_all();
  add_options_of_sides(command, options->of_sides);
  command
      .add_option(
          "command", options->command,
          "The command after --: launcher, program and arguments; then --against and another one, to compare with it")
      ->required();
  command.positionals_at_end();
  command.footer(
      "Examples: sonde run -n 20 --precision 2% -- mpirun -np 4 IMB-MPI1 Allreduce\n"
      "sonde run -- mpirun -np 4 IMB-MPI1 --against mpirun -np 4 ./new/IMB-MPI1 (launched in turn, and compared; "
      "a word --against always begins the next side)\n"
      "sonde run -L eager=2^12..2^16 -- mpirun --mca btl_vader_eager_limit {eager} -np 2 IMB-MPI1 PingPong\n"
      "Exit status: 0 all launches done and no side worse than the first, 1 interrupted, worse or a launch failed, 2 "
      "wrong input.");
  return [options] { return run(*options); };
}

}  // namespace sonde::app
