#include "readers/text_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <utility>

#include "base/text.hpp"
#include "base/units.hpp"
#include "readers/printed.hpp"
#include "record/warning_kinds.hpp"

namespace sonde::readers {

namespace {

// Names as later suites, the 3.2 guide and PMB print them, without the '#' in front.
constexpr std::array<std::pair<std::string_view, ColumnContent>, 29> known_names{
    {{"Group", ColumnContent::group},
     {"bytes", ColumnContent::bytes},
     {"repetitions", ColumnContent::repetitions},
     {"rep.s", ColumnContent::repetitions},
     {"t[usec]", ColumnContent::t},
     {"t_min[usec]", ColumnContent::t_min},
     {"t_min", ColumnContent::t_min},
     {"t_max[usec]", ColumnContent::t_max},
     {"t_max", ColumnContent::t_max},
     {"t_avg[usec]", ColumnContent::t_avg},
     {"t_avg", ColumnContent::t_avg},
     {"Mbytes/sec", ColumnContent::rate},
     {"Mb/sec", ColumnContent::rate},
     {"MB/sec", ColumnContent::rate},
     {"t_ovrl[usec]", ColumnContent::t_ovrl},
     {"t_ovrl", ColumnContent::t_ovrl},
     {"t_pure[usec]", ColumnContent::t_pure},
     {"t_pure", ColumnContent::t_pure},
     {"t_CPU[usec]", ColumnContent::t_cpu},
     {"t_CPU", ColumnContent::t_cpu},
     {"overlap[%]", ColumnContent::overlap},
     {"overlap", ColumnContent::overlap},
     {"progress[%]", ColumnContent::overlap},
     {"defects", ColumnContent::defects},
     {"flags", ColumnContent::words},
     {"Msg/sec", ColumnContent::message_rate},
     {"t_init[usec]", ColumnContent::t_init},
     {"rep", ColumnContent::repetitions},
     {"reps", ColumnContent::repetitions}}};

ColumnContent field_of(std::string_view name) {
  for (const auto& [known, field] : known_names)
    if (same_word(known, name)) return field;
  return ColumnContent::other;
}

// A reason stands where the results would be (output.md; the first three are the words of the family).
struct ReasonWord {
  std::string_view word;
  record::Status status;
  record::Reason reason;
};
constexpr std::array reasons{ReasonWord{"out-of-mem", record::Status::skipped, record::Reason::out_of_memory},
                             ReasonWord{"time-out", record::Status::skipped, record::Reason::time_out},
                             ReasonWord{"int-overflow", record::Status::skipped, record::Reason::too_large},
                             ReasonWord{"interrupted", record::Status::failed, record::Reason::interrupted},
                             ReasonWord{"skipped", record::Status::skipped, record::Reason::skew_not_kept},
                             ReasonWord{"failed", record::Status::failed, record::Reason::none}};

const ReasonWord* reason_at(std::string_view word) {
  const auto* found = std::ranges::find_if(reasons, [&](const auto& r) { return word.starts_with(r.word); });
  return found == reasons.end() ? nullptr : found;
}

void set_time(record::CaseRecord& record, ColumnContent field, double seconds) {
  if (field == ColumnContent::t) record.times = record::Times{seconds, seconds, seconds};
  if (field == ColumnContent::t_min) times_of(record).min = seconds;
  if (field == ColumnContent::t_max) times_of(record).max = seconds;
  if (field == ColumnContent::t_avg) times_of(record).avg = seconds;
  if (field == ColumnContent::t_ovrl) overlap_of(record).overlapped = seconds;
  if (field == ColumnContent::t_pure) overlap_of(record).pure = seconds;
  if (field == ColumnContent::t_cpu) overlap_of(record).cpu = seconds;
  if (field == ColumnContent::t_init) record.init_seconds = seconds;
}

// A column that has no field: "p95[usec]" becomes p95_s in seconds, anything else keeps its name and unit.
// The columns of -stats are times in microseconds, too.
void set_extra(record::CaseRecord& record, const std::string& name, double value, std::string_view word) {
  const bool unit_named = name.ends_with("[usec]");
  if (!unit_named && name != "median" && name != "p95") {
    printed(record, &record::Rounding::other, word);
    record.extra[name] = value;
    return;
  }
  printed(record, &record::Rounding::seconds, word, micro);
  record.extra[(unit_named ? name.substr(0, name.size() - 6) : name) + "_s"] = value * micro;
}

/// Keeps the number of a column, and how many digits of it stand there.
void set_number(record::CaseRecord& record, const TextColumn& column, double value, std::string_view word) {
  using record::Rounding;
  switch (column.field) {
    case ColumnContent::rate:
      record.megabytes_per_second = value;
      return printed(record, &Rounding::megabytes_per_second, word);
    case ColumnContent::message_rate:
      record.messages_per_second = value;
      return printed(record, &Rounding::messages_per_second, word);
    case ColumnContent::defects:
      record.defects = value;
      return;
    case ColumnContent::overlap:
      overlap_of(record).percent = value;
      return printed(record, &Rounding::other, word);
    case ColumnContent::other:
      return set_extra(record, column.name, value, word);
    default:
      set_time(record, column.field, value * micro);
      return printed(record, &Rounding::seconds, word, micro);
  }
}

Result<void> set_whole(record::CaseRecord& record, ColumnContent field, std::string_view word) {
  const auto value = number_of<std::int64_t>(word);
  if (!value || *value < 0) return failure(fmt::format("{} is not a count", sonde::quoted(word)));
  if (field == ColumnContent::group) {
    if (*value > 1'000'000'000)
      return failure(fmt::format("{} is not the number of a group", sonde::quoted(word)));
    record.id.group = static_cast<int>(*value);
  } else {
    (field == ColumnContent::bytes ? record.id.bytes : record.repetitions) = *value;
  }
  return {};
}

Result<void> set_column(record::CaseRecord& record, const TextColumn& column, std::string_view word) {
  if (column.field == ColumnContent::words || word == "-") return {};
  if (column.field == ColumnContent::group || column.field == ColumnContent::bytes ||
      column.field == ColumnContent::repetitions)
    return set_whole(record, column.field, word);
  const auto value = number_of<double>(word);
  if ((!value && column.field == ColumnContent::other) || (value && std::isnan(*value))) return {};
  if (!value)
    return failure(
        fmt::format("{} in column {} is not a number", sonde::quoted(word), printable(column.name)));
  set_number(record, column, *value, word);
  return {};
}

/// One letter a warning, in the tables of Sonde.
void set_flags(record::CaseRecord& record, std::string_view letters) {
  std::vector<record::Warning> warnings;
  for (const char letter : letters) {
    const auto kind = record::warning_kind_of(letter);
    if (kind.empty()) return;  // words, as tables of other programs and of early versions have them
    warnings.push_back({std::string(kind), "", ""});
  }
  record.warnings = std::move(warnings);
}

/// The words before a reason are the first columns: the group, and the length where there is one.
RowKind reason_row(const std::vector<TextColumn>& columns, const std::vector<std::string_view>& parts,
                   std::size_t at, const ReasonWord& reason, std::string_view line,
                   record::CaseRecord& record) {
  record.status = reason.status;
  record.reason = reason.reason;
  record.text = std::string(trim(line.substr(static_cast<std::size_t>(parts[at].data() - line.data()))));
  for (std::size_t i = 0; i < at && i < columns.size(); ++i)
    static_cast<void>(set_column(record, columns[i], parts[i]));
  return RowKind::reason;
}

/// Words stand in their columns, those of `flags` may be missing or several.
Result<RowKind> result_row(const std::vector<TextColumn>& columns, const std::vector<std::string_view>& parts,
                           record::CaseRecord& record) {
  for (std::size_t i = 0, at = 0; i < columns.size() && at < parts.size(); ++i) {
    if (columns[i].field == ColumnContent::words) {
      set_flags(record, parts[at]);
      if (i + 1 < columns.size()) ++at;  // one word, where numbers follow
      continue;
    }
    if (at == 0 && !is_number(parts[0]))
      return failure(fmt::format("{} in column {} is not a number", sonde::quoted(parts[0]),
                                 printable(columns[i].name)));
    if (auto set = set_column(record, columns[i], parts[at++]); !set) return tl::unexpected(set.error());
  }
  return RowKind::result;
}

// Numbers that stand in columns before the words of `flags`, which may be missing or several.
std::size_t number_columns(const std::vector<TextColumn>& columns) {
  return static_cast<std::size_t>(std::ranges::count_if(
      columns, [](const TextColumn& column) { return column.field != ColumnContent::words; }));
}

}  // namespace

bool is_number(std::string_view word) {
  return number_of<double>(word).has_value();
}

record::Times& times_of(record::CaseRecord& record) {
  if (!record.times) record.times = record::Times{std::nan(""), std::nan(""), std::nan("")};
  return *record.times;
}

void fail_without_number(record::CaseRecord& record) {
  record.times.reset();
  record.status = record::Status::failed;
  record.text = "what stands where the result would be is not a number";
}

record::OverlapTimes& overlap_of(record::CaseRecord& record) {
  if (!record.overlap)
    record.overlap = record::OverlapTimes{std::nan(""), std::nan(""), std::nan(""), std::nan("")};
  return *record.overlap;
}

std::vector<TextColumn> columns_of(std::string_view line) {
  std::vector<TextColumn> columns;
  for (std::string_view word : words_in(line)) {
    std::string name(word);
    std::erase(name, '\\');  // as Markdown escapes marks
    name.erase(0, name.find_first_not_of('#'));
    if (!name.empty()) columns.push_back({field_of(name), name});
  }
  const auto is = [&](ColumnContent field) {
    return std::ranges::any_of(columns, [&](const TextColumn& c) { return c.field == field; });
  };
  const bool guideline = std::ranges::count(columns, "left[usec]", &TextColumn::name) > 0;
  const bool measured = is(ColumnContent::t) || is(ColumnContent::t_min) || is(ColumnContent::t_ovrl) ||
                        is(ColumnContent::rate) || guideline;
  if (!is(ColumnContent::repetitions) || !measured) columns.clear();
  return columns;
}

namespace {

// How the words of a line stand against the columns.
struct Layout {
  std::size_t numbers = 0;  ///< columns of numbers
  std::size_t leading = 0;  ///< words that are numbers, before any other
  bool worded = false;      ///< words may stand behind the numbers
};

Layout layout_of(const std::vector<TextColumn>& columns, const std::vector<std::string_view>& parts) {
  Layout layout;
  layout.numbers = number_columns(columns);
  layout.worded = layout.numbers < columns.size();
  while (layout.leading < parts.size() && is_number(parts[layout.leading])) ++layout.leading;
  return layout;
}

/// Why a line that is not complete is no row; nothing where it does not look like one.
Result<RowKind> no_row(const Layout& layout, const std::vector<std::string_view>& parts) {
  if (layout.leading == parts.size())
    return failure(fmt::format("the row has {} numbers, its table {} columns", parts.size(), layout.numbers));
  if (layout.leading < 2 || 2 * layout.leading < layout.numbers) return RowKind::none;
  return failure(fmt::format("{} stands where column {} of {} would be", sonde::quoted(parts[layout.leading]),
                             layout.leading + 1, layout.numbers));
}

}  // namespace

bool is_remark(std::string_view line, std::string_view word) {
  const auto at = static_cast<std::size_t>(word.data() - line.data());
  const auto first = static_cast<unsigned char>(word.front());
  if (is_number(word) || std::isdigit(first) != 0) return false;
  return std::isalpha(first) == 0 || (at >= 2 && std::isspace(static_cast<unsigned char>(line[at - 2])) != 0);
}

Result<RowKind> read_row(const std::vector<TextColumn>& columns, std::string_view line,
                         record::CaseRecord& record) {
  const auto parts = words_in(line);
  if (parts.empty()) return RowKind::none;
  const Layout layout = layout_of(columns, parts);
  if (layout.leading < parts.size() && layout.leading <= 2)
    if (const auto* reason = reason_at(parts[layout.leading]))
      return reason_row(columns, parts, layout.leading, *reason, line, record);
  const std::size_t numbers = layout.numbers;
  const bool remark = parts.size() > numbers && layout.leading >= numbers && is_remark(line, parts[numbers]);
  if (parts.size() != numbers && !(layout.worded && parts.size() > numbers) && !remark)
    return no_row(layout, parts);
  const auto all = static_cast<std::size_t>(
      std::ranges::count_if(parts, [](auto word) { return is_number(word) || word == "-"; }));
  if (2 * all < numbers + 1 || (layout.leading == 0 && all + 1 < numbers)) return RowKind::none;
  return result_row(columns, parts, record);
}

}  // namespace sonde::readers
