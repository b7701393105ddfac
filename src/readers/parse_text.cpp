#include "readers/parse_text.hpp"

#include <algorithm>

#include "readers/parse_imb.hpp"
#include "readers/parse_osu.hpp"
#include "record/parser.hpp"

namespace sonde::readers {

namespace {

class TextParser : public record::Parser {
 public:
  using record::Parser::Parser;

  Result<void> line(std::string_view text) override {
    if (OsuText::is_title(text))
      osu_speaks_ = true;
    else if (ImbText::is_title(text))
      osu_speaks_ = false;
    if (osu_speaks_) return osu_.line(text);
    osu_.before_title(text);
    return imb_.line(text);
  }

  std::vector<record::Run> finish(std::vector<record::Run> runs) override {
    // A head alone, of whatever suite, is a run without cases; text without a title and without rows is
    // nothing.
    std::erase_if(runs,
                  [](const record::Run& run) { return run.cases.empty() && run.header.conventions.empty(); });
    for (record::Run& run : runs)
      if (run.format != record::Format::osu_text) ImbText::complete(run);
    return runs;
  }

 private:
  ImbText imb_{runs_};
  OsuText osu_{runs_};
  bool osu_speaks_ = false;
};

}  // namespace

std::unique_ptr<record::Parser> make_text_parser(record::Runs& runs) {
  return std::make_unique<TextParser>(runs);
}

}  // namespace sonde::readers
