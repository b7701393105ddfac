#include "sinks/warning_sink.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "host/launcher.hpp"
#include "host/output.hpp"
#include "host/streams.hpp"
#include "record/warnings.hpp"

namespace sonde::sinks {

namespace {

bool whole_number(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

class WarningSink final : public Sink {
 public:
  explicit WarningSink(Warnings where) : where_(where) {}

  void begin(const record::Header& header) override { placement_ = header.warnings; }
  void section(const Section&) override {}
  void size(const Section&) override {}

  void add(const Section&, const record::CaseRecord& result) override {
    if (result.warnings.empty()) return;
    record::CaseRecord kept;
    kept.id = result.id;
    kept.warnings = result.warnings;
    rows_.push_back(std::move(kept));
  }

  void end(const record::Footer&) override {
    std::vector<record::Warning> all = placement_;
    for (auto& warning : record::digest(rows_)) all.push_back(std::move(warning));
    if (all.empty() || where_ == Warnings::off) return;
    if (where_ == Warnings::on_output) return host::write_output("\n" + among_tables(all));
    // Two streams of one place may arrive there in any order.
    if (host::streams_are_one()) return host::write_output(among_tables(all));
    host::say(by_themselves(all));
  }

 private:
  static std::string by_themselves(const std::vector<record::Warning>& all) {
    std::string text;
    for (const auto& warning : all)
      text += fmt::format("warning: {}\n         {}\n", printable(warning.text), printable(warning.advice));
    return text;
  }

  Warnings where_;
  std::vector<record::Warning> placement_;
  std::vector<record::CaseRecord> rows_;  ///< cases with warnings, nothing else of them
};

}  // namespace

std::string among_tables(const std::vector<record::Warning>& warnings) {
  std::string text;
  for (const auto& warning : warnings)
    text += fmt::format("# warning: {}\n#          {}\n", without_lone_numbers(warning.text),
                        without_lone_numbers(warning.advice));
  return text;
}

std::string without_lone_numbers(std::string_view text) {
  std::string out;
  for (const auto word : split(text, ' ')) {
    out += word;
    out += whole_number(word) ? '-' : ' ';
  }
  out.pop_back();
  return out;
}

std::unique_ptr<Sink> make_warning_sink(Warnings where) {
  return std::make_unique<WarningSink>(where);
}

}  // namespace sonde::sinks
