#include "campaign/run_launches.hpp"

#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "campaign/launch_record.hpp"
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

/// Whether a launch that ended well has a record no more: it was removed or damaged since.
bool lost_its_record(const Journal& journal, const std::string& launch) {
  const std::string path = journal.record_path(launch);
  return !is_record_there(path) || !record_of_launch(path);
}

bool to_run(const Launch& launch, const Journal& journal, bool retry) {
  const Entry* entry = entry_of(journal, launch);
  if (entry == nullptr || !entry->ended) return true;
  return retry && (!entry->good || lost_its_record(journal, launch.name));
}

std::vector<const Launch*> all_to_run(std::span<const Launch> launches, const Journal& journal, bool retry) {
  std::vector<const Launch*> out;
  for (const Launch& launch : launches)
    if (to_run(launch, journal, retry)) out.push_back(&launch);
  return out;
}

/// A program that ends well without a record that can be read has measured nothing: a pipe into the record
/// (mpirun ... | tee {record}) hides its exit status.
Entry judge(const Result<host::LaunchOutcome>& outcome, const std::string& record) {
  if (!outcome) return {.text = outcome.error().message};
  Entry entry{.good = outcome->good(), .text = outcome->text(), .seconds = outcome->seconds};
  if (!entry.good) return entry;
  if (!is_record_there(record)) {
    entry.text += ", but no record";
  } else if (const auto run = record_of_launch(record); !run) {
    entry.text += ", but no readable record: " + run.error().message;
  } else {
    return entry;
  }
  entry.good = false;
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
  const auto left = all_to_run(launches, journal, retry);
  std::size_t to_come = left.size();
  bool first = true;
  for (const Launch* next : left) {
    const Launch& launch = *next;
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
