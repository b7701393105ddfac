// `sonde guidelines`: whether times follow what a library should keep, as far as old records tell.
#include "analysis/guidelines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "analysis/provenance_notes.hpp"
#include "app/sonde/commands.hpp"
#include "app/sonde/input_files.hpp"
#include "app/sonde/output_file.hpp"
#include "app/sonde/read_sides.hpp"
#include "host/output.hpp"
#include "record/record.hpp"
#include "reports/guidelines_text.hpp"
#include "reports/tuning_profiles.hpp"

namespace sonde::app {

namespace {

constexpr int some_violated = 1, some_open = 3;

struct Options {
  std::vector<std::string> runs;
  double tolerance_percent = 5;
  bool one_launch = false, all = false, json = false, markdown = false;
  Output profiles{};  ///< a directory; none: no profiles
};

/// Writes each profile to a file of the directory, if one is named, which is made; a note says that there is
/// none.
Result<void> export_profiles(const Options& options, analysis::GuidelineCheck& check) {
  if (options.profiles.path.empty()) return {};
  const auto profiles = reports::tuning_profiles(check);
  if (profiles.empty()) {
    check.notes.emplace_back("--export: no composition of PGMPITuneLib is proved faster, nothing is written");
    return {};
  }
  std::error_code failed;
  std::filesystem::create_directories(options.profiles.path, failed);
  if (failed) return failure(fmt::format("cannot make {}: {}", options.profiles.path, failed.message()));
  for (const auto& profile : profiles) {
    const Output file{(std::filesystem::path(options.profiles.path) / profile.file).string(),
                      options.profiles.existing};
    if (auto allowed = may_write(file, options.runs); !allowed) return allowed;
    if (auto written = write(file, profile.text); !written) return written;
  }
  return {};
}

int check_guidelines(const Options& options) {
  auto sides = read_sides(options.runs, {});
  if (!sides) return wrong_input(sides.error().message);
  if (options.one_launch && sides->base.size() != 1)
    return wrong_input(fmt::format("--one-launch takes one launch, not {}", sides->base.size()));
  shorten_sources(sides->base);
  const auto pairs = analysis::guideline_pairs(sides->base);
  if (pairs.empty())
    return wrong_input(
        "the runs hold no times of one benchmark with two lengths or numbers of processes, and no compositions");
  auto check = analysis::judge_guidelines(pairs, options.tolerance_percent / 100, options.one_launch);
  check.notes = std::move(sides->notes);
  auto lost = analysis::lost_cases(sides->base);
  std::ranges::move(lost.notes, std::back_inserter(check.notes));
  std::ranges::move(analysis::provenance_notes(sides->base, {}), std::back_inserter(check.notes));
  std::ranges::move(record::notes_of(sides->base), std::back_inserter(check.notes));
  if (const auto done = export_profiles(options, check); !done) return wrong_input(done.error().message);
  const auto rows = options.all ? reports::GuidelineRows::all : reports::GuidelineRows::of_interest;
  host::write_output(options.json       ? reports::guidelines_json(check)
                     : options.markdown ? reports::guidelines_markdown(check, rows)
                                        : reports::guidelines_table(check, rows));
  using enum analysis::GuidelineVerdict;
  if (check.count(violated) > 0) return some_violated;
  return check.count(open) > 0 || lost.in_every_launch > 0 ? some_open : 0;
}

}  // namespace

Action setup_guidelines(CLI::App& command) {
  auto options = std::make_shared<Options>();
  command
      .add_option("FILE", options->runs,
                  "Records, texts of runs, or directories of them: six launches or more, best eight")
      ->required();
  add_percent(command, "--tolerance", options->tolerance_percent,
              "Percent that a case may take longer than a guideline allows");
  command.add_flag("--one-launch", options->one_launch,
                   "Verdicts on a single launch from its batches, which say nothing of the next launch");
  auto* all = command.add_flag("--all", options->all,
                               "Show what is held, and what is open within the tolerance, too");
  command
      .add_option("--export", options->profiles.path,
                  "Directory for profiles of PGMPITuneLib: which collectives to replace by compositions")
      ->check([](const std::string& path) { return path.empty() ? "expected the name of a directory" : ""; });
  add_force(command, options->profiles);
  auto* json = command.add_flag("--json", options->json, "Print one JSON object instead of the table");
  auto* markdown = command.add_flag("--markdown", options->markdown, "Print the table as Markdown");
  json->excludes(all)->excludes(markdown);
  command.footer(
      "Example: sonde guidelines sonde-run\n"
      "Exit status: 0 all held, 1 one is violated, 2 wrong input, 3 one is open or failed in every launch, and none is violated.");
  return [options] { return check_guidelines(*options); };
}

}  // namespace sonde::app
