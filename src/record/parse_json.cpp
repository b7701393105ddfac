// Records as JSON lines: a header starts a run, -resume goes on with it, -append puts another one behind it.
#include <fmt/format.h>

#include <iterator>
#include <map>

#include "base/text.hpp"
#include "record/json.hpp"
#include "record/parser.hpp"

namespace sonde::record {

namespace {

class JsonParser : public Parser {
 public:
  using Parser::Parser;

  Result<void> line(std::string_view text) override {
    if (trim(text).empty()) return {};
    auto parsed = parse_line(text);
    if (!parsed) return tl::unexpected(parsed.error());
    return std::visit([this](auto& value) { return take(std::move(value)); }, *parsed);
  }

 private:
  Result<void> take(Header header) {
    if (header.resumed && !runs_.empty()) {
      resume();
      return {};
    }
    known_.clear();
    again_ = false;
    Run run;
    run.header = std::move(header);
    return runs_.begin(std::move(run));
  }

  Result<void> take(CaseRecord record) {
    if (runs_.empty()) return failure("a case stands before the header: the start of the file is missing");
    if (again_) {
      const auto [place, fresh] = known_.emplace(record.id, runs_.last().cases.size());
      if (!fresh) return runs_.replace(place->second, std::move(record));
    }
    return runs_.add(std::move(record));
  }

  Result<void> take(Footer footer) {
    if (runs_.empty()) return failure("a footer stands before the header: the start of the file is missing");
    return runs_.end(std::move(footer));
  }

  // From here on a case may come a second time; its last record counts.
  void resume() {
    Run& run = runs_.last();
    ++run.launches;
    run.footer.reset();
    again_ = true;
    for (std::size_t i = 0; i < run.cases.size(); ++i) known_[run.cases[i].id] = i;
  }

  std::map<CaseId, std::size_t> known_;
  bool again_ = false;
};

}  // namespace

std::unique_ptr<Parser> make_json_parser(Runs& runs) {
  return std::make_unique<JsonParser>(runs);
}

}  // namespace sonde::record
