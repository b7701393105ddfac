// CSV of Sonde: a head line starts a run, which has no provenance.
#include "base/text.hpp"
#include "record/csv.hpp"
#include "record/parser.hpp"

namespace sonde::record {

namespace {

class CsvParser : public Parser {
 public:
  using Parser::Parser;

  Result<void> line(std::string_view text) override {
    if (trim(text).empty()) return {};
    if (auto reader = CsvReader::of(trim(text))) {
      reader_ = std::move(reader);
      Run run;
      run.format = Format::csv;
      return runs_.begin(std::move(run));
    }
    if (!reader_) return failure("no head line stands above it");
    auto record = reader_->read(text);
    if (!record) return runs_.pass_over(text, record.error().message);
    return runs_.add(std::move(*record), text);
  }

 private:
  std::optional<CsvReader> reader_{};
};

}  // namespace

std::unique_ptr<Parser> make_csv_parser(Runs& runs) {
  return std::make_unique<CsvParser>(runs);
}

}  // namespace sonde::record
