#include "readers/parse_nccl.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "base/text.hpp"
#include "base/units.hpp"
#include "readers/nccl_case.hpp"
#include "readers/printed.hpp"
#include "readers/text_columns.hpp"

namespace sonde::readers {

namespace {

using Parts = std::vector<std::string_view>;

using ResultColumn = std::pair<std::string_view, std::optional<double> NcclResult::*>;

constexpr std::array<ResultColumn, 5> result_columns{{{"time", &NcclResult::microseconds},
                                                      {"cputime", &NcclResult::microseconds},
                                                      {"algbw", &NcclResult::algbw},
                                                      {"busbw", &NcclResult::busbw},
                                                      {"#wrong", &NcclResult::wrong}}};

bool is_time(std::string_view column) {
  return column == "time" || column == "cputime";
}

bool is_inner_time(std::string_view column) {
  return column.starts_with("i_") && !column.ends_with('%');
}

std::string_view without_mark(std::string_view line) {
  line = trim(line);
  if (line.starts_with('#')) line.remove_prefix(1);
  return trim(line);
}

/// Of a column that stands for no field: its name, and its value in seconds where it is a time.
std::pair<std::string, double> further(const std::string& name, double value) {
  if (is_inner_time(name)) return {name + "_s", value * micro};
  return {name, value};
}

/// How many digits stand in the column.
void keep_nccl_digits(record::CaseRecord& record, std::string_view column, std::string_view word) {
  using record::Rounding;
  if (is_time(column) || is_inner_time(column))
    printed(record, &Rounding::seconds, word, micro);
  else if (column == "busbw")
    printed(record, &Rounding::megabytes_per_second, word, 1000);
  else if (column != "#wrong" && column != "timestamp")
    printed(record, &Rounding::other, word);
}

/// The names above a table; nothing where the line is none.
Parts heading_of(std::string_view line) {
  if (!contains(line, "algbw")) return {};
  auto names = words_in(without_mark(line));
  const auto has = [&](std::string_view name) { return std::ranges::find(names, name) != names.end(); };
  const bool is = !names.empty() && names[0] == "size" && has("algbw") && has("busbw") &&
                  std::ranges::any_of(names, is_time);
  return is ? names : Parts{};
}

/// "nThread 1 nGpus 1", with colons in old rccl-tests.
bool is_settings(const Parts& parts) {
  return parts.size() > 3 && parts[0].starts_with("nThread") && parts[2].starts_with("nGpus");
}

/// "Collective test starting: all_reduce_perf"
bool is_start(const Parts& parts) {
  return parts.size() == 4 && parts[0] == "Collective" && parts[2] == "starting:";
}

/// Of nccl-tests and rccl-tests.
bool is_version(const Parts& parts) {
  return parts.size() > 2 && parts[0].ends_with("ccl-tests") && parts[1] == "version";
}

bool opens_head(const Parts& parts) {
  return is_settings(parts) || is_version(parts) || is_start(parts) ||
         (parts.size() == 2 && parts[0] == "Using" && parts[1] == "devices");
}

template <class Number>
std::optional<Number> number_behind(const Parts& parts, std::string_view name) {
  const auto found = std::ranges::find(parts, name);
  return found == parts.end() || found + 1 == parts.end() ? std::nullopt : number_of<Number>(*(found + 1));
}

/// Old tables mark an error above the threshold: "2e+01*".
std::string_view without_star(std::string_view word) {
  if (word.ends_with('*')) word.remove_suffix(1);
  return word;
}

std::optional<double> measured(std::string_view word) {
  const auto value = number_of<double>(word);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

/// Of the columns in front of the results.
NcclSize size_of(std::span<const std::string> columns, const Parts& parts) {
  NcclSize size;
  size.operation = "none";
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i] == "size") size.bytes = number_of<std::int64_t>(parts[i]).value_or(0);
    if (columns[i] == "type") size.type = parts[i];
    if (columns[i] == "redop") size.operation = parts[i];
    if (columns[i] == "root") size.root = number_of<int>(parts[i]);
  }
  return size;
}

}  // namespace

bool NcclText::is_title(std::string_view line) {
  if (!heading_of(line).empty()) return true;
  if (!trim(line).starts_with('#')) return false;
  return opens_head(words_in(without_mark(line)));
}

void NcclText::before_title(std::string_view line) {
  for (const auto word : words_in(line))
    if (word.ends_with("_perf") && !contains(word, "=")) program_ = word;
}

Result<void> NcclText::begin() {
  record::Run run = nccl_run(record::Format::nccl_text);
  set_nccl_program(run.header, program_);
  id_ = {};
  id_.benchmark = run.header.program;
  program_.clear();
  repetitions_ = 0;
  ranks_.clear();
  groups_.clear();
  columns_.clear();
  blocks_.clear();
  open_ = in_head_ = true;
  repeated_ = false;
  return runs_.begin(std::move(run));
}

Result<void> NcclText::line(std::string_view text) {
  if (const auto names = heading_of(text); !names.empty()) return heading(names);
  if (trim(text).starts_with('#')) return comment(without_mark(text));
  before_title(text);
  const auto parts = words_in(text);
  return columns_.empty() || parts.size() < 2 ? Result<void>{} : row(text, parts);
}

Result<void> NcclText::comment(std::string_view text) {
  const auto parts = words_in(text);
  if (opens_head(parts) && !in_head_)
    if (auto begun = begin(); !begun) return begun;
  if (!open_) return {};
  record::Header& header = runs_.last().header;
  if (is_version(parts)) {
    versions(parts);
  } else if (is_settings(parts)) {
    settings(parts);
  } else if (is_start(parts) ||
             (text.starts_with("Collective test concluded:") && header.program == unnamed_nccl)) {
    name(trim(text.substr(text.find(':') + 1)));
  } else if (text.starts_with("Rank ")) {
    device(parts);
  } else if (text.starts_with("Out of bounds values") && text.ends_with("FAILED")) {
    runs_.last().notes.push_back("nccl-tests says: " + shortened(text, 100));
  } else if (contains(text, "algbw")) {  // a heading that is not known
    runs_.leave_out(header.program);
    columns_.clear();
  }
  return {};
}

/// Also the cases above, where the last line of a table says what it was.
void NcclText::name(std::string_view program) {
  record::Header& header = runs_.last().header;
  set_nccl_program(header, program);
  id_.benchmark = header.program;
  auto& cases = runs_.cases();
  for (std::size_t i = 0; i < cases.size(); ++i) cases[i].id.benchmark = id_.benchmark;
}

void NcclText::versions(const Parts& parts) {
  record::Header& header = runs_.last().header;
  header.version = parts[2];
  header.conventions = fmt::format("{} {}", parts[0], header.version);
  for (const auto word : parts)
    if (const auto equals = word.find("ccl-library="); equals == 1)
      if (const auto code = number_of<int>(word.substr(word.find('=') + 1)); code && *code > 0)
        header.mpi_library = (word.front() == 'r' ? "R" : "N") + nccl_library(*code).substr(1);
}

void NcclText::settings(const Parts& parts) {
  for (std::size_t i = 1; i + 1 < parts.size(); ++i)  // not "warmup iters:" and "agg iters:"
    if (parts[i] == "iters:" && parts[i - 1] != "warmup" && parts[i - 1] != "agg")
      repetitions_ = std::max<std::int64_t>(0, number_of<std::int64_t>(parts[i + 1]).value_or(0));
}

void NcclText::device(const Parts& parts) {
  const auto rank = number_behind<int>(parts, "Rank");
  if (!rank || *rank < 0) return;
  if (!ranks_.insert(*rank).second) {
    if (!std::exchange(repeated_, true))
      runs_.last().notes.push_back(fmt::format(
          "rank {} stands in the head more than once: several programs, each alone, print into this text (built without MPI?), or one began again",
          *rank));
    return;
  }
  groups_.insert(number_behind<int>(parts, "Group").value_or(0));
  set_nccl_ranks(id_, ranks_.size(), groups_.size());
  record::Header& header = runs_.last().header;
  header.ranks = static_cast<int>(ranks_.size());
  const auto on = std::ranges::find(parts, "on");
  if (on != parts.end() && on + 1 != parts.end())
    header.places.push_back({*rank, std::string(*(on + 1)), {}, std::nullopt});
}

Result<void> NcclText::heading(const Parts& names) {
  if (!in_head_)
    if (auto begun = begin(); !begun) return begun;
  columns_.assign(names.begin(), names.end());
  blocks_.clear();
  for (std::size_t i = 0; i < columns_.size(); ++i)
    if (is_time(columns_[i])) blocks_.push_back({i, 0, blocks_.empty() ? "out-of-place" : "in-place"});
  for (std::size_t b = 0; b < blocks_.size(); ++b)
    blocks_[b].size = (b + 1 < blocks_.size() ? blocks_[b + 1].from : columns_.size()) - blocks_[b].from;
  return {};
}

/// A row begins with a length and a count, and has a word for each column; a time stamp is two.
Result<void> NcclText::row(std::string_view text, const Parts& parts) {
  const auto bytes = number_of<std::int64_t>(parts[0]), count = number_of<std::int64_t>(parts[1]);
  if (!bytes || *bytes < 0 || !count || *count < 0) return {};
  const bool stamped = columns_.back() == "timestamp";
  if (parts.size() != columns_.size() + (stamped ? 1 : 0))
    return runs_.pass_over(
        text, fmt::format("the row has {} words, its table {} columns", parts.size(), columns_.size()));
  in_head_ = false;
  const NcclSize size = size_of(std::span(columns_).first(blocks_.front().from), parts);
  for (const Block& block : blocks_)
    if (auto added = result(text, parts, size, block); !added) return added;
  return {};
}

Result<void> NcclText::result(std::string_view text, const Parts& parts, const NcclSize& size,
                              const Block& block) {
  NcclResult found{block.mode};
  std::map<std::string, double> more;
  for (std::size_t i = block.from; i < block.from + block.size; ++i) {
    const std::string& name = columns_[i];
    const auto value = measured(without_star(parts[i]));
    if (value && parts[i].ends_with('*')) found.wrong = std::max(1.0, found.wrong.value_or(0));
    if (!value || name == "timestamp") continue;
    const auto* known = std::ranges::find(result_columns, name, &ResultColumn::first);
    const auto [key, number] = further(name, *value);
    if (known != result_columns.end())
      found.*known->second = value;
    else
      more[key] = number;
  }
  if (!found.microseconds && !number_of<double>(parts[block.from])) return {};  // N/A
  auto record = nccl_case(id_, size, found);
  if (!found.microseconds) fail_without_number(record);
  record.repetitions = repetitions_;
  record.extra.merge(more);
  for (std::size_t i = block.from; i < block.from + block.size; ++i)
    keep_nccl_digits(record, columns_[i], without_star(parts[i]));
  return runs_.add(std::move(record), text);
}

void NcclText::complete(record::Run& run) {
  if (run.header.program == unnamed_nccl && !run.cases.empty())
    run.notes.emplace_back("the text does not say which collective this is: its program is not named");
}

}  // namespace sonde::readers
