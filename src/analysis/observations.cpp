#include "analysis/observations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <optional>
#include <set>

#include "base/text.hpp"
#include "catalog/convention_words.hpp"
#include "catalog/traffic.hpp"
#include "readers/read.hpp"
#include "record/warnings.hpp"
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

std::optional<double> value_of(const Occurrence& found, const Measure& measure) {
  if (!is_sound(*found.row)) return std::nullopt;
  return analysis::value_of(*found.row, measure, found.megabyte);
}

/// Columns by name that all rows have.
void add_columns(Occurrences rows, std::vector<Measure>& out) {
  if (rows.empty()) return;
  const bool timed = !out.empty();
  for (const auto& [name, ignored] : rows[0].row->extra) {
    const Measure measure{Quantity::column, name};
    if (std::ranges::count(quantities, name, &QuantityFacts::key) > 0) continue;
    if (!more_is_slower(name) || (timed && follows_from_times(name))) continue;
    if (std::ranges::all_of(rows,
                            [&](const Occurrence& found) { return value_of(found, measure).has_value(); }))
      out.push_back(measure);
  }
}

/// A rate of so few digits that the rate of the messages stands for it.
bool is_coarse_rate(const Occurrence& found) {
  constexpr double most = 0.005;
  const auto rate = value_of(found, {Quantity::rate});
  return rate && value_of(found, {Quantity::message_rate}) &&
         rounding_of(*found.row, {Quantity::rate}, found.megabyte) > most * *rate;
}

/// By how much a coarse timer leaves a value open. Most batches lie within half a step of what they took;
/// means over all of them lie nearer.
double half_a_step(const Occurrence& found, const Measure& measure, double value) {
  constexpr double coarse = 0.01;  // of a time
  switch (measure.quantity) {
    case Quantity::median:
      return value * record::coarse_timer_share(*found.row, found.tick) / 2;
    case Quantity::left:
      return open_by_step(found);
    case Quantity::d_last:
      return found.tick > coarse * value ? found.tick / 2 : 0;
    default:
      return 0;
  }
}

/// The most of all rows, as a difference of slowness; `half` says by how much a value is open.
template <class Half>
double most_open(Occurrences rows, const Measure& measure, Half half_of) {
  constexpr double least = 0.1;  // of the value, where all of it may be rounding
  double most = 0;
  for (const Occurrence& found : rows) {
    const auto value = value_of(found, measure);
    const double half = value ? half_of(found, *value) : 0;
    if (!(half > 0)) continue;
    for (const double other : {*value + half, std::max(*value - half, least * *value)})
      most = std::max(most, std::abs(slowness(other, measure) - slowness(*value, measure)));
  }
  return most;
}

}  // namespace

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

bool is_sound(const record::CaseRecord& row) {
  return row.status == record::Status::measured && row.defects.value_or(0) <= 0;
}

bool was_cut_short(const record::Run& run) {
  return run.torn || (run.format == record::Format::json && !run.footer);
}

std::vector<std::string> notes_on_ends(std::span<const record::Run> runs, std::string_view side) {
  std::vector<std::string> notes;
  const auto tell = [&](std::ptrdiff_t count, const char* one, const char* several, const std::string& what) {
    if (count > 0)
      notes.push_back(fmt::format("{} of {}{} {}{}", count, counted(runs.size(), "run"), side,
                                  count == 1 ? one : several, what));
  };
  tell(std::ranges::count_if(runs, was_cut_short), "was", "were",
       " cut short: the end of the record is missing");
  tell(std::ranges::count_if(runs, [](const record::Run& run) { return run.cases.empty(); }), "holds", "hold",
       " no case");
  std::set<int> statuses;
  const auto ended_badly = [&](const record::Run& run) {
    return run.footer && run.footer->exit_status != 0 && (statuses.insert(run.footer->exit_status), true);
  };
  const auto bad = std::ranges::count_if(runs, ended_badly);
  tell(bad, "ended", "ended", fmt::format(" with exit status {}", fmt::join(statuses, ", ")));
  return notes;
}

Endings endings_of(Occurrences rows) {
  std::set<std::size_t> all, sound, failed, wrong;
  for (const Occurrence& found : rows) {
    all.insert(found.run);
    if (is_sound(*found.row)) sound.insert(found.run);
    if (found.row->status == record::Status::failed) failed.insert(found.run);
    if (found.row->defects.value_or(0) > 0) wrong.insert(found.run);
  }
  Endings out{all.size(), failed.size(), wrong.size()};
  failed.merge(wrong);
  out.lost = static_cast<std::size_t>(
      std::ranges::count_if(failed, [&](std::size_t run) { return !sound.contains(run); }));
  return out;
}

bool unlike_messages(Occurrences rows) {
  return unlike_repetitions(rows, [](const Occurrence& found, Quantity quantity) {
    const auto value = value_of(found, {quantity});
    return value ? std::optional(slowness(*value, {quantity})) : std::nullopt;
  });
}

std::vector<Measure> measures_of(Occurrences base, Occurrences fresh) {
  std::vector<Occurrence> rows(base.begin(), base.end());
  rows.insert(rows.end(), fresh.begin(), fresh.end());
  std::erase_if(rows, [](const Occurrence& found) { return !is_sound(*found.row); });
  std::vector<Measure> out;
  const bool unlike = unlike_messages(rows);
  const auto has = [unlike](const Occurrence& found, Quantity quantity) {
    if (unlike && facts(quantity).unit == Unit::seconds) return false;
    return value_of(found, {quantity}).has_value() && !(quantity == Quantity::rate && is_coarse_rate(found));
  };
  for (const QuantityFacts& one : quantities)
    if (one.leads())
      if (const auto common = common_quantity(rows, one.quantity, has)) out.push_back({*common});
  add_columns(rows, out);
  return out;
}

std::vector<Occurrence> by_case(std::span<const record::Run> runs) {
  std::vector<Occurrence> out;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto share = record::convention(runs[i].header, share_convention);
    for (const record::CaseRecord& row : runs[i].cases)
      out.push_back({i, &row, runs[i].header.megabyte,
                     follows_share(row.id.benchmark) ? share : std::string_view{},
                     runs[i].header.timer_resolution.value_or(0)});
  }
  std::ranges::stable_sort(
      out, {}, [](const Occurrence& found) -> const auto& { return found.row->id; });
  return out;
}

Occurrences pop_case(Occurrences& rows) {
  const auto other =
      std::ranges::find_if(rows, [&](const Occurrence& found) { return found.row->id != rows[0].row->id; });
  const auto taken = rows.first(static_cast<std::size_t>(other - rows.begin()));
  rows = rows.subspan(taken.size());
  return taken;
}

double calls_of_batch(const record::CaseRecord& row) {
  if (!row.summary || row.summary->batches <= 0) return 1;
  return std::max(1.0, static_cast<double>(row.summary->repetitions) / row.summary->batches);
}

double open_by_step(const Occurrence& found) {
  if (record::coarse_timer_share(*found.row, found.tick) <= 0) return 0;
  return found.tick / calls_of_batch(*found.row) / 2;
}

double rounding_of(const record::CaseRecord& row, const record::Header& header, const Measure& measure) {
  const Occurrence here{
      .row = &row, .megabyte = header.megabyte, .tick = header.timer_resolution.value_or(0)};
  return rounding_of(std::span(&here, 1), measure);
}

double rounding_of(Occurrences rows, const Measure& measure) {
  return most_open(rows, measure, [&](const Occurrence& found, double value) {
    return rounding_of(*found.row, measure, found.megabyte) + half_a_step(found, measure, value);
  });
}

double timer_rounding_of(Occurrences rows, const Measure& measure) {
  return most_open(rows, measure,
                   [&](const Occurrence& found, double value) { return half_a_step(found, measure, value); });
}

std::map<std::size_t, double> value_of_runs(Occurrences rows, const Measure& measure) {
  std::map<std::size_t, std::vector<double>> values;
  for (const Occurrence& found : rows)
    if (const auto value = value_of(found, measure)) values[found.run].push_back(*value);
  std::map<std::size_t, double> out;
  for (const auto& [run, several] : values) out[run] = stats::median(several);
  return out;
}

}  // namespace sonde::analysis
