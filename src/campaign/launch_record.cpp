#include "campaign/launch_record.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "base/text.hpp"
#include "readers/read.hpp"

namespace sonde::campaign {

bool is_record_there(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(std::filesystem::symlink_status(path, error));
}

Result<record::Run> record_of_launch(const std::string& path) {
  auto run = readers::read_run(path);
  if (run && run->cases.empty()) return failure(fmt::format("{}: no case stands in it", path));
  if (run && run->format == record::Format::json && run->passed_over > 0)
    return failure(fmt::format("{}: {} cannot be read", path, counted(run->passed_over, "line")));
  return run;
}

GoodRuns good_runs(std::span<const Launch> launches, const Journal& journal) {
  GoodRuns out;
  for (const Launch& launch : launches) {
    const auto entry = journal.entries().find(launch.name);
    if (entry == journal.entries().end() || !entry->second.ended || !entry->second.good) continue;
    if (auto run = record_of_launch(journal.record_path(launch.name)))
      out.by_group[launch.group].push_back(std::move(*run));
    else
      out.left_out.push_back(fmt::format("{} is left out: {}", launch.name, run.error().message));
  }
  return out;
}

}  // namespace sonde::campaign
