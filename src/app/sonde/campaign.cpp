// `sonde campaign`: runs a plan of launches and says how much runs differ.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "app/sonde/commands.hpp"
#include "app/sonde/launches.hpp"
#include "base/text.hpp"
#include "campaign/run_launches.hpp"
#include "campaign/spread_table.hpp"
#include "host/output.hpp"

namespace sonde::app {

namespace {

struct Options {
  std::string plan;
  bool dry_run = false;
  bool retry = false;
  bool summary = false;
};

int print_plan(const campaign::CampaignPlan& plan) {
  const std::uint64_t seed = plan.seed.value_or(0);
  std::string text;
  for (const auto& launch : campaign::schedule(plan, seed)) {
    const auto words = campaign::command_line(plan, launch, plan.directory + "/" + launch.name + ".json");
    if (!words) return wrong_input(words.error().message);
    text += printable(campaign::shell_line(*words)) + "\n";
  }
  host::write_output(text);
  return 0;
}

int run_campaign(const Options& options) {
  const auto plan = campaign::read_plan(options.plan);
  if (!plan) return wrong_input(plan.error().message);
  if (options.dry_run) return print_plan(*plan);
  if (!options.summary)
    if (const auto possible = can_be_started(*plan); !possible) return wrong_input(possible.error().message);
  auto journal = campaign::Journal::open(*plan, fresh_seed());
  if (!journal) return wrong_input(journal.error().message);
  tell_about(*plan, *journal);
  const auto launches = campaign::schedule(*plan, journal->seed());
  if (!options.summary) {
    const auto finished = campaign::execute(*plan, launches, *journal, options.retry,
                                            {terminal_progress(), {}, allocation_is_over});
    if (!finished) return wrong_input(finished.error().message);
    if (!*finished) return tell_interrupted();
  }
  const std::size_t failed = tell_failures(launches, *journal);
  const auto runs = campaign::good_runs(launches, *journal);
  tell_left_out(runs);
  host::write_output(fmt::format("# campaign in {}, seed {}, {}\n{}", printable(plan->directory),
                                 journal->seed(), counts_text(campaign::progress_of(launches, *journal)),
                                 campaign::spread_table(campaign::spreads(runs.by_group))));
  return failed > 0 || !runs.left_out.empty() ? 1 : 0;
}

}  // namespace

Action setup_campaign(CLI::App& command) {
  auto options = std::make_shared<Options>();
  command.add_option("plan", options->plan, "The plan, a TOML file (docs/user/campaigns.md)")->required();
  command.add_flag("--dry-run", options->dry_run, "Print the command lines in their order and start nothing");
  command.add_flag("--retry", options->retry, "Run failed launches again");
  command.add_flag("--summary", options->summary, "Only print what the launches so far came to");
  command.footer("Exit status: 0 all launches done, 1 interrupted or a launch failed, 2 wrong input.");
  return [options] { return run_campaign(*options); };
}

}  // namespace sonde::app
