#include "readers/parse_osu.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "base/text.hpp"
#include "base/units.hpp"
#include "readers/check_errors.hpp"
#include "readers/osu_labels.hpp"
#include "readers/osu_program.hpp"
#include "readers/printed.hpp"
#include "readers/text_columns.hpp"
#include "readers/text_head.hpp"
#include "record/variant.hpp"

namespace sonde::readers {

namespace {

using Renamed = std::pair<std::string_view, std::string_view>;

// Column names end with a unit in parentheses or are one of these words; how many blanks stand between them
// is not the same in what was copied from a page.
std::vector<std::string> column_names(std::string_view text) {
  constexpr std::array<std::string_view, 5> whole{"Size", "Iterations", "Validation", "MB/s", "Messages/s"};
  std::vector<std::string> names;
  std::string name;
  const auto parts = words_in(text);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto word = parts[i];
    const auto at = static_cast<std::size_t>(word.data() - text.data());
    const bool apart = at >= 2 && text.substr(at - 2, 2) == "  ";
    if (apart && !name.empty()) names.push_back(std::exchange(name, {}));
    name += (name.empty() ? "" : " ") + std::string(word);
    const bool unit_follows = i + 1 < parts.size() && parts[i + 1].starts_with('(');
    const bool known = name == word && std::ranges::find(whole, word) != whole.end();
    if (word.ends_with(')') || (known && !unit_follows)) names.push_back(std::exchange(name, {}));
  }
  if (!name.empty()) names.push_back(name);
  return names;
}

/// "Size (B)" in OMB-Py.
bool is_length(std::string_view column) {
  return column == "Size" || column == "Size (B)";
}

bool is_count(std::string_view column) {
  return is_length(column) || column == "Iterations";
}

/// "1,530.25", or the stars of a number that is too wide for its column.
bool is_damaged_number(std::string_view word) {
  return word.find_first_not_of("0123456789.,*") == std::string_view::npos &&
         word.find_first_of("0123456789*") != std::string_view::npos;
}

bool fits(std::string_view column, std::string_view word) {
  if (column == "Validation") return same_word(word, "pass") || same_word(word, "fail");
  const auto value = number_of<double>(word);
  if (!value) return false;
  // Every result is printed with a point; numbers of other programs need not be. The length that was sent is
  // a column of its own.
  return is_count(column) || column == "Transmit Size" || !std::isfinite(*value) || contains(word, ".");
}

/// What a word that does not fit is not.
std::string_view expected_in(std::string_view column, std::string_view word) {
  if (column == "Validation") return "Pass or Fail";
  return is_number(word) ? "a result, which has a decimal point" : "a number";
}

std::string_view word_behind(std::string_view text, std::string_view mark) {
  const auto at = text.find(mark);
  if (at == std::string_view::npos) return {};
  const auto parts = words_in(text.substr(at + mark.size()));
  return parts.empty() ? std::string_view{} : parts[0];
}

// "121" of "max: 121, avg: 120 ms".
std::optional<double> number_behind(std::string_view text, std::string_view mark) {
  const auto word = word_behind(text, mark);
  return number_of<double>(word.substr(0, word.find(',')));
}

bool has_result(const record::CaseRecord& record) {
  const auto known = [](double value) { return !std::isnan(value); };
  return record.megabytes_per_second || record.messages_per_second || !record.extra.empty() ||
         (record.times &&
          (known(record.times->min) || known(record.times->avg) || known(record.times->max))) ||
         (record.overlap && (known(record.overlap->overlapped) || known(record.overlap->pure)));
}

std::string key_of(std::string_view column) {
  std::string key = lower(column.substr(0, column.find('(')));
  std::ranges::replace_if(
      key, [](char c) { return c == ' ' || c == '.' || c == '/'; }, '_');
  while (key.ends_with('_')) key.pop_back();
  return column.ends_with("(us)") ? key + "_s" : key;
}

/// A column by the beginning of its name.
struct Known {
  std::string_view start;
  double unit;
  double& (*place)(record::CaseRecord& record);
};
constexpr std::array<Known, 7> known_columns{
    {{"Avg Latency", micro, [](auto& record) -> double& { return times_of(record).avg; }},
     {"Min Latency", micro, [](auto& record) -> double& { return times_of(record).min; }},
     {"Max Latency", micro, [](auto& record) -> double& { return times_of(record).max; }},
     {"Overall(us)", micro, [](auto& record) -> double& { return overlap_of(record).overlapped; }},
     {"Compute(us)", micro, [](auto& record) -> double& { return overlap_of(record).cpu; }},
     {"Pure Comm.(us)", micro, [](auto& record) -> double& { return overlap_of(record).pure; }},
     {"Overlap(%)", 1, [](auto& record) -> double& { return overlap_of(record).percent; }}}};

bool is_bandwidth(std::string_view column) {
  return column.starts_with("Bandwidth") || column.starts_with("Bi-Bandwidth");
}

/// Whether a result counts in another unit than those that are read.
bool has_other_unit(std::string_view column) {
  constexpr std::array<std::string_view, 4> units{"(us)", "(MB/s)", "(GB/s)", "(%)"};
  const bool result =
      column.starts_with("Latency") || is_bandwidth(column) ||
      std::ranges::any_of(known_columns, [&](const Known& known) { return column.starts_with(known.start); });
  return result && column.ends_with(')') &&
         std::ranges::none_of(units, [&](std::string_view unit) { return column.ends_with(unit); });
}

/// What lines above a table say of all its rows, and what Sonde calls it.
constexpr std::array<Renamed, 3> said_of_all_rows{{{"Datatype:", "datatype"},
                                                   {"Window creation:", "window creation"},
                                                   {"Synchronization:", "synchronisation"}}};

/// All numbers of a line of nothing else.
std::vector<std::int64_t> whole_numbers(std::string_view text) {
  std::vector<std::int64_t> numbers;
  for (const auto word : words_in(text)) {
    const auto number = number_of<std::int64_t>(word);
    if (!number || *number < 1) return {};
    numbers.push_back(*number);
  }
  return numbers;
}

/// A column of a known name has its place, every other one is an extra result.
void set_other(record::CaseRecord& record, const std::string& column, std::string_view word, double value) {
  const auto is = [&](std::string_view start) { return column.starts_with(start); };
  const auto* known = std::ranges::find_if(known_columns, is, &Known::start);
  const bool has_place = known != known_columns.end();
  double unit = column.ends_with("(us)") ? micro : 1;
  if (has_place) unit = known->unit;
  (has_place ? known->place(record) : record.extra[key_of(column)]) = value * unit;
  printed(record, unit == micro ? &record::Rounding::seconds : &record::Rounding::other, word, unit);
}

struct OsuTitle {
  std::string_view suite;      ///< "OSU", "OMB-Py"
  std::string_view benchmark;  ///< "Allreduce Latency"
  bool xccl = false;           ///< of NCCL or RCCL, not of MPI
  std::string_view version;    ///< "7.4"
};

/// Of "MPI-CUDA Latency Test" all but the first word; that is none of "MPI_Put Latency Test".
std::string_view behind_library(std::string_view text) {
  constexpr std::string_view one_sided = "One Sided ";
  const auto first = text.substr(0, text.find(' '));
  const bool library = first.starts_with("MPI") || first.starts_with("NCCL") || first.starts_with("RCCL");
  if (library && !first.starts_with("MPI_")) text = trim(text.substr(first.size()));
  if (text.starts_with(one_sided)) text.remove_prefix(one_sided.size());
  return text;
}

/// Of a line that another program began, as "<![CDATA[# OSU MPI Latency Test v7.4", what follows.
std::string_view from_title(std::string_view line) {
  for (const std::string_view mark : {"# OSU ", "# OMB-Py "})
    if (const auto at = line.find(mark); at != std::string_view::npos && at > 0) {
      const auto test = line.find(" Test v", at);
      if (test != std::string_view::npos && line.substr(test + 7, 1).find_first_of("0123456789") == 0)
        return line.substr(at);
    }
  return line;
}

// "# OSU MPI Allreduce Latency Test v7.4"; "MPI-CUDA", "NCCL-CUDA" and their like stand there, too, and
// "MPI_Put", before 4.0 "One Sided MPI_Put", names the call.
std::optional<OsuTitle> osu_title_of(std::string_view line) {
  line = from_title(trim(line));
  auto text = line;
  if (text.starts_with("# ")) text.remove_prefix(2);
  std::string_view family;
  for (const std::string_view known : {"OSU ", "OMB-Py "})
    if (text.starts_with(known)) family = trim(known), text.remove_prefix(known.size());
  if (family.empty()) return std::nullopt;
  const bool xccl = text.starts_with("NCCL") || text.starts_with("RCCL");
  text = behind_library(text);
  const auto test = text.find(" Test");
  if (test == std::string_view::npos || trim(text.substr(0, test)).empty()) return std::nullopt;
  const auto parts = words_in(text.substr(test));
  const bool versioned = parts.size() > 1 && parts[1].starts_with('v');
  if (!line.starts_with('#') && !versioned) return std::nullopt;  // prose
  return OsuTitle{family, trim(text.substr(0, test)), xccl,
                  versioned ? parts[1].substr(1) : std::string_view{}};
}

/// Whether two processes run it, always.
bool is_of_pair(std::string_view benchmark, std::string_view program) {
  return benchmark.starts_with("MPI_") ||
         std::ranges::any_of(std::array{"osu_latency", "osu_bw", "osu_bibw"},
                             [&](std::string_view pair) { return program.starts_with(pair); });
}

}  // namespace

bool OsuText::is_title(std::string_view line) {
  return osu_title_of(line).has_value();
}

void OsuText::before_title(std::string_view line) {
  const auto text = trim(line);
  if (text.starts_with("# cmd:")) {
    pending_ = {};
    add_command(pending_, text.substr(6));
    const auto& command = pending_.command_line;
    for (std::size_t i = 0; i + 1 < command.size(); ++i)
      if (command[i] == "-np" || command[i] == "-n" || command[i] == "--np")
        pending_.ranks = std::max(0, number_of<int>(command[i + 1]).value_or(0));
  } else if (text.starts_with("# date:")) {
    const auto parts = words_in(text.substr(7));
    if (!parts.empty()) pending_.start = std::string(parts[0]);
  } else if (text.starts_with('#')) {
    set_sides_label(pending_labels_, trim(text.substr(1)));
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
  id_.variant = std::exchange(pending_labels_, {});
  id_.benchmark = osu_program(found->benchmark);
  id_.processes = is_of_pair(found->benchmark, id_.benchmark) ? 2 : run.header.ranks;
  if (found->xccl) id_.benchmark.insert(std::string_view("osu_").size(), "xccl_");
  set_title_label(id_.variant, text);
  run.header.program = id_.benchmark;
  run.header.conventions = found->suite;
  if (!run.header.version.empty()) run.header.conventions += " " + run.header.version;
  columns_.clear();
  windows_.clear();
  left_out_ = windows_vary_ = message_rates_ = false;
  return runs_.begin(std::move(run));
}

Result<void> OsuText::line(std::string_view text) {
  const auto inner = trim(text);
  if (is_title(inner)) return title(inner);
  if (inner.starts_with('#')) return comment(inner), Result<void>{};
  if (inner.empty()) return {};
  if (const auto error = check_error(inner)) return found_wrong(inner, error->bytes);
  if (inner.starts_with("nprocs:")) return start_up(inner);
  const auto parts = words_in(inner);
  const bool head = !is_number(parts[0]) && (parts[0] == "Size" || contains(inner, "(us)"));
  if (head) columns_ = column_names(inner);  // copied without its '#'
  return head ? Result<void>{} : row(inner, parts);
}

void OsuText::comment(std::string_view text) {
  before_title(text);
  const auto inner = trim(text.substr(1));
  const int pairs = number_of<int>(word_behind(inner, "pairs:")).value_or(0);
  if (pairs > 0 && pairs < std::numeric_limits<int>::max() / 2) id_.processes = 2 * pairs;
  if (inner.starts_with("Size") || contains(inner, "(us)")) {
    columns_ = column_names(inner);
    pending_labels_.clear();  // what stood below the title is of this table
  }
  if (inner.starts_with("Uni-directional Bandwidth")) windows_vary_ = true;
  if (inner.starts_with("Message Rate Profile")) message_rates_ = true;
  if (windows_vary_)
    if (auto windows = whole_numbers(inner); !windows.empty()) windows_ = std::move(windows);
  set_comment_label(id_.variant, inner);
  set_sides_label(id_.variant, inner);
  for (const auto& [start, name] : said_of_all_rows)
    if (inner.starts_with(start) && convention(runs_.last().header, name).empty())
      runs_.last().header.conventions_in_force.emplace_back(name, trim(inner.substr(start.size())));
}

/// A row of osu_mbw_mr -V: a rate for each number of messages in flight.
Result<void> OsuText::row_of_windows(std::string_view text, const std::vector<std::string_view>& parts) {
  const auto bytes = number_of<std::int64_t>(parts[0]);
  if (!bytes || *bytes < 1 || parts.size() != windows_.size() + 1)
    return runs_.pass_over(text, fmt::format("expected a message length and {} rates", windows_.size()));
  if (message_rates_) return {};  // the rates above over the length
  for (std::size_t i = 0; i < windows_.size(); ++i) {
    record::CaseRecord record;
    record.id = id_;
    record.id.bytes = *bytes;
    record::set_variant(record.id.variant, "window", std::to_string(windows_[i]));
    record.megabytes_per_second = number_of<double>(parts[i + 1]);
    record.messages_per_second = 1e6 * *record.megabytes_per_second / static_cast<double>(*bytes);
    printed(record, &record::Rounding::megabytes_per_second, parts[i + 1]);
    printed(record, &record::Rounding::messages_per_second, parts[i + 1], 1e6 / static_cast<double>(*bytes));
    if (auto added = runs_.add(std::move(record), text); !added) return added;
  }
  return {};
}

void OsuText::set(record::CaseRecord& record, const std::string& column, std::string_view word) const {
  using record::Rounding;
  const double value = *number_of<double>(word);
  const auto is = [&](std::string_view start) { return column.starts_with(start); };
  if (is("Latency") || (is("Avg Latency") && id_.benchmark == "osu_latency")) {
    record.times = record::Times{value * micro, value * micro, value * micro};
    printed(record, &Rounding::seconds, word, micro);
  } else if (is("MB/s") || is_bandwidth(column)) {
    const double unit = column.ends_with("(GB/s)") ? 1000 : 1;
    record.megabytes_per_second = unit * value;
    printed(record, &Rounding::megabytes_per_second, word, unit);
  } else if (is("Messages/s")) {
    record.messages_per_second = value;
    printed(record, &Rounding::messages_per_second, word);
  } else {
    set_other(record, column, word, value);
  }
}

Result<void> OsuText::set_column(record::CaseRecord& record, const std::string& column,
                                 std::string_view word) const {
  if (!fits(column, word))
    return failure(fmt::format("{} in column {} is not {}", sonde::quoted(word), printable(column),
                               expected_in(column, word)));
  if (has_other_unit(column))
    return failure(fmt::format("the unit of column {} is not known", printable(column)));
  if (column == "Validation") {
    record.defects = same_word(word, "fail") ? 1 : 0;
  } else if (is_count(column)) {
    const auto whole = number_of<std::int64_t>(word);
    if (!whole || *whole < 0)
      return failure(fmt::format("{} in column {} is not a count", sonde::quoted(word), printable(column)));
    (is_length(column) ? record.id.bytes : record.repetitions) = *whole;
  } else if (!std::isnan(*number_of<double>(word))) {
    set(record, column, word);
  }
  return {};
}

Result<record::CaseRecord> OsuText::case_of(const std::vector<std::string_view>& parts) const {
  record::CaseRecord record;
  record.id = id_;
  for (std::size_t i = 0; i < columns_.size(); ++i)
    if (auto done = set_column(record, columns_[i], parts[i]); !done) return tl::unexpected(done.error());
  if (const auto sent = record.extra.find("transmit_size"); sent != record.extra.end())
    set_sent_label(record.id.variant, record.id.bytes, sent->second);
  if (!has_result(record)) fail_without_number(record);
  return record;
}

/// What any program prints is passed over without a word, a row of numbers is not.
Result<void> OsuText::pass_over_other_width(std::string_view text, std::size_t words, std::size_t leading) {
  if (leading != words && leading < std::max<std::size_t>(2, columns_.size())) return {};
  return runs_.pass_over(
      text, fmt::format("the row has {} numbers, its table {} columns", leading, columns_.size()));
}

Result<void> OsuText::row(std::string_view text, const std::vector<std::string_view>& parts) {
  const auto other = std::ranges::find_if_not(parts, is_number);
  const auto leading = static_cast<std::size_t>(other - parts.begin());
  if (leading == 0) return {};
  if (leading == parts.size() && !windows_.empty()) return row_of_windows(text, parts);
  if (columns_.empty()) {
    const bool is_first = leading == parts.size() && !std::exchange(left_out_, true);
    return is_first ? runs_.leave_out(id_.benchmark) : Result<void>{};
  }
  const bool remark = parts.size() > columns_.size() && is_remark(text, parts[columns_.size()]);
  if (parts.size() != columns_.size() && !remark) return pass_over_other_width(text, parts.size(), leading);
  auto record = case_of(parts);
  // Without lengths there is one row; numbers below it are those of a script.
  if (record && std::ranges::none_of(columns_, is_length)) columns_.clear(), left_out_ = true;
  if (record) return runs_.add(std::move(*record), text);
  // A number and words are what any program prints.
  const bool damaged = 2 * leading > columns_.size() || is_damaged_number(*other);
  return damaged ? runs_.pass_over(text, record.error().message) : Result<void>{};
}

/// osu_init: "nprocs: 4, min: 120 ms, max: 121 ms, avg: 120 ms".
Result<void> OsuText::start_up(std::string_view text) {
  const auto ranks = number_behind(text, "nprocs:"), min = number_behind(text, "min:"),
             max = number_behind(text, "max:"), avg = number_behind(text, "avg:");
  constexpr double most_ranks = 1e9;
  const bool milliseconds = contains(text, " ms");
  if (!ranks || !(*ranks >= 1 && *ranks <= most_ranks) || !min || !max || !avg || !milliseconds)
    return runs_.pass_over(text, "expected the number of ranks and min, max and avg in ms");
  record::CaseRecord record;
  record.id = id_;
  record.id.processes = static_cast<int>(*ranks);
  constexpr double milli = 1e-3;
  record.times = record::Times{*min * milli, *max * milli, *avg * milli};
  record.rounding = record::Rounding{.seconds = milli / 2};
  return runs_.add(std::move(record), text);
}

/// The program ends with such a line, behind the row.
Result<void> OsuText::found_wrong(std::string_view text, std::int64_t bytes) {
  auto& cases = runs_.cases();
  constexpr std::size_t most_looked_at = 1000;
  for (std::size_t i = cases.size(); i > 0 && i + most_looked_at > cases.size(); --i)
    if (cases[i - 1].id.bytes == bytes && cases[i - 1].id.benchmark == id_.benchmark) {
      cases[i - 1].defects = std::max(1.0, cases[i - 1].defects.value_or(0));
      return {};
    }
  return runs_.pass_over(text, "data arrived wrong, and no row of this length stands above");
}

}  // namespace sonde::readers
