#include "readers/read.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "base/units.hpp"
#include "readers/parse_nccl_json.hpp"
#include "readers/parse_perflog.hpp"
#include "readers/parse_text.hpp"
#include "record/csv.hpp"
#include "record/lines.hpp"
#include "record/parser.hpp"
#include "record/repeated.hpp"
#include "record/runs.hpp"

namespace sonde::readers {

namespace {

constexpr std::int64_t longest_row =
    mebibyte;  // of a table; a record may hold a place for each of many ranks
constexpr std::int64_t longest_file = 4 * gibibyte;  // a million cases of a thousand ranks
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

std::unique_ptr<record::Parser> parser_for(std::string_view first_line, record::Runs& runs,
                                           std::string_view source) {
  const auto text = trim(first_line);
  if (is_nccl_json(text)) return make_nccl_json_parser(runs);
  if (text.starts_with('{')) return record::make_json_parser(runs);
  if (record::is_csv_head(text)) return record::make_csv_parser(runs);
  if (is_perflog_head(text)) return make_perflog_parser(runs);
  return make_text_parser(runs, source);
}

// Reads from wherever lines come: decides by the first line that is not empty which reader takes them.
class Reading {
 public:
  explicit Reading(std::string source) : source_(std::move(source)) {}

  Result<void> add(std::string_view piece) {
    auto added = cutter_.add(piece);
    if (!added) return failure(fmt::format("{}:{}", source_, added.error().message));
    return added;
  }

  Result<std::vector<record::Run>> finish() {
    if (auto ended = end(); !ended)
      return failure(fmt::format("{}:{}: {}", source_, cutter_.lines() + 1, ended.error().message));
    auto taken = runs_.take();
    if (!taken) return failure(fmt::format("{}:{}", source_, taken.error().message));
    std::vector<record::Run> runs = std::move(*taken);
    if (parser_) runs = parser_->finish(std::move(runs));
    if (runs.empty() && cutter_.lines() == 0)
      return failure(fmt::format("{}:1: the file holds no complete line", source_));
    if (runs.empty())
      return failure(fmt::format(
          "{}:1: neither a record of Sonde, nor a table of Sonde, IMB, PMB or OSU, nor a log of ReFrame",
          source_));
    for (record::Run& run : runs) {
      run.source = source_;
      if (auto note = record::note_of_repeated(run.cases)) run.notes.push_back(std::move(*note));
    }
    runs.back().torn = cutter_.torn() && runs.back().format != record::Format::nccl_json;
    return runs;
  }

 private:
  /// What stands behind the last newline: all of the JSON of nccl-tests, and of everything else a line that is torn.
  Result<void> end() {
    if (!parser_ && is_nccl_json(cutter_.rest())) parser_ = make_nccl_json_parser(runs_);
    return parser_ ? parser_->end(cutter_.rest()) : Result<void>{};
  }

  Result<void> line(std::string_view text) {
    if (cutter_.lines() == 1 && text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    if (auto begun = runs_.begin_line(text.size()); !begun) return begun;
    if (std::ssize(text) > longest_row && !text.starts_with('{'))
      return failure(
          fmt::format("the line is longer than {}: this is not a table", human_bytes(longest_row)));
    if (!parser_ && trim(text).empty()) return {};
    if (!parser_) parser_ = parser_for(text, runs_, source_);
    return parser_->line(text);
  }

  std::string source_;
  record::Runs runs_;
  std::unique_ptr<record::Parser> parser_;
  record::LineCutter cutter_{[this](std::string_view text) { return line(text); }};
};

Result<record::Run> only(Result<std::vector<record::Run>> runs) {
  if (!runs) return tl::unexpected(runs.error());
  if (runs->size() > 1)
    return failure(
        fmt::format("{} holds {} runs: give each run a file of its own", runs->front().source, runs->size()));
  return std::move(runs->front());
}

}  // namespace

Result<std::vector<record::Run>> read_runs(InputFile& file) {
  Reading reading(file.path());
  for (;;) {
    const auto piece = file.next();
    if (!piece) return tl::unexpected(piece.error());
    if (piece->empty()) return reading.finish();
    if (auto added = reading.add(*piece); !added) return tl::unexpected(added.error());
  }
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
  Reading reading(source);
  if (auto added = reading.add(text); !added) return tl::unexpected(added.error());
  return only(reading.finish());
}

}  // namespace sonde::readers
