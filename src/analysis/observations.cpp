#include "analysis/observations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <iterator>

#include "readers/read.hpp"
#include "stats/order.hpp"

namespace sonde::analysis {

namespace {

namespace fs = std::filesystem;

bool named(const fs::path& path, std::initializer_list<const char*> endings) {
  return std::ranges::any_of(endings, [&](const char* ending) { return path.extension() == ending; });
}

Result<std::vector<std::string>> files_of(const std::string& directory) {
  std::error_code error;
  std::vector<std::string> records;
  std::vector<std::string> tables;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code unknown;  // a link that leads nowhere is taken, so that reading it says what is wrong
    const auto type = entry->status(unknown).type();
    if (type != fs::file_type::regular && type != fs::file_type::not_found && type != fs::file_type::none)
      continue;
    if (named(entry->path(), {".json", ".jsonl", ".ndjson"})) records.push_back(entry->path().string());
    if (named(entry->path(), {".txt", ".out"})) tables.push_back(entry->path().string());
  }
  if (error) return failure(fmt::format("cannot list '{}': {}", directory, error.message()));
  auto& chosen = records.empty() ? tables : records;
  if (chosen.empty())
    return failure(fmt::format("'{}' holds no runs: expected files *.json, *.jsonl, *.ndjson, *.txt or *.out",
                               directory));
  std::ranges::sort(chosen);
  return chosen;
}

Result<std::vector<std::string>> expand(const std::string& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return files_of(path);
  return std::vector<std::string>{path};
}

}  // namespace

std::string_view plural_word(Quantity quantity) {
  switch (quantity) {
    case Quantity::median:
      return "medians";
    case Quantity::time:
      return "times of the slowest rank";
    case Quantity::rate:
      return "rates";
  }
  return "";
}

Result<std::vector<record::Run>> read_all(std::span<const std::string> paths) {
  std::vector<record::Run> out;
  for (const std::string& path : paths) {
    const auto files = expand(path);
    if (!files) return tl::unexpected(files.error());
    for (const std::string& file : *files) {
      auto runs = readers::read_runs(file);
      if (!runs) return tl::unexpected(runs.error());
      std::ranges::move(*runs, std::back_inserter(out));
    }
  }
  if (out.empty()) return failure("no run was named");
  return out;
}

std::optional<double> value_of(const record::CaseRecord& row, Quantity quantity) {
  if (row.status != record::Status::measured) return std::nullopt;
  std::optional<double> value;
  if (quantity == Quantity::median && row.summary && row.summary->batches > 0) value = row.summary->median;
  if (quantity == Quantity::time && row.times) value = row.times->max;
  if (quantity == Quantity::rate) value = row.megabytes_per_second;
  return value && std::isfinite(*value) && *value > 0 ? value : std::nullopt;
}

std::optional<Quantity> common_quantity(std::span<const record::CaseRecord* const> rows) {
  for (const Quantity quantity : {Quantity::median, Quantity::time, Quantity::rate}) {
    const auto lacks = [&](const record::CaseRecord* row) {
      return row->status == record::Status::measured && !value_of(*row, quantity);
    };
    if (std::ranges::none_of(rows, lacks)) return quantity;
  }
  return std::nullopt;
}

std::vector<Occurrence> by_case(std::span<const record::Run> runs) {
  std::vector<Occurrence> out;
  for (std::size_t i = 0; i < runs.size(); ++i)
    for (const record::CaseRecord& row : runs[i].cases) out.push_back({i, &row});
  std::ranges::stable_sort(
      out, {}, [](const Occurrence& found) -> const auto& { return found.row->id; });
  return out;
}

Occurrences take_case(Occurrences& rows) {
  const auto other =
      std::ranges::find_if(rows, [&](const Occurrence& found) { return found.row->id != rows[0].row->id; });
  const auto taken = rows.first(static_cast<std::size_t>(other - rows.begin()));
  rows = rows.subspan(taken.size());
  return taken;
}

std::map<std::size_t, double> value_of_runs(Occurrences rows, Quantity quantity) {
  std::map<std::size_t, std::vector<double>> values;
  for (const Occurrence& found : rows)
    if (const auto value = value_of(*found.row, quantity)) values[found.run].push_back(*value);
  std::map<std::size_t, double> out;
  for (const auto& [run, several] : values) out[run] = stats::median(several);
  return out;
}

}  // namespace sonde::analysis
