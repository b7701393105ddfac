#include <fmt/format.h>

#include <optional>

#include "host/output.hpp"
#include "record/bus.hpp"
#include "record/link_lines.hpp"
#include "sinks/sinks.hpp"
#include "tables/comment_lines.hpp"
#include "tables/head.hpp"
#include "tables/text_table.hpp"

namespace sonde::sinks {

namespace {

class TextSink final : public Sink {
 public:
  TextSink(const Settings& settings, const Plan& plan) : settings_(settings), plan_(plan) {}

  void begin(const record::Header& header) override {
    header_ = header;
    if (settings_.bus) rates_.emplace(header, settings_.peak);
    if (settings_.head) host::write_output(tables::head(header, settings_, plan_));
  }
  void remark(std::string_view lines) override { host::write_output(lines); }
  void section(const TableRun& section) override {
    tell_variables();
    host::write_output(tables::section_head(settings_, plan_, section));
  }

  void size(const TableRun& section) override {
    if (section.refusal.empty()) host::write_output(tables::before_size(settings_));
  }

  void add(const TableRun& section, const record::CaseRecord& result) override {
    if (section.refusal.empty()) {
      host::write_output(row(section, result));
      host::write_output(record::link_lines(result, header_));
      host::write_output(tables::memory_lines(result));
      variables_ += tables::variable_lines(result);
    }
    tables::count(tally_, result);
  }

  void recall(const TableRun& section, const record::CaseRecord& result) override { add(section, result); }

  void end(const record::Footer&) override {
    tell_variables();
    host::write_output(averages_.lines());
    host::write_output(tables::foot(settings_, tally_));
  }

 private:
  /// Below a table, whose rows stay together.
  void tell_variables() {
    if (variables_.empty()) return;
    const char* what = "Performance variables (MPI_T)";
    if (settings_.performance_variables.empty()) what = "Counters of the plug-in";
    host::write_output(
        fmt::format("#\n# {}, name=sum(smallest..largest) over the ranks; + by how much it grew\n", what));
    host::write_output(variables_);
    variables_.clear();
  }

  /// Rates of links stand in tables only: records say what they follow from.
  [[nodiscard]] std::string row(const TableRun& section, const record::CaseRecord& result) {
    if (!rates_) return tables::row(settings_, section, result);
    auto with_rates = result;
    rates_->add(with_rates);
    averages_.add(with_rates);
    return tables::row(settings_, section, with_rates);
  }

  const Settings& settings_;
  const Plan& plan_;
  tables::Tally tally_;
  record::Header header_;                  ///< of the run
  std::optional<record::BusRates> rates_;  ///< with -bus
  record::BusAverages averages_;           ///< with -bus
  std::string variables_;                  ///< lines on the rows of the table
};

}  // namespace

std::unique_ptr<Sink> make_text_sink(const Settings& settings, const Plan& plan) {
  return std::make_unique<TextSink>(settings, plan);
}

}  // namespace sonde::sinks
