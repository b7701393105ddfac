#include "run/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <climits>
#include <cstdio>
#include <string>

#include "base/machine.hpp"
#include "base/units.hpp"
#include "plan/lengths.hpp"

namespace sonde::run {

namespace {

bool is_launcher(const std::string& name) {
  for (const char* part : {"mpirun", "mpiexec", "orterun", "prterun", "hydra", "srun"})
    if (name.find(part) != std::string::npos) return true;
  return false;
}

bool is_terminal(long process) {
  std::array<char, PATH_MAX> target{};
  const auto length =
      readlink(fmt::format("/proc/{}/fd/2", process).c_str(), target.data(), target.size() - 1);
  if (length <= 0) return false;
  const std::string_view name(target.data(), static_cast<std::size_t>(length));
  return name.starts_with("/dev/pts/") || name.starts_with("/dev/tty");
}

/// The parent in "4242 (mpirun) S 4200 ...": the second word after the closing parenthesis.
long parent_of(long process) {
  const auto stat = file_text(fmt::format("/proc/{}/stat", process));
  if (!stat) return 0;
  const auto after = stat->rfind(") ");
  return after == std::string::npos ? 0 : std::atol(stat->c_str() + after + 4);
}

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
    fmt::print(stderr, "\r{:<{}}", line, shown_);
    std::fflush(stderr);
    shown_ = line.size();
  }
  void clear() {
    if (shown_ == 0) return;
    fmt::print(stderr, "\r{:<{}}\r", "", shown_);
    std::fflush(stderr);
    shown_ = 0;
  }

  const Settings& settings_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::int64_t total_ = 0, done_ = 0;
  std::string what_;
  std::size_t shown_ = 0;
};

}  // namespace

bool terminal_watches() {
  if (isatty(STDERR_FILENO) != 0) return true;
  long process = getppid();
  for (int generation = 0; generation < 4 && process > 1; ++generation) {
    const auto name = file_text(fmt::format("/proc/{}/comm", process));
    if (!name || !is_launcher(*name)) return false;
    if (is_terminal(process)) return true;
    process = parent_of(process);
  }
  return false;
}

std::unique_ptr<Sink> make_progress(const Settings& settings, const Plan& plan) {
  if (!terminal_watches()) return nullptr;
  return std::make_unique<Progress>(settings, plan);
}

}  // namespace sonde::run
