#include "run/record_sinks.hpp"

#include "record/csv.hpp"
#include "record/file.hpp"
#include "record/json.hpp"
#include "run/output.hpp"

namespace sonde::run {

namespace {

void arrived(const Result<void>& written) {
  if (!written) throw OutputLost(written.error().message + ": the records are incomplete");
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
  explicit CsvSink(record::RecordFile file) : file_(std::move(file)) {}

  void begin(const record::Header& header) override {
    megabyte_ = header.megabyte;
    if (file_.empty()) arrived(file_.write_line(record::csv_head()));
  }
  void section(const Section&) override {}
  void size(const Section&) override {}
  void add(const Section&, const record::CaseRecord& result) override {
    arrived(file_.write_line(record::to_csv(result, megabyte_)));
  }
  void end(const record::Footer&) override { arrived(file_.close()); }

 private:
  record::RecordFile file_;
  double megabyte_ = 0;
};

Result<record::RecordFile> open_file(const Settings& settings, const std::string& path) {
  return settings.append || settings.resume ? record::RecordFile::append(path)
                                            : record::RecordFile::create(path);
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
    auto file = open_file(settings, settings.csv_path);
    if (!file) return tl::unexpected(file.error());
    sinks.push_back(std::make_unique<CsvSink>(std::move(*file)));
  }
  return sinks;
}

}  // namespace sonde::run
