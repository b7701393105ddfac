#include <fmt/format.h>

#include <chrono>
#include <string>

#include "base/complain.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "host/launcher.hpp"
#include "host/output.hpp"
#include "plan/lengths.hpp"
#include "sinks/sinks.hpp"

namespace sonde::sinks {

namespace {

class ProgressSink final : public Sink {
 public:
  ProgressSink(const Settings& settings, const Plan& plan)
      : settings_(settings), beside_tables_(host::streams_are_one()) {
    for (const TableRun& section : plan.sections)
      if (section.refusal.empty() && !section.benchmark->at_end) total_ += rows(section);
  }
  ~ProgressSink() override { write_message(blank()); }
  ProgressSink(const ProgressSink&) = delete;
  ProgressSink& operator=(const ProgressSink&) = delete;

  void remark(std::string_view) override { clear(); }
  void section(const TableRun& section) override {
    clear();
    what_ = fmt::format("{}, {}", display_name(section), counted(section.processes, "process"));
    line_ = fmt::format("[{}/{}] {}", done_, total_, what_);
  }
  void size(const TableRun&) override {
    clear();
    ++done_;
  }
  void add(const TableRun&, const record::CaseRecord& result) override {
    const std::string length = result.id.bytes < 0 ? "" : ", " + human_bytes(result.id.bytes);
    line_ =
        fmt::format("[{}/{}] {}{} done; about {} left", done_, total_, what_, length, human_seconds(left()));
  }
  void after_all() override {
    const auto most = static_cast<std::size_t>(host::terminal_width() - 1);  // a full line would be wrapped
    const std::string line = line_.substr(0, most);
    write(blank() + line);
    shown_ = line.size();
  }
  void end(const record::Footer&) override { clear(); }

 private:
  [[nodiscard]] std::int64_t rows(const TableRun& section) const {
    return static_cast<std::int64_t>(lengths_for(settings_, *section.benchmark).size());
  }
  [[nodiscard]] double left() const {
    const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    return done_ == 0 ? 0 : elapsed / static_cast<double>(done_) * static_cast<double>(total_ - done_);
  }
  /// What takes the line away, and leaves the cursor where it began.
  [[nodiscard]] std::string blank() const { return shown_ == 0 ? "" : fmt::format("\r{:<{}}\r", "", shown_); }
  void clear() {
    if (shown_ > 0) write(blank());
    shown_ = 0;
  }
  /// Launchers pass the two streams on as they come: where both end on one terminal, the line takes that of
  /// the tables.
  void write(const std::string& text) const {
    if (beside_tables_)
      host::write_output(text);
    else
      write_message(text);
  }

  const Settings& settings_;
  bool beside_tables_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::int64_t total_ = 0, done_ = 0;
  std::string what_, line_;
  std::size_t shown_ = 0;
};

}  // namespace

std::unique_ptr<Sink> make_progress(const Settings& settings, const Plan& plan) {
  if (!host::terminal_watches()) return nullptr;
  return std::make_unique<ProgressSink>(settings, plan);
}

}  // namespace sonde::sinks
