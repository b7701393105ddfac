#include "readers/read.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <new>

#include "base/complain.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "readers/clean.hpp"
#include "readers/decode.hpp"
#include "readers/labels.hpp"
#include "readers/parsers.hpp"
#include "record/csv.hpp"
#include "record/parser.hpp"
#include "record/repeated_cases.hpp"
#include "record/resume.hpp"
#include "record/runs.hpp"

namespace sonde::readers {

namespace {

/// No line of a record comes near this; a file that has a longer one is not ours.
constexpr std::size_t longest_line = std::size_t{64} << 20;
constexpr std::int64_t longest_row =
    mebibyte;  // of a table; a record may hold a place for each of many ranks
constexpr std::int64_t longest_file = 4 * gibibyte;  // a million cases of a thousand ranks

/// Of formats that stand by themselves in a file, by its first line; none: it is text.
std::unique_ptr<record::Parser> parser_by_itself(std::string_view text, record::Runs& runs) {
  if (is_nccl_json(text)) return make_nccl_json_parser(runs);
  if (text.starts_with('{')) return record::make_json_parser(runs);
  if (record::is_csv_head(text)) return record::make_csv_parser(runs);
  if (is_perflog_head(text)) return make_perflog_parser(runs);
  return nullptr;
}

/// Tables without a row: a run that was cut short, or a program that prints something else.
Result<void> has_cases(const std::vector<record::Run>& runs) {
  const auto empty = [](const record::Run& run) {
    const bool own = run.format <= record::Format::sonde_text;
    return !own && run.cases.empty();
  };
  if (!std::ranges::all_of(runs, empty)) return {};
  const auto& header = runs.front().header;
  return failure(
      fmt::format("1: no row stands below the head of {}: the run was cut short, or prints no table",
                  header.program.empty() ? header.conventions : header.program));
}

/// Cuts what arrives in pieces into complete lines.
class LineCutter {
 public:
  using Take = std::function<Result<void>(std::string_view line)>;
  explicit LineCutter(Take take) : take_(std::move(take)) {}

  /// Passes on every line that is complete now. The message of an error starts with the number of the line.
  Result<void> add(std::string_view piece) {
    for (;;) {
      const auto end = piece.find('\n');
      if (rest_.size() + std::min(end, piece.size()) > longest_line)
        return failure(fmt::format("{}: the line is longer than {} MiB: this is not a record", lines_ + 1,
                                   longest_line >> 20));
      if (end == std::string_view::npos) break;
      Result<void> passed;
      if (rest_.empty()) {
        passed = pass(piece.substr(0, end));
      } else {
        rest_ += piece.substr(0, end);
        passed = pass(rest_);
        rest_.clear();
      }
      if (!passed) return passed;
      piece.remove_prefix(end + 1);
    }
    rest_ += piece;
    return {};
  }
  /// What is left behind the last newline.
  [[nodiscard]] const std::string& rest() const { return rest_; }
  [[nodiscard]] std::int64_t lines() const { return lines_; }

 private:
  Result<void> pass(std::string_view line) {
    ++lines_;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.find('\0') != std::string_view::npos)
      return failure(fmt::format("{}: the line holds a zero byte: this is not a text file", lines_));
    auto taken = take_(line);
    if (!taken) return failure(fmt::format("{}: {}", lines_, taken.error().message));
    return taken;
  }

  Take take_;
  std::string rest_;
  std::int64_t lines_ = 0;
};

// Bytes become text, text lines, and lines lose what others wrote before them. The first line that is not
// empty decides which reader takes them.
class SourceReader {
 public:
  explicit SourceReader(std::string source) : source_(std::move(source)) {}

  Result<void> add(std::string_view piece) {
    auto added = decoder_.add(piece);
    if (!added) return located(added.error().message);
    return added;
  }

  Result<std::vector<record::Run>> finish() {
    if (const auto done = decoder_.finish(); !done) return located(done.error().message);
    if (const auto done = labels_.finish(); !done)
      return located(fmt::format("{}: {}", runs_.line(), done.error().message));
    if (const auto ended = end(); !ended)
      return located(fmt::format("{}: {}", cutter_.lines() + 1, ended.error().message));
    auto taken = runs_.take();
    if (!taken) return located(taken.error().message);
    std::vector<record::Run> runs = std::move(*taken);
    if (parser_) runs = parser_->finish(std::move(runs));
    if (runs.empty()) return located(nothing());
    if (const auto some = has_cases(runs); !some) return located(some.error().message);
    for (record::Run& run : runs) run.source = source_;
    add_notes(runs);
    runs.back().torn =
        (!cutter_.rest().empty() && runs.back().format != record::Format::nccl_json) || decoder_.cut_short();
    return runs;
  }

 private:
  void add_notes(std::vector<record::Run>& runs) const {
    for (record::Run& run : runs) {
      if (auto note = record::note_of_repeated(run.cases)) run.notes.push_back(std::move(*note));
      if (auto note = record::note_of_moves(run)) run.notes.push_back(std::move(*note));
    }
    std::ranges::move(labels_.notes(), std::back_inserter(runs.front().notes));
    if (records_ > 0)
      runs.front().notes.push_back(
          fmt::format("{} of a record (JSON) behind a table {} not read: give the record a file of its own",
                      counted(records_, "line"), records_ == 1 ? "is" : "are"));
  }

  /// What stands behind the last newline: all of the JSON of nccl-tests, and of everything else a line that
  /// is torn.
  Result<void> end() {
    if (!parser_ && is_nccl_json(cutter_.rest())) parser_ = make_nccl_json_parser(runs_);
    return parser_ ? parser_->end(cutter_.rest()) : Result<void>{};
  }

  /// Behind the name of the file: most messages begin with the number of their line.
  [[nodiscard]] tl::unexpected<Error> located(std::string_view message) const {
    const bool numbered = !message.empty() && message.front() >= '0' && message.front() <= '9';
    return failure(fmt::format("{}:{}{}", source_, numbered ? "" : " ", message));
  }

  [[nodiscard]] std::string_view nothing() const {
    if (cutter_.lines() == 0) return "1: the file holds no complete line";
    return "1: neither a record of Sonde, nor a table of Sonde, IMB, PMB, OSU, nccl-tests or MPIBenchmarks.jl, nor a log of ReFrame";
  }

  Result<void> line(std::string_view text) {
    if (!by_itself_ || logged_) {
      const auto inner = as_logged(text, log_text_);
      logged_ = logged_ || inner.data() != text.data();
      text = inner;
    }
    if (text.starts_with('{') && (!parser_ || by_itself_)) return take(text, cutter_.lines());
    if (std::ssize(text) > longest_row)
      return failure(
          fmt::format("the line is longer than {}: this is not a table", human_bytes(longest_row)));
    if (by_itself_) return take(text, cutter_.lines());
    return labels_.add(as_shown(text, shown_));
  }

  Result<void> take(std::string_view text, std::int64_t number) {
    if (auto begun = runs_.begin_line(text.size()); !begun) return begun;
    runs_.set_line(number);
    if (!parser_ && trim(text).empty()) return {};
    if (!parser_) begin(text);
    if (!by_itself_ && trim(text).starts_with(R"({"schema")")) ++records_;
    return parser_->line(text);
  }

  void begin(std::string_view text) {
    parser_ = parser_by_itself(trim(text), runs_);
    by_itself_ = parser_ != nullptr;
    if (!by_itself_) parser_ = make_text_parser(runs_, source_);
  }

  std::string source_;
  record::Runs runs_;
  std::unique_ptr<record::Parser> parser_;
  bool by_itself_ = false;    ///< records: nothing stands before their lines
  std::int64_t records_ = 0;  ///< lines of records behind a table
  bool logged_ = false;       ///< lines stand in objects of JSON, as collectors of logs write them
  std::string log_text_, shown_;
  LineLabels labels_{[this](std::string_view text, std::int64_t number) { return take(text, number); }};
  LineCutter cutter_{[this](std::string_view text) { return line(text); }};
  Decoder decoder_{[this](std::string_view text) { return cutter_.add(text); }};
};

Result<record::Run> only(Result<std::vector<record::Run>> runs) {
  if (!runs) return tl::unexpected(runs.error());
  if (runs->size() > 1)
    return failure(
        fmt::format("{} holds {} runs: give each run a file of its own", runs->front().source, runs->size()));
  return std::move(runs->front());
}

}  // namespace

Result<std::vector<record::Run>> read_runs(InputFile& file) try {
  SourceReader reading(file.path());
  for (;;) {
    const auto piece = file.next();
    if (!piece) return tl::unexpected(piece.error());
    if (piece->empty()) return reading.finish();
    if (auto added = reading.add(*piece); !added) return tl::unexpected(added.error());
  }
} catch (const std::bad_alloc& full) {
  return failure(fmt::format("{}: {}", file.path(), reason_of(full)));
}

Result<InputFile> open_runs(const std::string& path) {
  return InputFile::open(path, {.most_bytes = longest_file});
}

Result<std::vector<record::Run>> read_runs(const std::string& path) {
  auto file = open_runs(path);
  if (!file) return tl::unexpected(file.error());
  return read_runs(*file);
}

Result<record::Run> read_run(const std::string& path) {
  return only(read_runs(path));
}

Result<record::Run> read_text(std::string_view text, const std::string& source) {
  SourceReader reading(source);
  if (auto added = reading.add(text); !added) return tl::unexpected(added.error());
  return only(reading.finish());
}

}  // namespace sonde::readers
