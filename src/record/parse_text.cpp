// Text tables: a title says which suite writes from here on.
#include <algorithm>

#include "record/parse_imb.hpp"
#include "record/parse_osu.hpp"
#include "record/parser.hpp"

namespace sonde::record {

namespace {

class TextParser : public Parser {
 public:
  using Parser::Parser;

  Result<void> line(std::string_view text) override {
    if (OsuText::is_title(text))
      osu_speaks_ = true;
    else if (ImbText::is_title(text))
      osu_speaks_ = false;
    if (osu_speaks_) return osu_.line(text);
    osu_.before_title(text);
    return imb_.line(text);
  }

  std::vector<Run> finish(std::vector<Run> runs) override {
    // A head alone, of whatever suite, is a run without cases; text without a title and without rows is
    // nothing.
    std::erase_if(runs, [](const Run& run) { return run.cases.empty() && run.header.conventions.empty(); });
    for (Run& run : runs)
      if (run.format != Format::osu_text) ImbText::complete(run);
    return runs;
  }

 private:
  ImbText imb_{runs_};
  OsuText osu_{runs_};
  bool osu_speaks_ = false;
};

}  // namespace

std::unique_ptr<Parser> make_text_parser(Runs& runs) {
  return std::make_unique<TextParser>(runs);
}

}  // namespace sonde::record
