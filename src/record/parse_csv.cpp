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
    if (is_csv_head(trim(text))) {
      Run run;
      run.format = Format::csv;
      return runs_.begin(std::move(run));
    }
    auto record = parse_csv(text);
    if (!record) return tl::unexpected(record.error());
    return runs_.add(std::move(*record));
  }
};

}  // namespace

std::unique_ptr<Parser> make_csv_parser(Runs& runs) {
  return std::make_unique<CsvParser>(runs);
}

}  // namespace sonde::record
