#include "sinks/progress.hpp"

#include <fmt/format.h>

#include <chrono>
#include <string>

#include "base/units.hpp"
#include "host/launcher.hpp"
#include "host/streams.hpp"
#include "plan/lengths.hpp"

namespace sonde::sinks {

namespace {

class Progress final : public Sink {
 public:
  Progress(const Settings& settings, const Plan& plan) : settings_(settings) {
    for (const Section& section : plan.sections)
      if (section.refusal.empty()) total_ += rows(section);
  }
  ~Progress() override { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void begin(const record::Header&) override {}
  void section(const Section& section) override {
    what_ = fmt::format("{}, {} process{}", display_name(section), section.processes,
                        section.processes == 1 ? "" : "es");
    clear();
  }
  void size(const Section&) override { ++done_; }
  void add(const Section&, const record::CaseRecord& result) override {
    const std::string length = result.id.bytes < 0 ? "" : ", " + human_bytes(result.id.bytes);
    show(
        fmt::format("[{}/{}] {}{} done; about {} left", done_, total_, what_, length, human_seconds(left())));
  }
  void end(const record::Footer&) override { clear(); }

 private:
  [[nodiscard]] std::int64_t rows(const Section& section) const {
    return static_cast<std::int64_t>(lengths_for(settings_, *section.benchmark).size());
  }
  [[nodiscard]] double left() const {
    const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    return done_ == 0 ? 0 : elapsed / static_cast<double>(done_) * static_cast<double>(total_ - done_);
  }
  void show(const std::string& line) {
    host::say(fmt::format("\r{:<{}}", line, shown_));
    shown_ = line.size();
  }
  void clear() {
    if (shown_ == 0) return;
    host::say(fmt::format("\r{:<{}}\r", "", shown_));
    shown_ = 0;
  }

  const Settings& settings_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::int64_t total_ = 0, done_ = 0;
  std::string what_;
  std::size_t shown_ = 0;
};

}  // namespace

std::unique_ptr<Sink> make_progress(const Settings& settings, const Plan& plan) {
  if (!host::terminal_watches()) return nullptr;
  return std::make_unique<Progress>(settings, plan);
}

}  // namespace sonde::sinks
