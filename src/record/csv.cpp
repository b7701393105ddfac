#include "record/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <span>
#include <vector>

#include "base/csv.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "record/names.hpp"
#include "record/parser.hpp"
#include "record/summary_numbers.hpp"
#include "record/variant.hpp"
#include "stats/interval.hpp"

namespace sonde::record {

namespace {

// clang-format off
constexpr std::array<std::string_view, 42> columns{
    "schema", "benchmark", "mode", "multi", "processes", "groups", "group", "bytes", "status", "reason",
    "repetitions", "t_min_s", "t_max_s", "t_avg_s", "rate_bytes_per_s", "defects", "t_ovrl_s", "t_pure_s",
    "t_cpu_s", "overlap_percent", "mean_s", "median_s", "p5_s", "p25_s", "p75_s", "p95_s", "min_s", "max_s",
    "ci_low_s", "ci_high_s", "effective_batches", "rho", "drift", "modes", "batches", "warm_up", "text",
    "threads", "messages_per_second", "t_test_s", "t_init_s", "variant"};
// clang-format on

/// Before there were threads, rates of messages and persistent requests. Such files are still read.
constexpr std::size_t former_columns = 37;
/// Without `variant`, which most runs do not need.
constexpr std::size_t plain_columns = 41;

std::string head_of(std::size_t count) {
  return fmt::format("{}", fmt::join(std::span(columns).first(count), ","));
}

class Cells {
 public:
  void text(std::string_view value) {
    separate();
    out_ += csv_cell(value);
  }
  void number(double value) {
    separate();
    if (std::isfinite(value)) fmt::format_to(std::back_inserter(out_), "{}", value);
  }
  void whole(std::int64_t value, std::int64_t unknown) {
    separate();
    if (value != unknown) fmt::format_to(std::back_inserter(out_), "{}", value);
  }
  void empty(int count) { out_.append(static_cast<std::size_t>(count), ','); }
  std::string take() { return std::move(out_); }

 private:
  void separate() {
    if (!first_) out_ += ',';
    first_ = false;
  }
  std::string out_;
  bool first_ = true;
};

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t never = std::numeric_limits<std::int64_t>::min();

void id_cells(Cells& cells, const CaseId& id) {
  cells.text(id.benchmark);
  cells.text(id.mode);
  cells.whole(id.multi ? 1 : 0, never);
  cells.whole(id.processes, 0);
  cells.whole(id.groups, never);
  cells.whole(id.group, -1);
  cells.whole(id.bytes, -1);
}

void summary_cells(Cells& cells, const Boxed<stats::Summary>& summary) {
  if (!summary) return cells.empty(16);
  const auto& s = *summary;
  const bool interval = stats::has_interval(s);
  for (std::size_t i = 0; i < csv_summary_numbers; ++i)
    cells.number(interval || !is_interval(summary_numbers[i].member) ? s.*summary_numbers[i].member
                                                                     : unknown);
  cells.whole(static_cast<std::int64_t>(s.modes.size()), never);
  cells.whole(s.batches, never);
  cells.whole(s.warm_up, never);
}

Result<std::vector<std::string>> cells_of(std::string_view line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted && c == '"' && i + 1 < line.size() && line[i + 1] == '"')
      cells.back() += line[++i];
    else if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      cells.emplace_back();
    else
      cells.back() += c;
  }
  if (quoted) return failure("a quote is not closed");
  if (cells.size() == former_columns || cells.size() == plain_columns) cells.resize(columns.size());
  if (cells.size() != columns.size())
    return failure(
        fmt::format("the line has {} cells, a head {} or {}", cells.size(), plain_columns, columns.size()));
  return cells;
}

// Takes the cells one after the other and keeps the first complaint.
class Taker {
 public:
  explicit Taker(const std::vector<std::string>& cells) : cells_(cells) {}

  std::string text() { return text_of_csv_cell(cells_[at_++]); }

  template <class Number>
  Number number(Number absent) {
    const std::string& cell = cells_[at_++];
    if (cell.empty()) return absent;
    const auto value = number_of<Number>(cell);
    if (!value) complain("a number");
    return value.value_or(absent);
  }

  template <class Enumeration, std::size_t count>
  std::optional<Enumeration> word(const Words<count>& words) {
    const auto value = value_of<Enumeration>(text(), words);
    if (!value) complain("a word of the schema");
    return value;
  }

  void complain(std::string_view wanted) {
    if (complaint.empty())
      complaint =
          fmt::format("{} in column {} is not {}", sonde::quoted(cells_[at_ - 1]), columns[at_ - 1], wanted);
  }
  std::string complaint;

 private:
  const std::vector<std::string>& cells_;
  std::size_t at_ = 0;
};

void take_id(Taker& take, CaseId& id) {
  id.benchmark = take.text();
  if (id.benchmark.empty()) take.complain("the name of a benchmark");
  id.mode = take.text();
  id.multi = take.number(0) != 0;
  id.processes = take.number(0);
  id.groups = take.number(1);
  id.group = take.number(-1);
  id.bytes = take.number(std::int64_t{-1});
}

void take_results(Taker& take, CaseRecord& record) {
  const Times times{take.number(unknown), take.number(unknown), take.number(unknown)};
  if (!std::isnan(times.min) || !std::isnan(times.max) || !std::isnan(times.avg)) record.times = times;
  const double rate = take.number(unknown), defects = take.number(unknown);
  if (!std::isnan(rate)) record.megabytes_per_second = rate / static_cast<double>(mebibyte);
  if (!std::isnan(defects)) record.defects = defects;
  const OverlapTimes overlap{take.number(unknown), take.number(unknown), take.number(unknown),
                             take.number(unknown)};
  if (!std::isnan(overlap.overlapped)) record.overlap = overlap;
}

void take_summary(Taker& take, CaseRecord& record) {
  stats::Summary s;
  for (std::size_t i = 0; i < csv_summary_numbers; ++i) s.*summary_numbers[i].member = take.number(unknown);
  take.number(0);  // the modes themselves stand only in the JSON record
  s.batches = take.number(0);
  s.warm_up = take.number(std::int64_t{0});
  s.repetitions = record.repetitions;
  if (!std::isnan(s.median)) record.summary = s;
}

}  // namespace

std::string csv_head(Variants variants) {
  return head_of(variants == Variants::yes ? columns.size() : plain_columns);
}

bool is_csv_head(std::string_view line) {
  return line == head_of(columns.size()) || line == head_of(plain_columns) || line == head_of(former_columns);
}

std::string to_csv(const CaseRecord& record, double megabyte, Variants variants) {
  Cells cells;
  cells.whole(1, never);
  id_cells(cells, record.id);
  cells.text(to_word(record.status));
  cells.text(to_word(record.reason));
  cells.whole(record.repetitions, 0);
  const Times times = record.times.value_or(Times{unknown, unknown, unknown});
  for (const double value : {times.min, times.max, times.avg}) cells.number(value);
  cells.number(record.megabytes_per_second.value_or(unknown) * megabyte);
  cells.number(record.defects.value_or(unknown));
  const OverlapTimes overlap =
      record.overlap.value_or(OverlapTimes{unknown, unknown, unknown, unknown, 0, unknown});
  for (const double value : {overlap.overlapped, overlap.pure, overlap.cpu, overlap.percent})
    cells.number(value);
  summary_cells(cells, record.summary);
  cells.text(record.text);
  cells.whole(record.id.threads, 0);
  cells.number(record.messages_per_second.value_or(unknown));
  cells.number(overlap.tests > 0 ? overlap.tests : unknown);
  cells.number(record.init_seconds.value_or(unknown));
  if (variants == Variants::yes) cells.text(variant_cell(record.id.variant));
  return cells.take();
}

Result<CaseRecord> parse_csv(std::string_view line) {
  const auto cells = cells_of(line);
  if (!cells) return tl::unexpected(cells.error());
  Taker take(*cells);
  CaseRecord record;
  if (take.number(0) != 1) take.complain("a schema that this version reads");
  take_id(take, record.id);
  record.status = take.word<Status>(status_words).value_or(Status::measured);
  record.reason = take.word<Reason>(reason_words).value_or(Reason::none);
  record.repetitions = take.number(std::int64_t{0});
  take_results(take, record);
  take_summary(take, record);
  record.text = take.text();
  record.id.threads = take.number(0);
  const double messages = take.number(unknown), tests = take.number(unknown), init = take.number(unknown);
  if (!std::isnan(messages)) record.messages_per_second = messages;
  if (record.overlap && !std::isnan(tests)) record.overlap->tests = tests;
  if (!std::isnan(init)) record.init_seconds = init;
  if (auto variant = variant_of_cell(take.text()))
    record.id.variant = std::move(*variant);
  else
    take.complain("a list of name=value");
  if (!take.complaint.empty()) return failure(take.complaint);
  return record;
}

}  // namespace sonde::record
