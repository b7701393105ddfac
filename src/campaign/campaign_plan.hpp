// What a campaign is to run: a plan in a TOML file, and the launches that follow from it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "campaign/command_words.hpp"
#include "record/record.hpp"

namespace sonde::campaign {

struct PlannedCommand {
  std::string name;
  Words run;                                ///< program and arguments, with placeholders
  std::vector<int> np;                      ///< numbers of processes; 0: the command says it itself
  std::vector<record::ScanSetting> scan{};  ///< what its records are to say of it
};

struct PlacementOptions {
  std::string name;  ///< "" where the plan has none
  Words options;     ///< what stands for {placement}
};

struct CampaignPlan {
  int launches = 0;  ///< of each command, number of processes and placement
  std::optional<std::uint64_t> seed;
  double limit_seconds = 3600;  ///< of one launch
  std::string directory;        ///< where the records go, relative to the plan's folder
  Words launcher;               ///< "mpirun -np {np} {placement} {command}"
  std::vector<PlannedCommand> commands;
  std::vector<PlacementOptions> placements;
  std::string text;  ///< what stays of the file in the directory (campaign/kept_plan.hpp)
};

/// The plan in a file; docs/user/campaigns.md describes it. Errors name the file, the key and what would be
/// right.
[[nodiscard]] Result<CampaignPlan> read_plan(const std::string& path);

struct Launch {
  std::string name;   ///< "small-np2-core-3": command, processes, placement, repetition
  std::string group;  ///< the name without the repetition: launches of one group are runs of the same thing
  const PlannedCommand* command = nullptr;  ///< in the plan
  const PlacementOptions* placement = nullptr;
  int np = 0;
  int repetition = 1;
};

/// All launches in the order of the plan. They point into `plan`.
[[nodiscard]] std::vector<Launch> launches_of(const CampaignPlan& plan);

/// The same in an order that depends on the seed alone, so that no slow change of the machine can favour
/// one of them. They point into `plan`.
[[nodiscard]] std::vector<Launch> schedule(const CampaignPlan& plan, std::uint64_t seed);

/// The same, but each repetition of all before the next one: what the machine does slowly meets all alike,
/// also where the launches end early, and with more launches the first ones stay where they are.
[[nodiscard]] std::vector<Launch> schedule_in_rounds(const CampaignPlan& plan, std::uint64_t seed);

/// The words that start a launch whose record goes to `record`. -json {record} is appended to a command where
/// neither it nor the launcher mentions {record}, and {command} to a launcher that does not mention it.
[[nodiscard]] Result<Words> command_line(const CampaignPlan& plan, const Launch& launch,
                                         const std::string& record);

}  // namespace sonde::campaign
