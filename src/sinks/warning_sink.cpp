#include "sinks/warning_sink.hpp"

#include <fmt/format.h>

#include "host/streams.hpp"
#include "record/warnings.hpp"

namespace sonde::sinks {

namespace {

class WarningSink final : public Sink {
 public:
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
    for (const auto& warning : placement_) show(warning);
    for (const auto& warning : record::digest(rows_)) show(warning);
  }

 private:
  static void show(const record::Warning& warning) {
    host::say(fmt::format("warning: {}\n         {}\n", warning.text, warning.advice));
  }

  std::vector<record::Warning> placement_;
  std::vector<record::CaseRecord> rows_;  ///< cases with warnings, nothing else of them
};

}  // namespace

std::unique_ptr<Sink> make_warning_sink() {
  return std::make_unique<WarningSink>();
}

}  // namespace sonde::sinks
