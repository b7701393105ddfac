#include "app/sonde/sides.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "analysis/observations.hpp"
#include "analysis/provenance_notes.hpp"
#include "campaign/journal.hpp"

namespace sonde::app {

namespace {

/// Directories of campaigns become the records of the launches that ended well: one that was killed together with
/// its campaign, or still runs, has left a part of a run.
Result<std::vector<std::string>> without_cut_launches(const std::vector<std::string>& paths,
                                                      std::vector<std::string>& notes) {
  std::vector<std::string> out;
  for (const std::string& path : paths) {
    const auto journal = campaign::Journal::look(path);
    if (!journal) return tl::unexpected(journal.error());
    if (!*journal) {
      out.push_back(path);
      continue;
    }
    std::size_t left_out = 0;
    std::error_code ignored;
    for (const auto& [launch, entry] : (*journal)->entries())
      if (const auto record = (*journal)->record_path(launch); !entry.good) {
        ++left_out;
      } else if (std::filesystem::exists(record, ignored)) {
        out.push_back(record);
      }
    if (left_out > 0)
      notes.push_back(fmt::format("{} launch{} of '{}' did not end well and {} left out", left_out,
                                  left_out == 1 ? "" : "es", path, left_out == 1 ? "is" : "are"));
  }
  return out;
}

}  // namespace

Result<Sides> read_sides(std::vector<std::string> base, std::vector<std::string> fresh) {
  Sides out;
  for (auto* side : {&base, &fresh}) {
    auto files = without_cut_launches(*side, out.notes);
    if (!files) return tl::unexpected(files.error());
    auto runs = analysis::read_all(*files);
    if (!runs) return tl::unexpected(runs.error());
    (side == &base ? out.base : out.fresh) = std::move(*runs);
  }
  for (std::string& repeated : analysis::keep_distinct(out.base, out.fresh))
    out.notes.push_back(std::move(repeated));
  return out;
}

void add_threshold(CLI::App& command, double& percent) {
  command.add_option("--threshold", percent, "Differences up to this many percent do not matter")
      ->check(CLI::Range(0.0, 1000.0))
      ->check([](const std::string& text) {  // to which NaN is inside of every range
        double value = 0;
        const bool number = CLI::detail::lexical_cast(text, value) && std::isfinite(value);
        return number ? std::string() : fmt::format("'{}' is not a number of percent", text);
      })
      ->capture_default_str();
}

}  // namespace sonde::app
