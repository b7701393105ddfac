#include "run/write_plan.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "host/output.hpp"
#include "host/timeouts.hpp"
#include "mpi/broadcast.hpp"
#include "plan/describe_plan.hpp"
#include "plan/lengths.hpp"
#include "run/execute.hpp"
#include "run/finished.hpp"
#include "sinks/sinks.hpp"
#include "start_up/wrong_place.hpp"

namespace sonde::run {

namespace {

/// Of each section, how many of its cases are finished.
std::vector<std::int64_t> counts_of(const Finished& finished, const Settings& settings, const Plan& plan) {
  std::vector<std::int64_t> counts;
  for (const TableRun& section : plan.sections) {
    std::int64_t& count = counts.emplace_back(0);
    if (!section.refusal.empty()) continue;
    for (std::size_t i = 0; i < lengths_for(settings, *section.benchmark).size(); ++i)
      if (finished.of(section, i) != nullptr) ++count;
  }
  return counts;
}

/// The cases of each section that -resume would not measure again; an error where the run could not write its
/// records. Collective.
Result<std::vector<std::int64_t>> recorded_cases(const Agreed& run, const MachineFacts& facts) {
  Finished finished;
  if (run.settings.resume) {
    auto found = find_finished(run.world, run.settings, run.plan, full_header(run, facts));
    if (!found) return tl::unexpected(found.error());
    finished = std::move(*found);
  }
  Result<void> opened;
  if (run.world.first()) opened = sinks::could_open_record_sinks(run.settings);
  if (const auto told = mpi::outcome_of_first(run.world, opened); !told) return tl::unexpected(told.error());
  return counts_of(finished, run.settings, run.plan);
}

}  // namespace

Result<void> write_plan(const Agreed& run) {
  std::optional<host::CallGuard> starting(std::in_place, "starting the run");
  const MachineFacts facts = study_machine(run.world);
  if (auto known = knows_caches(run.settings, facts); !known) return known;
  if (auto right = start_up::check_place(run.world, run.settings); !right) return right;
  const auto recorded = recorded_cases(run, facts);
  if (!recorded) return tl::unexpected(recorded.error());
  starting.reset();
  if (run.world.first()) {
    host::write_output(describe(run.plan, run.settings, facts.caches, *recorded));
    host::write_output(run.variables.description());
    host::finish_output();
  }
  wait_for_all(run.world);
  return {};
}

}  // namespace sonde::run
