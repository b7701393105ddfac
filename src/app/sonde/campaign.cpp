// `sonde campaign`: runs a plan of launches and says how much runs differ.
#include <fmt/format.h>
#include <unistd.h>

#include <memory>
#include <random>
#include <string>

#include "app/sonde/commands.hpp"
#include "base/message.hpp"
#include "base/units.hpp"
#include "campaign/execute.hpp"
#include "campaign/spread_table.hpp"
#include "host/output.hpp"
#include "host/streams.hpp"

namespace sonde::app {

namespace {

struct Options {
  std::string plan;
  bool dry_run = false;
  bool retry = false;
  bool summary = false;
};

void tell_terminal(const campaign::Progress& now) {
  std::string line = fmt::format("{}/{} launches", now.done, now.total);
  if (now.failed > 0) line += fmt::format(", {} failed", now.failed);
  if (now.seconds_left > 0) line += ", about " + human_seconds(now.seconds_left) + " left";
  if (!now.launch.empty()) line += ": " + now.launch;
  host::say(fmt::format("\r\033[K{}{}", line, now.launch.empty() ? "\n" : ""));
}

std::uint64_t fresh_seed() {
  std::random_device device;
  return device();  // 32 bits: a seed that can be copied by hand
}

int print_plan(const campaign::Plan& plan) {
  const std::uint64_t seed = plan.seed.value_or(0);
  std::string text;
  for (const auto& launch : campaign::schedule(plan, seed)) {
    const auto words = campaign::command_line(plan, launch, plan.directory + "/" + launch.name + ".json");
    if (!words) return wrong_input(words.error().message);
    text += campaign::join_words(*words) + "\n";
  }
  host::write_output(text);
  return 0;
}

std::size_t print_failures(std::span<const campaign::Launch> launches, const campaign::Journal& journal) {
  std::size_t failed = 0;
  for (const auto& launch : launches) {
    const auto entry = journal.entries().find(launch.name);
    if (entry == journal.entries().end() || !entry->second.ended || entry->second.good) continue;
    ++failed;
    complain("sonde", fmt::format("{} failed: {} (see {})", launch.name, entry->second.text,
                                  journal.output_path(launch.name)));
  }
  return failed;
}

/// "8 launches, 0 failed" once all are done.
std::string counts_text(const campaign::Progress& now) {
  std::string text = fmt::format("{} launches, ", now.total);
  if (now.done < now.total) text += fmt::format("{} done, ", now.done);
  return text + fmt::format("{} failed", now.failed);
}

int run_campaign(const Options& options) {
  const auto plan = campaign::read_plan(options.plan);
  if (!plan) return wrong_input(plan.error().message);
  if (options.dry_run) return print_plan(*plan);
  auto journal = campaign::Journal::open(*plan, fresh_seed());
  if (!journal) return wrong_input(journal.error().message);
  const auto launches = campaign::schedule(*plan, journal->seed());
  if (!options.summary) {
    const campaign::Tell progress =
        isatty(2) ? campaign::Tell(tell_terminal) : [](const campaign::Progress&) {};
    const auto finished = campaign::execute(*plan, launches, *journal, options.retry, progress);
    if (!finished) return wrong_input(finished.error().message);
    if (!*finished) {
      if (isatty(2)) host::say("\n");
      complain("sonde", "interrupted; the same command goes on with the launches that are left");
      return 1;
    }
  }
  const std::size_t failed = print_failures(launches, *journal);
  const auto cases = campaign::spreads(launches, *journal);
  if (!cases) return wrong_input(cases.error().message);
  host::write_output(fmt::format("# campaign in {}, seed {}, {}\n{}", plan->directory, journal->seed(),
                                 counts_text(campaign::progress_of(launches, *journal)),
                                 campaign::spread_table(*cases)));
  return failed > 0 ? 1 : 0;
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
