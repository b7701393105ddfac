#include "app/sonde/launches.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <random>
#include <set>

#include "base/complain.hpp"
#include "base/file_lock.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "host/job_allocation.hpp"
#include "host/process.hpp"

namespace sonde::app {

namespace {

void tell_terminal(const campaign::CampaignProgress& now) {
  std::string line = fmt::format("{}/{} launches", now.done, now.total);
  if (now.failed > 0) line += fmt::format(", {} failed", now.failed);
  if (now.seconds_left > 0) line += ", about " + human_seconds(now.seconds_left) + " left";
  if (!now.launch.empty()) line += ": " + now.launch;
  write_message(fmt::format("\r\033[K{}{}", line, now.launch.empty() ? "\n" : ""));
}

}  // namespace

std::uint64_t fresh_seed() {
  std::random_device device;
  return device();  // 32 bits: a seed that can be copied by hand
}

campaign::Tell terminal_progress() {
  return isatty(2) != 0 ? campaign::Tell(tell_terminal) : [](const campaign::CampaignProgress&) {};
}

Result<void> can_be_started(const campaign::CampaignPlan& plan) {
  if (const auto end = host::end_of_allocation(host::of_environment); !end)
    return tl::unexpected(end.error());
  std::set<std::string> looked_for;
  for (const auto& launch : campaign::launches_of(plan)) {
    const auto words = campaign::command_line(plan, launch, "record");
    if (!words) return tl::unexpected(words.error());
    if (words->empty() || !looked_for.insert(words->front()).second) continue;
    if (const auto path = host::path_of_program(words->front()); !path) return tl::unexpected(path.error());
  }
  return {};
}

void tell_about(const campaign::CampaignPlan& plan, const campaign::Journal& journal) {
  if (!journal.locked()) complain("sonde", no_locks_note(plan.directory));
}

bool allocation_is_over() {
  constexpr double clocks_differ_seconds = 5;
  const auto end = host::end_of_allocation(host::of_environment);
  const std::chrono::duration<double> now = std::chrono::system_clock::now().time_since_epoch();
  return end && *end && now.count() + clocks_differ_seconds >= **end;
}

int tell_interrupted() {
  if (isatty(2) != 0) write_message("\n");
  complain("sonde", fmt::format("{}; the same command goes on with the launches that are left",
                                allocation_is_over() ? "the allocation is over" : "interrupted"));
  return 1;
}

std::size_t tell_failures(std::span<const campaign::Launch> launches, const campaign::Journal& journal) {
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

void tell_left_out(const campaign::GoodRuns& runs) {
  for (const auto& launch : runs.left_out)
    complain("sonde", launch + " (it had ended well; --retry launches it again)");
}

std::string counts_text(const campaign::CampaignProgress& now) {
  if (now.done == now.total) return fmt::format("{}, {} failed", counted(now.total, "launch"), now.failed);
  return fmt::format("{} of {} ended, {} failed", now.done, counted(now.total, "launch"), now.failed);
}

}  // namespace sonde::app
