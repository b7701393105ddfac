// Runs a plan: section by section, length by length, every finished case handed to the sinks before the next
// one starts.
#pragma once
#include <memory>
#include <vector>

#include "args/settings.hpp"
#include "plan/plan.hpp"
#include "report/head.hpp"
#include "run/account.hpp"
#include "run/finished.hpp"
#include "run/machine_facts.hpp"
#include "run/sink.hpp"
#include "run/world.hpp"

namespace sonde::run {

struct Outcome {
  report::Tally tally;  ///< what became of the cases; on the first rank only
  Account account;      ///< of this rank
};

/// Collective over the world. Cases in `finished` are shown and not measured. `sinks` is used on the first
/// rank only. Throws OutputLost on the first rank.
[[nodiscard]] Outcome execute(const World& world, const Settings& settings, const Plan& plan,
                              const std::vector<std::unique_ptr<Sink>>& sinks, const Finished& finished,
                              const MachineFacts& machine);

}  // namespace sonde::run
