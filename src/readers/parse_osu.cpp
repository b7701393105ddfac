#include "readers/parse_osu.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "base/text.hpp"
#include "base/units.hpp"
#include "readers/osu_labels.hpp"
#include "readers/osu_program.hpp"
#include "readers/text_head.hpp"
#include "record/parser.hpp"
#include "record/variant.hpp"

namespace sonde::readers {

namespace {

using Renamed = std::pair<std::string_view, std::string_view>;

// Column names hold single blanks; two or more blanks stand between them.
std::vector<std::string> column_names(std::string_view text) {
  std::vector<std::string> names;
  while (!text.empty()) {
    const auto gap = text.find("  ");
    if (const auto name = trim(text.substr(0, gap)); !name.empty()) names.emplace_back(name);
    text = gap == std::string_view::npos ? std::string_view{} : trim(text.substr(gap));
  }
  return names;
}

/// "Size (B)" in OMB-Py.
bool is_length(std::string_view column) {
  return column == "Size" || column == "Size (B)";
}

double nan() {
  return std::numeric_limits<double>::quiet_NaN();
}

std::string key_of(std::string_view column) {
  std::string key = lower(column.substr(0, column.find('(')));
  std::ranges::replace_if(
      key, [](char c) { return c == ' ' || c == '.' || c == '/'; }, '_');
  while (key.ends_with('_')) key.pop_back();
  return column.ends_with("(us)") ? key + "_s" : key;
}

void set_time(record::CaseRecord& record, double record::Times::*which, double seconds) {
  if (!record.times) record.times = record::Times{nan(), nan(), nan()};
  (*record.times).*which = seconds;
}

void set_overlap(record::CaseRecord& record, double record::OverlapTimes::*which, double value) {
  if (!record.overlap) record.overlap = record::OverlapTimes{nan(), nan(), nan(), nan()};
  (*record.overlap).*which = value;
}

/// What lines above a table say of all its rows, and what Sonde calls it.
constexpr std::array<Renamed, 3> said_of_all_rows{{{"Datatype:", "datatype"},
                                                   {"Window creation:", "window creation"},
                                                   {"Synchronization:", "synchronisation"}}};

bool is_said(const record::Header& header, std::string_view name) {
  return std::ranges::any_of(header.conventions_in_force, [&](const auto& one) { return one.first == name; });
}

/// All numbers of a line of nothing else.
std::vector<std::int64_t> whole_numbers(std::string_view text) {
  std::vector<std::int64_t> numbers;
  for (const auto word : record::words(text)) {
    const auto number = number_of<std::int64_t>(word);
    if (!number || *number < 1) return {};
    numbers.push_back(*number);
  }
  return numbers;
}

struct OsuTitle {
  std::string_view suite;      ///< "OSU", "OMB-Py"
  std::string_view benchmark;  ///< "Allreduce Latency"
  std::string_view version;    ///< "7.4"
};

// "# OSU MPI Allreduce Latency Test v7.4"; "MPI-CUDA" and its like stand there, too, and "MPI_Put" names the call.
std::optional<OsuTitle> osu_title_of(std::string_view line) {
  auto text = trim(line);
  std::string_view suite;
  for (const std::string_view known : {"# OSU ", "# OMB-Py "})
    if (text.starts_with(known)) suite = trim(known.substr(2)), text.remove_prefix(known.size());
  if (suite.empty()) return std::nullopt;
  if (text.starts_with("MPI") && !text.starts_with("MPI_"))
    text.remove_prefix(std::min(text.find(' '), text.size()));
  const auto test = text.find(" Test");
  if (test == std::string_view::npos || trim(text.substr(0, test)).empty()) return std::nullopt;
  const auto parts = record::words(text.substr(test));
  const bool versioned = parts.size() > 1 && parts[1].starts_with('v');
  return OsuTitle{suite, trim(text.substr(0, test)), versioned ? parts[1].substr(1) : std::string_view{}};
}

}  // namespace

bool OsuText::is_title(std::string_view line) {
  return osu_title_of(line).has_value();
}

void OsuText::before_title(std::string_view text) {
  if (text.starts_with("# cmd:")) {
    pending_ = {};
    add_command(pending_, text.substr(6));
    const auto& command = pending_.command_line;
    for (std::size_t i = 0; i + 1 < command.size(); ++i)
      if (command[i] == "-np" || command[i] == "-n" || command[i] == "--np")
        pending_.ranks = std::max(0, number_of<int>(command[i + 1]).value_or(0));
  } else if (text.starts_with("# date:")) {
    const auto parts = record::words(text.substr(7));
    if (!parts.empty()) pending_.start = std::string(parts[0]);
  }
}

Result<void> OsuText::title(std::string_view text) {
  const auto found = osu_title_of(text);
  record::Run run;
  run.format = record::Format::osu_text;
  run.header = std::exchange(pending_, {});
  run.header.megabyte = 1e6;
  run.header.version = std::string(found->version);
  id_ = {};
  id_.benchmark = osu_program(found->benchmark);
  set_title_label(id_.variant, text);
  run.header.program = id_.benchmark;
  run.header.conventions = found->suite;
  if (!run.header.version.empty()) run.header.conventions += " " + run.header.version;
  const bool pair = id_.benchmark == "osu_latency" || id_.benchmark == "osu_bw" ||
                    id_.benchmark == "osu_bibw" || found->benchmark.starts_with("MPI_");
  id_.processes = pair ? 2 : run.header.ranks;
  columns_.clear();
  windows_.clear();
  left_out_ = windows_vary_ = message_rates_ = false;
  return runs_.begin(std::move(run));
}

Result<void> OsuText::line(std::string_view text) {
  const auto inner = trim(text);
  if (is_title(inner)) return title(inner);
  if (inner.starts_with('#')) return comment(inner), Result<void>{};
  return inner.empty() ? Result<void>{} : row(record::words(inner));
}

void OsuText::comment(std::string_view text) {
  before_title(text);
  const auto inner = trim(text.substr(1));
  if (const auto at = inner.find("pairs:"); at != std::string_view::npos) {
    const auto parts = record::words(inner.substr(at + 6));
    const int pairs = parts.empty() ? 0 : number_of<int>(parts[0]).value_or(0);
    if (pairs > 0 && pairs < std::numeric_limits<int>::max() / 2) id_.processes = 2 * pairs;
  }
  if (inner.starts_with("Size") || inner.find("(us)") != std::string_view::npos)
    columns_ = column_names(inner);
  if (inner.starts_with("Uni-directional Bandwidth")) windows_vary_ = true;
  if (inner.starts_with("Message Rate Profile")) message_rates_ = true;
  if (windows_vary_)
    if (auto windows = whole_numbers(inner); !windows.empty()) windows_ = std::move(windows);
  set_comment_label(id_.variant, inner);
  for (const auto& [start, name] : said_of_all_rows)
    if (inner.starts_with(start) && !is_said(runs_.last().header, name))
      runs_.last().header.conventions_in_force.emplace_back(name, trim(inner.substr(start.size())));
}

/// A row of osu_mbw_mr -V: a rate for each number of messages in flight.
Result<void> OsuText::row_of_windows(const std::vector<std::string_view>& parts) {
  const auto bytes = number_of<std::int64_t>(parts[0]);
  if (!bytes || *bytes < 1 || parts.size() != windows_.size() + 1)
    return failure(fmt::format("expected a message length and {} rates", windows_.size()));
  if (message_rates_) return {};  // the rates above over the length
  for (std::size_t i = 0; i < windows_.size(); ++i) {
    record::CaseRecord record;
    record.id = id_;
    record.id.bytes = *bytes;
    record::set_variant(record.id.variant, "window", std::to_string(windows_[i]));
    record.megabytes_per_second = number_of<double>(parts[i + 1]);
    if (!record.megabytes_per_second)
      return failure(fmt::format("{} is not a rate", sonde::quoted(parts[i + 1])));
    record.messages_per_second = 1e6 * *record.megabytes_per_second / static_cast<double>(*bytes);
    if (auto added = runs_.add(std::move(record)); !added) return added;
  }
  return {};
}

void OsuText::set(record::CaseRecord& record, const std::string& column, double value) const {
  const auto is = [&](std::string_view start) { return column.starts_with(start); };
  if (is("Latency") || (is("Avg Latency") && id_.benchmark == "osu_latency"))
    record.times = record::Times{value * micro, value * micro, value * micro};
  else if (is("Avg Latency"))
    set_time(record, &record::Times::avg, value * micro);
  else if (is("Min Latency"))
    set_time(record, &record::Times::min, value * micro);
  else if (is("Max Latency"))
    set_time(record, &record::Times::max, value * micro);
  else if (is("MB/s") || is("Bandwidth"))
    record.megabytes_per_second = column.ends_with("(GB/s)") ? 1000 * value : value;
  else if (is("Messages/s"))
    record.messages_per_second = value;
  else if (is("Overall(us)"))
    set_overlap(record, &record::OverlapTimes::overlapped, value * micro);
  else if (is("Compute(us)"))
    set_overlap(record, &record::OverlapTimes::cpu, value * micro);
  else if (is("Pure Comm.(us)"))
    set_overlap(record, &record::OverlapTimes::pure, value * micro);
  else if (is("Overlap(%)"))
    set_overlap(record, &record::OverlapTimes::percent, value);
  else
    record.extra[key_of(column)] = column.ends_with("(us)") ? value * micro : value;
}

Result<void> OsuText::row(const std::vector<std::string_view>& parts) {
  const bool numeric =
      std::ranges::all_of(parts, [](auto word) { return number_of<double>(word).has_value(); });
  if (numeric && !windows_.empty()) return row_of_windows(parts);
  if (!numeric && parts.size() != columns_.size()) return {};
  if (columns_.empty()) {
    if (!left_out_) runs_.leave_out(id_.benchmark);
    left_out_ = true;
    return {};
  }
  if (parts.size() != columns_.size())
    return failure(
        fmt::format("the row has {} numbers, its table {} columns", parts.size(), columns_.size()));
  record::CaseRecord record;
  record.id = id_;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto value = number_of<double>(parts[i]);
    if (!value)
      return failure(
          fmt::format("{} in column {} is not a number", sonde::quoted(parts[i]), printable(columns_[i])));
    if (!is_length(columns_[i]) && columns_[i] != "Iterations") {
      if (!std::isnan(*value)) set(record, columns_[i], *value);
      continue;
    }
    const auto whole = number_of<std::int64_t>(parts[i]);
    if (!whole || *whole < 0)
      return failure(
          fmt::format("{} in column {} is not a count", sonde::quoted(parts[i]), printable(columns_[i])));
    (is_length(columns_[i]) ? record.id.bytes : record.repetitions) = *whole;
  }
  if (const auto sent = record.extra.find("transmit_size"); sent != record.extra.end())
    set_sent_label(record.id.variant, record.id.bytes, sent->second);
  return runs_.add(std::move(record));
}

}  // namespace sonde::readers
