#include "sinks/record_sinks.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "base/file_lock.hpp"
#include "base/input.hpp"
#include "base/text.hpp"
#include "host/output.hpp"
#include "host/streams.hpp"
#include "readers/read.hpp"
#include "record/csv.hpp"
#include "record/file.hpp"
#include "record/json.hpp"
#include "record/resume.hpp"

namespace sonde::sinks {

namespace {

void arrived(const Result<void>& written) {
  if (!written) throw host::OutputLost(written.error().message + ": the records are incomplete");
}

class JsonSink final : public Sink {
 public:
  JsonSink(record::RecordFile file, bool resumes) : file_(std::move(file)), resumes_(resumes) {}

  void begin(const record::Header& header) override {
    record::Header mine = header;
    mine.resumed = resumes_ && !file_.empty();
    arrived(file_.write_line(record::to_json(mine)));
  }
  void section(const TableRun&) override {}
  void size(const TableRun&) override {}
  void add(const TableRun&, const record::CaseRecord& result) override {
    arrived(file_.write_line(record::to_json(result)));
  }
  void end(const record::Footer& footer) override {
    arrived(file_.write_line(record::to_json(footer)));
    arrived(file_.close());
  }

 private:
  record::RecordFile file_;
  bool resumes_;
};

class CsvSink final : public Sink {
 public:
  CsvSink(record::RecordFile file, bool resumes, std::multiset<record::CaseId> written)
      : file_(std::move(file)), resumes_(resumes), written_(std::move(written)) {}

  void begin(const record::Header& header) override {
    megabyte_ = header.megabyte;
    variants_ = record::variants_of(header);
    // What the file has already may lack the column.
    const bool wider = variants_ == record::Variants::yes && !resumes_;
    if (file_.empty() || wider) arrived(file_.write_line(record::csv_head(variants_)));
  }
  void section(const TableRun&) override {}
  void size(const TableRun&) override {}
  void add(const TableRun&, const record::CaseRecord& result) override {
    arrived(file_.write_line(record::to_csv(result, megabyte_, variants_)));
  }
  /// A run that died between the two files left the row in the JSON record alone.
  void recall(const TableRun& section, const record::CaseRecord& result) override {
    const auto row = written_.find(result.id);
    if (row == written_.end()) return add(section, result);
    written_.erase(row);
  }
  void end(const record::Footer&) override { arrived(file_.close()); }

 private:
  record::RecordFile file_;
  bool resumes_;
  std::multiset<record::CaseId> written_;  ///< by earlier launches, under -resume
  double megabyte_ = 0;
  record::Variants variants_ = record::Variants::no;
};

Result<record::RecordFile> open_file(const Settings& settings, const std::string& path) {
  auto file = settings.append || settings.resume ? record::RecordFile::append(path)
                                                 : record::RecordFile::create(path);
  if (file && !file->locked()) host::say("# " + no_locks_note(path) + "\n");
  return file;
}

/// What earlier launches have left in a CSV file.
struct Written {
  std::multiset<record::CaseId> finished;
  std::int64_t bytes = 0;  ///< up to the end of the last row that stands in the JSON record, too
};

/// The rows that the JSON record would give. A row goes there first.
Result<std::set<std::string>> rows_of_record(const std::string& path) {
  std::set<std::string> rows;
  std::error_code unknown;
  if (std::filesystem::file_size(path, unknown) == 0 || unknown) return rows;
  const auto runs = readers::read_runs(path);
  if (!runs) return tl::unexpected(runs.error());
  for (const auto& run : *runs)
    for (const auto& result : run.cases)
      rows.insert(record::to_csv(result, run.header.megabyte, record::variants_of(run.header)));
  return rows;
}

/// Rows at the end that the record lacks (the machine died before it was on disk) will be measured again.
Result<Written> written_rows(const std::string& csv, const std::string& json) {
  const auto recorded = rows_of_record(json);
  if (!recorded) return tl::unexpected(recorded.error());
  Written written;
  std::multiset<record::CaseId> since;
  const auto text = read_input(csv);
  if (!text) return tl::unexpected(text.error());
  std::int64_t at = 0;
  for (const auto line : split(*text, '\n')) {
    if (line.empty()) continue;
    at += std::ssize(line) + 1;
    const bool head = record::is_csv_head(line);
    const auto row = head ? Result<record::CaseRecord>{} : record::parse_csv(line);
    if (!row) return failure(fmt::format("'{}' cannot go on: {}", csv, row.error().message));
    if (!head && record::finished(*row)) since.insert(row->id);
    if (!head && !recorded->contains(std::string(line))) continue;
    written.bytes = at;
    written.finished.merge(since);
  }
  if (at > written.bytes && recorded->empty())
    return failure(
        fmt::format("'{}' has rows and '{}' has none: -resume goes on with both; name another file "
                    "with -csv, or give both as they were",
                    csv, json));
  return written;
}

Result<std::unique_ptr<Sink>> open_csv(const Settings& settings) {
  auto file = open_file(settings, settings.csv_path);
  if (!file) return tl::unexpected(file.error());
  if (!settings.resume)
    return std::make_unique<CsvSink>(std::move(*file), false, std::multiset<record::CaseId>{});
  auto written = written_rows(settings.csv_path, settings.json_path);
  if (!written) return tl::unexpected(written.error());
  if (auto cut = file->cut(written->bytes); !cut) return tl::unexpected(cut.error());
  return std::make_unique<CsvSink>(std::move(*file), true, std::move(written->finished));
}

bool one_file(const Settings& settings) {
  std::error_code unknown;
  return std::filesystem::equivalent(settings.json_path, settings.csv_path, unknown) && !unknown;
}

}  // namespace

Result<std::vector<std::unique_ptr<Sink>>> open_record_sinks(const Settings& settings) {
  std::vector<std::unique_ptr<Sink>> sinks;
  if (!settings.json_path.empty()) {
    auto file = open_file(settings, settings.json_path);
    if (!file) return tl::unexpected(file.error());
    sinks.push_back(std::make_unique<JsonSink>(std::move(*file), settings.resume));
  }
  if (!settings.csv_path.empty() && !sinks.empty() && one_file(settings))
    return failure("-json and -csv name the same file; give two names");
  if (!settings.csv_path.empty()) {
    auto sink = open_csv(settings);
    if (!sink) return tl::unexpected(sink.error());
    sinks.push_back(std::move(*sink));
  }
  return sinks;
}

}  // namespace sonde::sinks
