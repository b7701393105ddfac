#include "campaign/run_launches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <utility>

#include "base/text.hpp"
#include "campaign/session.hpp"
#include "campaign/sums.hpp"
#include "host/job_allocation.hpp"
#include "host/launch.hpp"
#include "record/scan_setting.hpp"

namespace sonde::campaign {

namespace {

struct Mean {
  double sum = 0;
  double count = 0;
  void add(double x) { sum += x, count += 1; }
  [[nodiscard]] double value() const { return count > 0 ? sum / count : 0; }
};

const Entry* entry_of(const Journal& journal, const Launch& launch) {
  const auto found = journal.entries().find(launch.name);
  return found == journal.entries().end() ? nullptr : &found->second;
}

bool to_run(const Entry* entry, bool retry) {
  return entry == nullptr || !entry->ended || (retry && !entry->good);
}

std::size_t count_to_run(std::span<const Launch> launches, const Journal& journal, bool retry) {
  return static_cast<std::size_t>(std::ranges::count_if(
      launches, [&](const Launch& launch) { return to_run(entry_of(journal, launch), retry); }));
}

/// A program that ends well without a record has measured nothing; a link to one is none.
Entry judge(const Result<host::LaunchOutcome>& outcome, const std::string& record) {
  if (!outcome) return {.text = outcome.error().message};
  Entry entry{.good = outcome->good(), .text = outcome->text(), .seconds = outcome->seconds};
  std::error_code error;
  if (entry.good && !std::filesystem::is_regular_file(std::filesystem::symlink_status(record, error))) {
    entry.good = false;
    entry.text += ", but no record";
  }
  return entry;
}

}  // namespace

CampaignProgress progress_of(std::span<const Launch> launches, const Journal& journal) {
  CampaignProgress out;
  out.total = launches.size();
  for (const Launch& launch : launches) {
    const Entry* entry = entry_of(journal, launch);
    if (entry == nullptr || !entry->ended) continue;
    ++out.done;
    if (!entry->good) ++out.failed;
  }
  out.seconds_left = estimate_left(launches, journal);
  return out;
}

double estimate_left(std::span<const Launch> launches, const Journal& journal) {
  std::map<std::string, Mean> groups;
  Mean all;
  for (const Launch& launch : launches)
    if (const Entry* entry = entry_of(journal, launch); entry != nullptr && entry->good)
      groups[launch.group].add(entry->seconds), all.add(entry->seconds);
  double left = 0;
  for (const Launch& launch : launches) {
    const Entry* entry = entry_of(journal, launch);
    if (entry != nullptr && entry->ended) continue;
    const Mean& group = groups[launch.group];
    left += group.count > 0 ? group.value() : all.value();
  }
  return left;
}

namespace {

/// Notes the programs of a launch. Under a path that is no text another file stands: it counts as not read.
Result<void> note_programs(Journal& journal, const std::string& launch, const Words& words) {
  for (const std::string& path : programs_of(words)) {
    const std::string text = printable(path);
    const auto digest = text == path ? digest_of_file(path, most_program_bytes) : failure("no text");
    if (auto noted = journal.program(launch, text, digest.value_or(unread)); !noted) return noted;
  }
  return {};
}

/// Runs one launch and notes it. False where it was cut off and the campaign is to end.
Result<bool> run_launch(const CampaignPlan& plan, const Launch& launch, Journal& journal, SumsKeeper& sums,
                        const Watch& watch, const host::HeldSignals& signals, bool first) {
  const auto words = command_line(plan, launch, journal.record_path(launch.name));
  if (!words) return tl::unexpected(words.error());
  sums.starts(launch.name);
  if (auto started = journal.start(launch.name, first ? session_text() : ""); !started)
    return tl::unexpected(started.error());
  if (auto noted = note_programs(journal, launch.name, *words); !noted) return tl::unexpected(noted.error());
  if (const auto& scan = launch.command->scan; !scan.empty())
    setenv(record::scan_variable, record::scan_text(scan).c_str(), 1);
  const auto outcome = host::launch(*words, journal.output_path(launch.name), plan.limit_seconds, signals);
  const Entry entry = judge(outcome, journal.record_path(launch.name));
  const bool interrupted = outcome && outcome->ending == host::LaunchEnding::interrupted;
  const bool cut = interrupted || (!entry.good && watch.over && watch.over());
  if (auto noted = cut ? journal.cut(launch.name) : journal.end(launch.name, entry); !noted)
    return tl::unexpected(noted.error());
  if (auto renewed = sums.renew(); !renewed) return tl::unexpected(renewed.error());
  return !cut;
}

}  // namespace

Result<bool> execute(const CampaignPlan& plan, std::span<const Launch> launches, Journal& journal, bool retry,
                     const Watch& watch) {
  const host::HeldSignals signals;
  auto sums = SumsKeeper::open(plan.directory);
  if (!sums) return tl::unexpected(sums.error());
  if (!journal.entries().empty())
    if (auto renewed = sums->catch_up(); !renewed) return tl::unexpected(renewed.error());
  std::size_t to_come = count_to_run(launches, journal, retry);
  bool first = true;
  for (const Launch& launch : launches) {
    if (!to_run(entry_of(journal, launch), retry)) continue;
    host::share_allocation(to_come--);
    if (watch.needless && watch.needless(launch)) continue;
    if (signals.end_is_asked_for()) return false;
    CampaignProgress now = progress_of(launches, journal);
    now.launch = launch.name;
    watch.tell(now);
    auto goes_on = run_launch(plan, launch, journal, *sums, watch, signals, std::exchange(first, false));
    if (!goes_on.value_or(false)) return goes_on;
  }
  if (auto renewed = sums->catch_up(); !renewed) return tl::unexpected(renewed.error());
  watch.tell(progress_of(launches, journal));
  return true;
}

}  // namespace sonde::campaign
