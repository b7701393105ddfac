#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "analysis/comparison.hpp"
#include "app/sonde/commands.hpp"
#include "app/sonde/input_files.hpp"
#include "app/sonde/read_sides.hpp"
#include "history/two_groups.hpp"
#include "host/output.hpp"
#include "reports/comparison_text.hpp"

namespace sonde::app {

namespace {

struct Options {
  std::vector<std::string> two;
  std::vector<std::string> base;
  std::vector<std::string> fresh;
  std::string rows, nights;
  double threshold_percent = 3;
  bool changed = false, json = false, markdown = false, junit = false;
  bool strict = false;
};

/// The comparison of what the options name. The runs are gone when its text is made, which takes memory, too.
Result<analysis::Comparison> compared(Options options) {
  const bool named = !options.base.empty() && !options.fresh.empty(),
             none = options.base.empty() && options.fresh.empty();
  if (!options.rows.empty() && options.two.size() == 2)
    return failure(
        "compare --rows A=B with two files could mean A of the first and B of the second, or both rows of both: "
        "write --base FILE... and --new FILE..., with the same files behind both for the second");
  const bool one_side = !options.rows.empty() && none && !options.two.empty();
  if (one_side)
    options.base = std::move(options.two);
  else if (none && options.two.size() == 2)
    options.base = {options.two[0]}, options.fresh = {options.two[1]};
  else if (!options.two.empty() || !named)
    return failure(fmt::format("compare takes BASE and NEW, or --base FILE... and --new FILE...{}",
                               options.rows.empty() ? "" : "; with --rows also files of one side alone"));
  auto sides = read_sides(options.base, options.fresh);
  if (sides && !options.rows.empty()) sides = rows_of(std::move(*sides), options.rows);
  if (!sides) return tl::unexpected(sides.error());
  auto result = analysis::compare(sides->base, sides->fresh, options.threshold_percent / 100);
  result.notes.insert(result.notes.begin(), sides->notes.begin(), sides->notes.end());
  return result;
}

int compare_runs(const Options& options) {
  const auto result = compared(options);
  if (!result) return wrong_input(result.error().message);
  if (const auto why = analysis::nothing_in_common(*result)) return wrong_input(*why);
  host::write_output(options.json       ? reports::comparison_json(*result)
                     : options.markdown ? reports::comparison_markdown(*result)
                     : options.junit    ? reports::comparison_junit(*result)
                     : options.changed  ? reports::comparison_changes(*result)
                                        : reports::comparison_table(*result));
  return is_worse(*result, options.strict) ? 1 : 0;
}

/// Groups of nights of a history, by exchanging whole nights.
int compare_nights(const Options& options, const CLI::App& command) {
  const auto given = command.get_options([](const CLI::Option* option) { return option->count() > 0; });
  if (options.two.size() != 2 || given.size() != 2)
    return wrong_input(
        "--by-night DIR takes two groups of nights, as 2025-11-01..2025-11-20 2025-11-21, and no other option");
  const auto read = history::read_history(options.nights);
  if (!read) return wrong_input(read.error().message);
  if (!read->note.empty()) keep_note(read->note);
  const auto groups = history::compare_groups(*read, options.two[0], options.two[1]);
  if (!groups) return wrong_input(groups.error().message);
  host::write_output(history::groups_text(*read, *groups));
  if (groups->slower()) return 1;
  return groups->judged() ? 0 : 3;
}

}  // namespace

Action setup_compare(CLI::App& command) {
  auto options = std::make_shared<Options>();
  command
      .add_option("base-and-new", options->two,
                  "BASE NEW: a file or a directory of runs each; with --by-night: nights")
      ->expected(0, CLI::detail::expected_max_vector_size);
  command.add_option("--base", options->base, "Files and directories of the runs to compare with");
  command.add_option("--new", options->fresh, "Files and directories of the runs to judge");
  command.add_option("--rows", options->rows,
                     "A=B: row A of the base with row B of the new runs, or both of the same runs");
  add_threshold(command, options->threshold_percent);
  auto* changed = command.add_flag("--changed", options->changed,
                                   "Only what changed, neighbouring lengths and processes on one line");
  auto* json = command.add_flag("--json", options->json, "Print one JSON object instead of the table");
  auto* markdown =
      command.add_flag("--markdown", options->markdown, "Print what changed as Markdown, for a comment");
  auto* junit = command.add_flag("--junit", options->junit, "Print every case as a test of JUnit's XML");
  json->excludes(changed)->excludes(markdown)->excludes(junit);
  junit->excludes(changed)->excludes(markdown);
  command.add_flag("--strict", options->strict, "Exit with 1 also for slower cases that are not proven");
  command.add_option(
      "--by-night", options->nights,
      "Directory of a history: compare its nights, as 2025-11-01..2025-11-20, by exchanging them");
  command.footer("Exit status: 0 same or better, 1 worse, 2 wrong input, 3 too few nights.");
  return [options, &command] {
    return options->nights.empty() ? compare_runs(*options) : compare_nights(*options, command);
  };
}

}  // namespace sonde::app
