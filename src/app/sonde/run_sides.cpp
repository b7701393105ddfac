#include "app/sonde/run_sides.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/headline.hpp"
#include "app/sonde/commands.hpp"
#include "app/sonde/launches.hpp"
#include "app/sonde/read_sides.hpp"
#include "base/text.hpp"
#include "campaign/against.hpp"
#include "host/output.hpp"
#include "record/secrets.hpp"
#include "reports/comparison_text.hpp"

namespace sonde::app {

namespace {

constexpr const char* threshold_name = "--threshold";
constexpr const char* changed_name = "--changed";
constexpr const char* strict_name = "--strict";

std::vector<analysis::Comparison> compared(const campaign::CampaignPlan& plan, const campaign::Runs& runs,
                                           const OfSides& options, bool may_stop) {
  const auto looks = may_stop ? campaign::looks_at(plan.launches).size() : 1;
  return campaign::against_first(runs, plan, options.threshold_percent / 100, looks);
}

std::string line_of(const campaign::Words& words) {
  return printable(campaign::join_words(record::without_secrets(words)));
}

/// What stands between the words that both begin with and those that both end with.
std::string words_that_differ(const campaign::Words& one, const campaign::Words& other) {
  const auto [first, other_first] = std::ranges::mismatch(one, other);
  auto last = one.end();
  auto other_last = other.end();
  while (last != first && other_last != other_first && *(last - 1) == *(other_last - 1)) --last, --other_last;
  if (first == last && other_first == other_last) return "";
  const auto text = [](auto from, auto to) {
    return from == to ? std::string("nothing") : line_of(campaign::Words(from, to));
  };
  return fmt::format("# differs: command: {} -> {}\n", text(first, last), text(other_first, other_last));
}

/// "# decided to 2 %: 118 of 120 cases".
std::string decided_text(std::span<const analysis::Comparison> comparisons, double precision) {
  std::size_t all = 0, decided = 0;
  for (const auto& comparison : comparisons)
    for (const auto& c : comparison.cases) {
      ++all;
      if (campaign::decided(c, precision)) ++decided;
    }
  return fmt::format("# decided to {:.3g} %: {} of {} rows\n", 100 * precision, decided, all);
}

}  // namespace

bool OfSides::given() const {
  return std::ranges::any_of(std::initializer_list<const char*>{threshold_name, changed_name, strict_name},
                             [&](const char* name) { return command->count(name) > 0; });
}

void add_options_of_sides(CLI::App& command, OfSides& options) {
  options.command = &command;
  add_percent(command, threshold_name, options.threshold_percent,
              "Between sides: differences up to this many percent do not matter");
  command.add_flag(changed_name, options.changed,
                   "Between sides: only what changed, neighbouring lengths and processes on one line");
  command.add_flag(strict_name, options.strict,
                   "Between sides: exit with 1 also for slower cases that are not proven");
}

bool sides_are_decided(const campaign::CampaignPlan& plan, std::span<const campaign::Launch> launches,
                       const campaign::Journal& journal, const OfSides& options, double precision,
                       const campaign::Launch& next) {
  const auto begins = std::ranges::find(launches, next.repetition, &campaign::Launch::repetition);
  const auto looks = campaign::looks_at(plan.launches);
  if (begins->name != next.name || std::ranges::find(looks, next.repetition - 1) == looks.end()) return false;
  const auto runs = campaign::good_runs(launches, journal);
  return campaign::all_decided(compared(plan, runs.by_group, options, true), precision);
}

int tell_sides(std::span<const campaign::Variant> sides, const Launched& launched, const OfSides& options,
               std::optional<double> precision) {
  const auto comparisons = compared(launched.plan, launched.runs, options, precision.has_value());
  std::string head, tables;
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    const auto& comparison = comparisons[i];
    const reports::SideNames names{sides[0].name, sides[i + 1].name};
    head += fmt::format("# {} against {}: {}\n", names.fresh, names.base,
                        printable(analysis::headline(comparison)));
    tables += fmt::format("\n# {} (new) against {} (base)\n{}{}", names.fresh, names.base,
                          words_that_differ(sides[0].command, sides[i + 1].command),
                          options.changed ? reports::comparison_changes(comparison)
                                          : reports::comparison_table(comparison, names));
  }
  for (const auto& side : sides) head += fmt::format("# {}: {}\n", side.name, line_of(side.command));
  head += fmt::format("# {}, in rounds of seed {}, records in {}\n", counts_text(launched.progress),
                      launched.seed, printable(launched.plan.directory));
  if (precision) head += decided_text(comparisons, *precision);
  host::write_output(head + tables);
  if (!launched.all_good) return 1;
  for (const auto& comparison : comparisons)
    if (const auto why = analysis::nothing_in_common(comparison)) return wrong_input(*why);
  return std::ranges::any_of(comparisons, [&](const auto& one) { return is_worse(one, options.strict); }) ? 1
                                                                                                          : 0;
}

}  // namespace sonde::app
