#include "campaign/campaign_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <utility>

#include "base/text.hpp"
#include "stats/shuffle.hpp"

namespace sonde::campaign {

namespace {

bool mentions(const Words& words, std::string_view placeholder) {
  return std::ranges::any_of(words, [&](const std::string& w) { return contains(w, placeholder); });
}

Launch launch_of(const PlannedCommand& command, int np, const PlacementOptions& placement, int repetition) {
  Launch launch;
  launch.group = np > 0 ? fmt::format("{}-np{}", command.name, np) : command.name;
  if (!placement.name.empty()) launch.group += "-" + placement.name;
  launch.name = fmt::format("{}-{}", launch.group, repetition);
  launch.command = &command;
  launch.placement = &placement;
  launch.np = np;
  launch.repetition = repetition;
  return launch;
}

}  // namespace

std::vector<Launch> launches_of(const CampaignPlan& plan) {
  std::vector<Launch> out;
  for (const PlannedCommand& command : plan.commands)
    for (const int np : command.np)
      for (const PlacementOptions& placement : plan.placements)
        for (int repetition = 1; repetition <= plan.launches; ++repetition)
          out.push_back(launch_of(command, np, placement, repetition));
  return out;
}

std::vector<Launch> schedule(const CampaignPlan& plan, std::uint64_t seed) {
  std::vector<Launch> out = launches_of(plan);
  std::mt19937_64 generator(seed);
  stats::shuffle(out.size(), generator, [&](std::size_t a, std::size_t b) { std::swap(out[a], out[b]); });
  return out;
}

std::vector<Launch> schedule_in_rounds(const CampaignPlan& plan, std::uint64_t seed) {
  std::vector<Launch> out = launches_of(plan);
  std::ranges::stable_sort(out, {}, &Launch::repetition);
  std::mt19937_64 generator(seed);
  const std::size_t round = out.size() / static_cast<std::size_t>(plan.launches);
  for (std::size_t first = 0; first < out.size(); first += round)
    stats::shuffle(round, generator,
                   [&](std::size_t a, std::size_t b) { std::swap(out[first + a], out[first + b]); });
  return out;
}

Result<Words> command_line(const CampaignPlan& plan, const Launch& launch, const std::string& record) {
  const Values inner{{"record", {record}},
                     {"np", {std::to_string(launch.np)}},
                     {"name", {launch.name}},
                     {"placement", launch.placement->options}};
  Words run = launch.command->run;
  if (!mentions(run, "{record}") && !mentions(plan.launcher, "{record}"))
    run.insert(run.end(), {"-json", "{record}"});
  auto command = fill(run, inner);
  if (!command) return command;
  Words launcher = plan.launcher;
  if (!mentions(launcher, "{command}")) launcher.emplace_back("{command}");
  Values outer = inner;
  outer["command"] = *command;
  return fill(launcher, outer);
}

}  // namespace sonde::campaign
