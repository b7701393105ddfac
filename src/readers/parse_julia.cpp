#include "readers/parse_julia.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "base/text.hpp"
#include "base/units.hpp"
#include "readers/osu_program.hpp"
#include "readers/text_columns.hpp"
#include "record/variant.hpp"

namespace sonde::readers {

namespace {

constexpr std::string_view julia_suite = "MPIBenchmarks.jl";
constexpr std::string_view first_column = "size (bytes)", seconds_column = "time (seconds)",
                           bandwidth_column = "bandwidth (MB/s)";

/// "Running benchmark OSU Bandwidth with type Float32 on 2 MPI ranks", or "# OSU Bandwidth with type ...".
struct JuliaTitle {
  std::string_view suite, name, type;  ///< "OSU", "Bandwidth", "Float32"
  int ranks = 0;
  std::string_view synchronisation{};  ///< "lock", of one-sided benchmarks
};

std::optional<JuliaTitle> julia_title_of(std::string_view line) {
  auto text = trim(line);
  for (const std::string_view start : {"Running benchmark ", "# "})
    if (text.starts_with(start)) text.remove_prefix(start.size());
  const bool known = text.starts_with("OSU ") || text.starts_with("IMB ");
  const auto type = text.find(" with type "), on = text.find(" on ", std::min(type, text.size()));
  if (!known || on == std::string_view::npos) return std::nullopt;
  const auto behind = words_in(text.substr(on + 4));
  if (behind.size() < 3 || behind[1] != "MPI" || !behind[2].starts_with("rank")) return std::nullopt;
  JuliaTitle title{text.substr(0, 3), trim(text.substr(4, type - 4)),
                   trim(text.substr(type + 11, on - type - 11))};
  title.ranks = std::max(0, number_of<int>(behind[0]).value_or(0));
  if (behind.size() > 3 && behind[behind.size() - 2] == "synchronization:")
    title.synchronisation = behind.back();
  return title.name.empty() ? std::nullopt : std::optional(title);
}

/// As the suites that these benchmarks follow call them; "Put Latency" is that of MPI_Put.
std::string benchmark_of(const JuliaTitle& title) {
  std::string name(title.name);
  if (const auto call = name.rfind(" Latency"); !title.synchronisation.empty() && call != std::string::npos) {
    std::replace(name.begin(), name.begin() + static_cast<std::ptrdiff_t>(call), ' ', '_');
    return osu_program("MPI_" + name);
  }
  if (title.suite == "OSU") return osu_program(name);
  std::erase(name, ' ');
  return name;
}

/// The type that is measured where none is asked for.
std::string_view usual_type(std::string_view name) {
  const auto word = lower(name);
  return contains(word, "reduce") || contains(word, "bandwidth") ? "Float32" : "UInt8";
}

/// "julia_imb_pingpong" of "runs/julia_imb_pingpong.csv".
std::string_view stem_of(std::string_view source) {
  source = source.substr(source.find_last_of('/') + 1);
  return source.substr(0, source.find('.'));
}

/// Of the benchmarks of IMB, whose names have capitals.
constexpr std::array<std::string_view, 8> imb_names{"PingPong", "PingPing", "Allreduce", "Reduce",
                                                    "Alltoall", "Gatherv",  "Bcast",     "Allgather"};

std::optional<std::string> benchmark_of_file(std::string_view source) {
  const auto stem = lower(stem_of(source));
  constexpr std::string_view call = "accumulate";
  if (auto name = stem.substr(std::min<std::size_t>(6, stem.size())); stem.starts_with("julia_osu_")) {
    if (const auto at = name.find(call); at != std::string::npos) name.replace(at, call.size(), "acc");
    return name;
  }
  if (!stem.starts_with("julia_imb_")) return std::nullopt;
  for (const auto name : imb_names)
    if (same_word(name, stem.substr(10))) return std::string(name);
  return stem.substr(10);
}

/// Of a one-sided benchmark: its "seconds" are microseconds.
bool is_one_sided(std::string_view benchmark) {
  return std::ranges::any_of(std::array{"osu_put_", "osu_get_", "osu_acc"},
                             [&](std::string_view start) { return benchmark.starts_with(start); });
}

/// "iteratons" in some versions.
bool is_repetitions(std::string_view column) {
  return column.starts_with("iterat");
}

double factor_of(std::string_view unit) {
  if (unit == "us") return micro;
  return unit == "ms" ? 1e-3 : 1;
}

/// "latency (us)": the name, and what stands in brackets. The cell is a number; one that is not finite says
/// nothing.
void set_cell(record::CaseRecord& record, std::string_view column, std::string_view cell, double value) {
  if (is_repetitions(column)) {
    record.repetitions = number_of<std::int64_t>(cell).value_or(0);
    return;
  }
  if (!std::isfinite(value)) return;
  const auto bracket = column.find('(');
  const auto name = trim(column.substr(0, bracket));
  const auto unit = bracket == std::string_view::npos
                        ? std::string_view{}
                        : column.substr(bracket + 1, column.find(')') - bracket - 1);
  const double seconds = value * factor_of(unit);
  if (name == "time" || name == "latency")
    record.times = record::Times{seconds, seconds, seconds};
  else if (name == "min_time")
    times_of(record).min = seconds;
  else if (name == "max_time")
    times_of(record).max = seconds;
  else if (name == "avg_time")
    times_of(record).avg = seconds;
  else if (unit == "MB/s")
    record.megabytes_per_second = value;
  else
    record.extra[std::string(column)] = value;
}

}  // namespace

bool JuliaText::is_title(std::string_view line) {
  return trim(line).starts_with("size (bytes),") || julia_title_of(line).has_value();
}

Result<void> JuliaText::begin() {
  record::Run run;
  run.format = record::Format::julia_csv;
  run.header.program = run.header.conventions = julia_suite;
  run.header.megabyte = decimal_megabyte;
  return runs_.begin(std::move(run));
}

Result<void> JuliaText::line(std::string_view text) {
  const auto inner = trim(text);
  if (inner.starts_with("size (bytes),")) return heading(inner);
  const auto title = julia_title_of(inner);
  if (!title) return columns_.empty() ? Result<void>{} : row(inner);
  id_ = {};
  id_.benchmark = benchmark_of(*title);
  id_.processes = title->ranks;
  if (title->type != usual_type(title->name)) record::set_variant(id_.variant, "datatype", title->type);
  record::set_variant(id_.variant, "synchronisation", title->synchronisation);
  columns_.clear();
  named_ = true;
  return {};
}

Result<void> JuliaText::heading(std::string_view text) {
  if (!named_) id_ = {};
  columns_.clear();
  for (const auto name : split(text, ',')) columns_.emplace_back(trim(name));
  const bool pair = std::ranges::any_of(columns_, [](const std::string& name) {
    return name.starts_with("throughput") || name.starts_with("latency") || name.starts_with("bandwidth");
  });
  if (pair) id_.processes = 2;
  if (!named_) id_.benchmark = benchmark_of_file(source_).value_or(std::string(julia_suite));
  named_ = false;
  if (auto begun = begin(); !begun) return begun;
  runs_.last().header.ranks = id_.processes;
  note_units();
  return {};
}

/// Two headings of this suite do not say what it writes below them.
void JuliaText::note_units() {
  const auto has = [&](std::string_view column) {
    return std::ranges::find(columns_, column) != columns_.end();
  };
  in_microseconds_ = is_one_sided(id_.benchmark) && has(seconds_column);
  of_all_repetitions_ = has(bandwidth_column) && std::ranges::any_of(columns_, is_repetitions);
  auto& notes = runs_.last().notes;
  if (in_microseconds_)
    notes.emplace_back(
        "MPIBenchmarks.jl writes times of one-sided benchmarks in us below a heading that says seconds: they are read as us");
  if (of_all_repetitions_)
    notes.emplace_back(
        "MPIBenchmarks.jl counts the bytes of all repetitions in the time of one: its bandwidth is divided by them");
}

std::string_view JuliaText::column_of(std::string_view written) const {
  return in_microseconds_ && written == seconds_column ? "time (us)" : written;
}

/// Numbers alone, one for each column; anything else is no row.
Result<void> JuliaText::row(std::string_view text) {
  const auto cells = split(text, ',');
  if (cells.size() != columns_.size()) return {};
  record::CaseRecord record;
  record.id = id_;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto cell = trim(cells[i]);
    const auto value = number_of<double>(cell);
    if (!value) return {};
    if (columns_[i] == first_column)
      record.id.bytes = number_of<std::int64_t>(cell).value_or(-1);
    else
      set_cell(record, column_of(columns_[i]), cell, *value);
  }
  if (of_all_repetitions_ && record.megabytes_per_second && record.repetitions > 0)
    *record.megabytes_per_second /= static_cast<double>(record.repetitions);
  if (!record.times && !record.megabytes_per_second && record.extra.empty()) fail_without_number(record);
  return record.id.bytes < 0 ? Result<void>{} : runs_.add(std::move(record), text);
}

void JuliaText::complete(record::Run& run) {
  if (std::ranges::any_of(run.cases, [](const auto& c) { return c.id.benchmark == julia_suite; }))
    run.notes.emplace_back(
        "the file does not say which benchmark this is: neither a line above the table does, nor its name (julia_...)");
}

}  // namespace sonde::readers
