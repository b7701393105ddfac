#include "sinks/record_sinks.hpp"

#include <fmt/format.h>

#include <set>

#include "base/input.hpp"
#include "base/text.hpp"
#include "host/output.hpp"
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
  void section(const Section&) override {}
  void size(const Section&) override {}
  void add(const Section&, const record::CaseRecord& result) override {
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
  CsvSink(record::RecordFile file, std::set<record::CaseId> written)
      : file_(std::move(file)), written_(std::move(written)) {}

  void begin(const record::Header& header) override {
    megabyte_ = header.megabyte;
    if (file_.empty()) arrived(file_.write_line(record::csv_head()));
  }
  void section(const Section&) override {}
  void size(const Section&) override {}
  void add(const Section&, const record::CaseRecord& result) override {
    arrived(file_.write_line(record::to_csv(result, megabyte_)));
  }
  /// A run that died between the two files left the row in the JSON record alone.
  void recall(const Section& section, const record::CaseRecord& result) override {
    if (!written_.contains(result.id)) add(section, result);
  }
  void end(const record::Footer&) override { arrived(file_.close()); }

 private:
  record::RecordFile file_;
  std::set<record::CaseId> written_;  ///< by earlier launches, under -resume
  double megabyte_ = 0;
};

Result<record::RecordFile> open_file(const Settings& settings, const std::string& path) {
  return settings.append || settings.resume ? record::RecordFile::append(path)
                                            : record::RecordFile::create(path);
}

/// The finished cases of a CSV file.
Result<std::set<record::CaseId>> cases_in(const std::string& path) {
  std::set<record::CaseId> cases;
  const auto text = read_input(path);
  if (!text) return tl::unexpected(text.error());
  for (const auto line : split(*text, '\n')) {
    if (line.empty() || record::is_csv_head(line)) continue;
    const auto row = record::parse_csv(line);
    if (!row) return failure(fmt::format("'{}' cannot go on: {}", path, row.error().message));
    if (record::finished(*row)) cases.insert(row->id);
  }
  return cases;
}

Result<std::unique_ptr<Sink>> open_csv(const Settings& settings) {
  auto file = open_file(settings, settings.csv_path);
  if (!file) return tl::unexpected(file.error());
  Result<std::set<record::CaseId>> written;
  if (settings.resume) written = cases_in(settings.csv_path);
  if (!written) return tl::unexpected(written.error());
  return std::make_unique<CsvSink>(std::move(*file), std::move(*written));
}

}  // namespace

Result<std::vector<std::unique_ptr<Sink>>> open_record_sinks(const Settings& settings) {
  std::vector<std::unique_ptr<Sink>> sinks;
  if (!settings.json_path.empty()) {
    auto file = open_file(settings, settings.json_path);
    if (!file) return tl::unexpected(file.error());
    sinks.push_back(std::make_unique<JsonSink>(std::move(*file), settings.resume));
  }
  if (!settings.csv_path.empty()) {
    auto sink = open_csv(settings);
    if (!sink) return tl::unexpected(sink.error());
    sinks.push_back(std::move(*sink));
  }
  return sinks;
}

}  // namespace sonde::sinks
