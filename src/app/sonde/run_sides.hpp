// `sonde run -- A --against B`: what the launches of several sides came to.
#pragma once
#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "campaign/campaign_plan.hpp"
#include "campaign/journal.hpp"
#include "campaign/launch_record.hpp"
#include "campaign/repeated.hpp"
#include "campaign/run_launches.hpp"

namespace sonde::app {

/// What `sonde compare` has, too.
struct OfSides {
  double threshold_percent = 3;
  bool changed = false, strict = false;
  const CLI::App* command = nullptr;

  /// Whether one of them was on the command line.
  [[nodiscard]] bool given() const;
};

/// Declares them; they fill `options`, which must outlive the command.
void add_options_of_sides(CLI::App& command, OfSides& options);

/// Before the launch `next`: whether the sides are looked at now and every case is decided.
[[nodiscard]] bool sides_are_decided(const campaign::CampaignPlan& plan,
                                     std::span<const campaign::Launch> launches,
                                     const campaign::Journal& journal, const OfSides& options,
                                     double precision, const campaign::Launch& next);

/// What was launched, and what the launches that ended well recorded.
struct Launched {
  const campaign::CampaignPlan& plan;
  std::uint64_t seed = 0;  ///< of the order
  campaign::CampaignProgress progress;
  campaign::Runs runs;
  bool all_good = true;  ///< no launch failed, and no record was lost
};

/// Prints the sentence, the sides and the tables. Returns the exit status.
int tell_sides(std::span<const campaign::Variant> sides, const Launched& launched, const OfSides& options,
               std::optional<double> precision);

}  // namespace sonde::app
