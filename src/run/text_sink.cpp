#include "run/text_sink.hpp"

#include "report/head.hpp"
#include "report/text_table.hpp"
#include "run/output.hpp"

namespace sonde::run {

namespace {

class TextSink final : public Sink {
 public:
  TextSink(const Settings& settings, const Plan& plan, Catalog catalog)
      : settings_(settings), plan_(plan), catalog_(catalog) {}

  void begin(const record::Header& header) override {
    write_output(report::head(header, settings_, catalog_));
  }
  void remark(std::string_view lines) override { write_output(lines); }
  void section(const Section& section) override {
    write_output(report::section_head(settings_, plan_, section));
  }

  void size(const Section& section) override {
    if (section.refusal.empty()) write_output(report::before_size(settings_));
  }

  void add(const Section& section, const record::CaseRecord& result) override {
    if (section.refusal.empty()) write_output(report::row(settings_, section, result));
    report::count(tally_, result);
  }

  void recall(const Section& section, const record::CaseRecord& result) override { add(section, result); }

  void end(const record::Footer&) override {
    write_output(report::foot(settings_, tally_));
    finish_output();
  }

 private:
  const Settings& settings_;
  const Plan& plan_;
  Catalog catalog_;
  report::Tally tally_;
};

}  // namespace

std::unique_ptr<Sink> make_text_sink(const Settings& settings, const Plan& plan, Catalog catalog) {
  return std::make_unique<TextSink>(settings, plan, catalog);
}

}  // namespace sonde::run
