#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <set>
#include <span>

#include "base/complain.hpp"
#include "base/file_lock.hpp"
#include "base/input.hpp"
#include "base/text.hpp"
#include "host/output.hpp"
#include "readers/read.hpp"
#include "record/csv.hpp"
#include "record/file.hpp"
#include "record/json.hpp"
#include "record/resume.hpp"
#include "sinks/sinks.hpp"

namespace sonde::sinks {

namespace {

constexpr const char* one_name = "-json and -csv name the same file; give two names";

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

/// What earlier launches have left in a CSV file.
struct Written {
  std::string head{};                        ///< the last one
  std::multiset<record::CaseId> finished{};  ///< -resume: of the run that goes on
  std::int64_t bytes = 0;                    ///< up to the end of the last line that stays where it is
  std::vector<std::string> again{};          ///< lines that stay, behind rows that will be measured again
};

class CsvSink final : public Sink {
 public:
  CsvSink(record::RecordFile file, record::CsvColumns columns, Written written)
      : file_(std::move(file)), columns_(std::move(columns)), written_(std::move(written)) {}

  void begin(const record::Header& header) override {
    megabyte_ = header.megabyte;
    const auto head = record::csv_head(columns_);
    if (head != written_.head) arrived(file_.write_line(head));
  }
  void add(const TableRun&, const record::CaseRecord& result) override {
    arrived(file_.write_line(record::to_csv(result, megabyte_, columns_)));
  }
  /// A run that died between the two files left the row in the JSON record alone.
  void recall(const TableRun& section, const record::CaseRecord& result) override {
    const auto row = written_.finished.find(result.id);
    if (row == written_.finished.end()) return add(section, result);
    written_.finished.erase(row);
  }
  void end(const record::Footer&) override { arrived(file_.close()); }

 private:
  record::RecordFile file_;
  record::CsvColumns columns_;
  Written written_;
  double megabyte_ = 0;
};

Result<record::RecordFile> open_file(const Settings& settings, const std::string& path,
                                     record::FileKind kind) {
  auto file = settings.append || settings.resume ? record::RecordFile::append(path, kind)
                                                 : record::RecordFile::create(path);
  if (file && !file->locked()) write_message("# " + no_locks_note(path) + "\n");
  return file;
}

Result<std::vector<record::Run>> recorded_runs(const std::string& path) {
  std::error_code unknown;
  if (std::filesystem::file_size(path, unknown) == 0 || unknown) return std::vector<record::Run>{};
  return readers::read_runs(path);
}

/// The rows that the JSON record would give under a head. A row goes there first.
std::set<std::string> rows_of(std::span<const record::Run> runs, const record::CsvColumns& columns) {
  std::set<std::string> rows;
  for (const auto& run : runs)
    for (const auto& result : run.cases) rows.insert(record::to_csv(result, run.header.megabyte, columns));
  return rows;
}

/// Reads a CSV beside its JSON record, as far as that has its rows: those behind, which the record lacks (the
/// machine died before they were on disk), will be measured again.
class RecordedPart {
 public:
  explicit RecordedPart(std::span<const record::Run> recorded) : recorded_(recorded) {}

  Result<void> read(std::string_view line) {
    at_ += std::ssize(line) + 1;
    if (line.empty()) return {};
    lines_.emplace_back(line);
    if (auto head = record::CsvReader::of(line)) {
      reader_ = std::move(head);
      rows_ = rows_of(recorded_, reader_->columns());
      last_ = recorded_.empty() ? rows_ : rows_of(recorded_.last(1), reader_->columns());
      written_.head = line;
      return keep();
    }
    const auto row = reader_ ? reader_->read(line) : failure("its first line is no head");
    if (!row) return tl::unexpected(row.error());
    if (last_.contains(lines_.back())) return record::finished(*row) ? keep(row->id) : drop();
    if (rows_.contains(lines_.back())) return keep();
    behind_ = true;
    return {};
  }

  [[nodiscard]] const Written& written() const { return written_; }
  [[nodiscard]] bool none_recorded() const { return behind_ && rows_.empty(); }

 private:
  Result<void> keep() {
    if (!moves_) written_.bytes = at_;
    if (moves_) std::ranges::move(lines_, std::back_inserter(written_.again));
    lines_.clear();
    behind_ = false;
    return {};
  }

  Result<void> keep(const record::CaseId& id) {
    written_.finished.insert(id);
    return keep();
  }

  /// The row failed, and its case will be measured again.
  Result<void> drop() {
    const auto behind = at_;
    at_ -= std::ssize(lines_.back()) + 1;
    lines_.pop_back();
    if (!lines_.empty()) static_cast<void>(keep());
    moves_ = true;
    at_ = behind;
    return {};
  }

  std::span<const record::Run> recorded_;
  Written written_;
  std::vector<std::string> lines_;  ///< behind what is kept
  std::optional<record::CsvReader> reader_;
  std::set<std::string> rows_, last_;  ///< of all runs in the record, and of the one that goes on
  std::int64_t at_ = 0;
  bool behind_ = false;  ///< whether rows stand behind what is kept
  bool moves_ = false;   ///< whether what is kept stands behind a row that goes
};

/// Of the complete lines of a CSV beside what its JSON record has.
Result<Written> written_rows(const std::string& csv, const std::string& json,
                             const Result<std::vector<record::Run>>& recorded) {
  if (!recorded) return tl::unexpected(recorded.error());
  const auto text = read_input(csv);
  if (!text) return tl::unexpected(text.error());
  RecordedPart part(*recorded);
  for (const auto line : split(std::string_view(*text).substr(0, text->rfind('\n') + 1), '\n')) {
    if (const auto read = part.read(line); !read)
      return failure(fmt::format("'{}' cannot go on: {}", csv, read.error().message));
  }
  if (part.none_recorded())
    return failure(
        fmt::format("'{}' has rows and '{}' has none: -resume goes on with both; name another file "
                    "with -csv, or give both as they were",
                    csv, json));
  return part.written();
}

/// The last head of a file that is there.
Result<std::string> last_head(const std::string& csv) {
  const auto text = read_input(csv);
  if (!text) return tl::unexpected(text.error());
  std::string head;
  for (const auto line : split(*text, '\n'))
    if (record::is_csv_head(line)) head = line;
  return head;
}

Result<std::unique_ptr<Sink>> open_csv(const Settings& settings, record::CsvColumns columns) {
  auto file = open_file(settings, settings.csv_path, record::FileKind::csv);
  if (!file) return tl::unexpected(file.error());
  Written written;
  if (settings.resume) {
    auto rows = written_rows(settings.csv_path, settings.json_path, recorded_runs(settings.json_path));
    if (!rows) return tl::unexpected(rows.error());
    if (auto cut = file->cut(rows->bytes); !cut) return tl::unexpected(cut.error());
    for (const auto& line : rows->again)
      if (auto kept = file->write_line(line); !kept) return tl::unexpected(kept.error());
    written = std::move(*rows);
  } else if (!file->empty()) {
    auto head = last_head(settings.csv_path);
    if (!head) return tl::unexpected(head.error());
    written.head = std::move(*head);
  }
  return std::make_unique<CsvSink>(std::move(*file), std::move(columns), std::move(written));
}

/// Two names of a file, which may not be there yet.
bool one_file(const Settings& settings) {
  std::error_code unknown, unresolved;
  if (std::filesystem::equivalent(settings.json_path, settings.csv_path, unknown) && !unknown) return true;
  const auto json = std::filesystem::weakly_canonical(settings.json_path, unknown);
  const auto csv = std::filesystem::weakly_canonical(settings.csv_path, unresolved);
  return !unknown && !unresolved && json == csv;
}

/// How many bytes of complete lines stand in it.
Result<std::int64_t> could_open(const Settings& settings, const std::string& path, record::FileKind kind) {
  if (settings.append || settings.resume) return record::RecordFile::could_append(path, kind);
  return record::RecordFile::could_create(path).map([] { return std::int64_t{0}; });
}

/// Whether -resume goes on with a CSV, beside a record of so many bytes.
Result<void> could_go_on(const Settings& settings, std::int64_t recorded_bytes) {
  std::error_code unknown;
  if (!settings.resume || !std::filesystem::exists(settings.csv_path, unknown)) return {};
  Result<std::vector<record::Run>> recorded;
  if (recorded_bytes > 0) recorded = recorded_runs(settings.json_path);
  return written_rows(settings.csv_path, settings.json_path, recorded).map([](const Written&) {});
}

}  // namespace

Result<std::vector<std::unique_ptr<Sink>>> open_record_sinks(const Settings& settings,
                                                             record::CsvColumns columns) {
  std::vector<std::unique_ptr<Sink>> sinks;
  if (!settings.json_path.empty()) {
    auto file = open_file(settings, settings.json_path, record::FileKind::json);
    if (!file) return tl::unexpected(file.error());
    sinks.push_back(std::make_unique<JsonSink>(std::move(*file), settings.resume));
  }
  if (!settings.csv_path.empty() && !sinks.empty() && one_file(settings)) return failure(one_name);
  if (!settings.csv_path.empty()) {
    auto sink = open_csv(settings, std::move(columns));
    if (!sink) return tl::unexpected(sink.error());
    sinks.push_back(std::move(*sink));
  }
  return sinks;
}

Result<void> could_open_record_sinks(const Settings& settings) {
  const bool json = !settings.json_path.empty(), csv = !settings.csv_path.empty();
  Result<std::int64_t> recorded = 0, rows = 0;
  if (json) recorded = could_open(settings, settings.json_path, record::FileKind::json);
  if (!recorded) return tl::unexpected(recorded.error());
  if (json && csv && one_file(settings)) return failure(one_name);
  if (csv) rows = could_open(settings, settings.csv_path, record::FileKind::csv);
  if (!rows) return tl::unexpected(rows.error());
  return csv ? could_go_on(settings, *recorded) : Result<void>{};
}

}  // namespace sonde::sinks
