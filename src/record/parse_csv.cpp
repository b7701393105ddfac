// CSV of Sonde: a head line starts a run, which has no provenance.
#include "base/text.hpp"
#include "record/csv.hpp"
#include "record/parser.hpp"

namespace sonde::record {

namespace {

class CsvParser : public Parser {
 public:
  Result<void> line(std::string_view text) override {
    if (trim(text).empty()) return {};
    if (is_csv_head(trim(text))) {
      runs_.emplace_back().format = Format::csv;
      return {};
    }
    auto record = parse_csv(text);
    if (!record) return tl::unexpected(record.error());
    runs_.back().cases.push_back(std::move(*record));
    return {};
  }

  std::vector<Run> finish() override { return std::move(runs_); }

 private:
  std::vector<Run> runs_;
};

}  // namespace

std::unique_ptr<Parser> make_csv_parser() {
  return std::make_unique<CsvParser>();
}

}  // namespace sonde::record
