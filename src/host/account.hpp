// Where the wall time of a run goes: the measured loops, and everything around them by kind.
#pragma once
#include <array>
#include <chrono>
#include <string_view>

namespace sonde::host {

enum class Phase { start_up, groups, buffers, warm_up, loop, check, results, output, pause };
inline constexpr std::array<std::string_view, 9> phase_names{"start-up",          "groups", "buffers",
                                                             "probe and warm-up", "loop",   "checking",
                                                             "results",           "output", "-msg_pause"};

class Account {
 public:
  void add(Phase phase, double seconds) { seconds_[static_cast<std::size_t>(phase)] += seconds; }
  [[nodiscard]] double of(Phase phase) const { return seconds_[static_cast<std::size_t>(phase)]; }
  /// All phases but the measured loops.
  [[nodiscard]] double dead() const {
    double sum = 0;
    for (const double seconds : seconds_) sum += seconds;
    return sum - of(Phase::loop);
  }

 private:
  std::array<double, phase_names.size()> seconds_{};
};

/// Adds the time from its making to its end to a phase.
class Span {
 public:
  Span(Account& account, Phase phase) : account_(account), phase_(phase), start_(Clock::now()) {}
  ~Span() { account_.add(phase_, std::chrono::duration<double>(Clock::now() - start_).count()); }
  Span(const Span&) = delete;
  Span& operator=(const Span&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  Account& account_;
  Phase phase_;
  Clock::time_point start_;
};

}  // namespace sonde::host
