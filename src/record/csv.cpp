#include "record/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <type_traits>

#include "base/csv_cell.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "record/case_numbers.hpp"
#include "record/names.hpp"
#include "record/summary_numbers.hpp"
#include "record/variant.hpp"
#include "stats/interval.hpp"

namespace sonde::record {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// The columns of every run, in their order: names, writer and reader are visitors. `c` is constant for all
/// but the reader.
void visit_columns(auto& v, auto& c) {
  v("schema");
  v("benchmark", c.id.benchmark);
  v("mode", c.id.mode);
  v("multi", c.id.multi);
  v("processes", c.id.processes, 0);
  v("groups", c.id.groups);
  v("group", c.id.group, -1);
  v("bytes", c.id.bytes, -1);
  v.word("status", c.status, status_words);
  v.word("reason", c.reason, reason_words);
  v("repetitions", c.repetitions, 0);
  v("t_min_s", c.times, &Times::min);
  v("t_max_s", c.times, &Times::max);
  v("t_avg_s", c.times, &Times::avg);
  v.rate("rate_bytes_per_s", c.megabytes_per_second);
  v("defects", c.defects);
  v("t_ovrl_s", c.overlap, &OverlapTimes::overlapped);
  v("t_pure_s", c.overlap, &OverlapTimes::pure);
  v("t_cpu_s", c.overlap, &OverlapTimes::cpu);
  v("overlap_percent", c.overlap, &OverlapTimes::percent);
  for (std::size_t i = 0; i < csv_summary_numbers; ++i)
    v(summary_numbers[i].field.key, c.summary, summary_numbers[i].member);
  v("modes", c.summary);
  v("batches", c.summary, &stats::Summary::batches);
  v("warm_up", c.summary, &stats::Summary::warm_up);
  v("text", c.text);
}

/// Behind them; files of earlier versions lack these.
void visit_later_columns(auto& v, auto& c) {
  v("threads", c.id.threads, 0);
  v("messages_per_second", c.messages_per_second);
  v("t_test_s", c.overlap, &OverlapTimes::tests);
  v("t_init_s", c.init_seconds);
}

void append_name(std::string& line, std::string_view name) {
  if (!line.empty()) line += ',';
  line += name;
}

struct ColumnNames {
  std::string line;
  std::size_t count = 0;

  void operator()(std::string_view name, const auto&...) {
    append_name(line, name);
    ++count;
  }
  void word(std::string_view name, const auto&, const auto&) { (*this)(name); }
  void rate(std::string_view name, const auto&) { (*this)(name); }
};

struct CommonHead {
  ColumnNames former, all;
  CommonHead() {
    const CaseRecord any;
    visit_columns(former, any);
    visit_columns(all, any);
    visit_later_columns(all, any);
  }
};
const CommonHead& common_head() {
  static const CommonHead head;
  return head;
}

constexpr std::string_view variant_column = "variant";

class CellWriter {
 public:
  explicit CellWriter(double megabyte) : megabyte_(megabyte) {}

  void operator()(std::string_view) { cell("1"); }
  void operator()(std::string_view, const std::string& value) { cell(csv_cell(value)); }
  template <std::integral Number>
  void operator()(std::string_view, Number value,
                  std::int64_t absent = std::numeric_limits<std::int64_t>::min()) {
    const auto number = static_cast<std::int64_t>(value);
    cell(number == absent ? std::string{} : fmt::format("{}", number));
  }
  void word(std::string_view, auto value, const auto&) { cell(csv_cell(to_word(value))); }
  void operator()(std::string_view name, const std::optional<double>& value) { number(name, value); }
  void number(std::string_view, std::optional<double> value) {
    cell(value && std::isfinite(*value) ? fmt::format("{}", *value) : std::string{});
  }
  void rate(std::string_view name, std::optional<double> megabytes) {
    number(name, megabytes.value_or(unknown) * megabyte_);
  }
  template <class Group>
  void operator()(std::string_view name, const std::optional<Group>& group, double Group::*member) {
    number(name, group && is_known(member, (*group).*member) ? (*group).*member : unknown);
  }
  template <class Number>
  void operator()(std::string_view name, const Boxed<stats::Summary>& summary,
                  Number stats::Summary::*member) {
    if (!summary) return cell({});
    if constexpr (std::is_same_v<Number, double>)
      number(name, is_interval(member) && !stats::has_interval(*summary) ? unknown : (*summary).*member);
    else
      (*this)(name, (*summary).*member);
  }
  void operator()(std::string_view name, const Boxed<stats::Summary>& summary) {
    if (!summary || summary->modes.empty()) return cell({});  // a table or CSV that was read has none
    (*this)(name, std::ssize(summary->modes));
  }
  std::string take() { return std::move(line_); }

 private:
  static bool is_known(double OverlapTimes::*member, double value) {
    return member != &OverlapTimes::tests || value > 0;
  }
  static bool is_known(double Times::*, double) { return true; }
  void cell(std::string_view text) {
    if (!first_) line_ += ',';
    first_ = false;
    line_ += text;
  }
  std::string line_;
  double megabyte_;
  bool first_ = true;
};

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
  return cells;
}

// Takes the cells one after the other and keeps the first complaint.
class CellReader {
 public:
  explicit CellReader(const std::vector<std::string>& cells) : cells_(cells) {}

  void operator()(std::string_view name) {
    if (next(name, 0) != 1) complain(name, "a schema that this version reads");
  }
  void operator()(std::string_view, std::string& value) { value = text_of_csv_cell(cells_[at_++]); }
  template <std::integral Number>
  void operator()(std::string_view name, Number& value, std::int64_t absent = 0) {
    value = static_cast<Number>(next(
        name, std::conditional_t<std::is_same_v<Number, bool>, int, Number>(static_cast<Number>(absent))));
  }
  template <class Enumeration>
  void word(std::string_view name, Enumeration& value, const auto& words) {
    const auto found = value_of<Enumeration>(text_of_csv_cell(cells_[at_++]), words);
    if (!found) complain(name, "a word of the schema");
    value = found.value_or(Enumeration{});
  }
  void operator()(std::string_view name, std::optional<double>& value) {
    if (const double number = next(name, unknown); !std::isnan(number)) value = number;
  }
  void rate(std::string_view name, std::optional<double>& megabytes) {
    (*this)(name, megabytes);
    if (megabytes) *megabytes /= static_cast<double>(mebibyte);
  }
  template <class Group>
  void operator()(std::string_view name, std::optional<Group>& group, double Group::*member) {
    const double value = next(name, unknown);
    if (std::isnan(value)) return;
    if (!group) group = nothing_of(group);
    (*group).*member = value;
  }
  template <class Number>
  void operator()(std::string_view name, const Boxed<stats::Summary>&, Number stats::Summary::*member) {
    constexpr bool whole = std::is_integral_v<Number>;
    summary_.*member = next(name, whole ? Number{0} : static_cast<Number>(unknown));
  }
  /// Where it has a median; the modes themselves stand only in the JSON record.
  void add_summary(CaseRecord& record) {
    if (std::isnan(summary_.median)) return;
    summary_.repetitions = record.repetitions;
    record.summary = std::move(summary_);
  }
  void operator()(std::string_view name, const Boxed<stats::Summary>&) { (void)next(name, 0); }

  void complain(std::string_view name, std::string_view wanted) {
    if (complaint.empty())
      complaint = fmt::format("{} in column {} is not {}", sonde::quoted(cells_[at_ - 1]), name, wanted);
  }
  template <class Number>
  Number next(std::string_view name, Number absent) {
    const std::string& cell = cells_[at_++];
    if (cell.empty()) return absent;
    const auto value = sonde::number_of<Number>(cell);
    if (!value) complain(name, "a number");
    return value.value_or(absent);
  }
  void variant(CaseId& id) {
    if (auto labels = variant_of_cell(text_of_csv_cell(cells_[at_++])))
      id.variant = std::move(*labels);
    else
      complain(variant_column, "a list of name=value");
  }
  std::string complaint;

 private:
  static Times nothing_of(const std::optional<Times>&) { return {unknown, unknown, unknown}; }
  static OverlapTimes nothing_of(const std::optional<OverlapTimes>&) {
    return {unknown, unknown, unknown, unknown};
  }
  const std::vector<std::string>& cells_;
  std::size_t at_ = 0;
  stats::Summary summary_{};
};

void add_numbers(CsvColumns& columns, std::span<const CaseNumber> numbers) {
  for (const auto& number : numbers) columns.numbers.emplace_back(number.name);
}

}  // namespace

CsvColumns csv_columns(const Header& header, bool guidelines) {
  const auto set = [&](std::string_view setting) { return header.settings.contains(std::string(setting)); };
  CsvColumns columns;
  columns.variant = header.memory || !header.scan.empty() || set("arrival") || set("load");
  for (const CaseNumbers& kind : case_numbers())
    if (kind.setting.empty() ? guidelines : set(kind.setting)) add_numbers(columns, kind.numbers);
  return columns;
}

CsvColumns csv_columns(std::span<const CaseRecord> cases) {
  CsvColumns columns;
  columns.variant = std::ranges::any_of(cases, [](const CaseRecord& c) { return !c.id.variant.empty(); });
  for (const CaseNumbers& kind : case_numbers())
    if (std::ranges::any_of(cases, kind.has)) add_numbers(columns, kind.numbers);
  std::set<std::string> extras;
  for (const auto& c : cases)
    for (const auto& [name, value] : c.extra) extras.insert(name);
  for (const auto& name : extras)
    if (std::ranges::count(columns.numbers, name) == 0) columns.numbers.push_back(name);
  return columns;
}

std::string csv_head(const CsvColumns& columns) {
  std::string head = common_head().all.line;
  if (columns.variant) append_name(head, variant_column);
  for (const auto& name : columns.numbers) append_name(head, csv_cell(name));
  return head;
}

std::string to_csv(const CaseRecord& record, double megabyte, const CsvColumns& columns) {
  CellWriter writer(megabyte);
  visit_columns(writer, record);
  visit_later_columns(writer, record);
  if (columns.variant) writer(variant_column, variant_cell(record.id.variant));
  for (const auto& name : columns.numbers) writer.number(name, number_of(record, name));
  return writer.take();
}

std::optional<CsvReader> CsvReader::of(std::string_view head) {
  const auto& [former, all] = common_head();
  CsvReader reader;
  if (head == former.line) {
    reader.common_ = former.count;
    return reader;
  }
  reader.common_ = all.count;
  if (head == all.line) return reader;
  if (!head.starts_with(all.line) || head[all.line.size()] != ',') return std::nullopt;
  const auto names = cells_of(head.substr(all.line.size() + 1));
  if (!names) return std::nullopt;
  for (const auto& name : *names)
    if (name == variant_column)
      reader.further_.variant = true;
    else
      reader.further_.numbers.push_back(text_of_csv_cell(name));
  return reader;
}

Result<CaseRecord> CsvReader::read(std::string_view line) const {
  const auto cells = cells_of(line);
  if (!cells) return tl::unexpected(cells.error());
  const std::size_t wanted = common_ + (further_.variant ? 1 : 0) + further_.numbers.size();
  if (cells->size() != wanted)
    return failure(fmt::format("the line has {} cells, its head {}", cells->size(), wanted));
  CellReader reader(*cells);
  CaseRecord record;
  visit_columns(reader, record);
  if (common_ == common_head().all.count) visit_later_columns(reader, record);
  if (further_.variant) reader.variant(record.id);
  for (const auto& name : further_.numbers)
    if (const double value = reader.next(name, unknown); !std::isnan(value)) record.extra[name] = value;
  if (record.id.benchmark.empty()) return failure("'' in column benchmark is not the name of a benchmark");
  reader.add_summary(record);
  if (!reader.complaint.empty()) return failure(reader.complaint);
  return record;
}

}  // namespace sonde::record
