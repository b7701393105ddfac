// Does a machine keep what was promised? Each limit against each case that it names, by the median over
// launches.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/quantities.hpp"
#include "record/record.hpp"

namespace sonde::analysis {

/// What a limit is set to.
enum class Limited { time, rate, bus, message_rate, overlap };

struct LimitedFacts {
  Limited quantity;
  std::string_view word;  ///< in files: "time"
  Quantity
      shown;  ///< has the unit that its values are shown in, and is its number where `quantity` has one alone
  bool upper;  ///< a limit is the most there may be, else the least
};

inline constexpr std::array limited_quantities{
    LimitedFacts{Limited::time, "time", Quantity::median, true},
    LimitedFacts{Limited::rate, "rate", Quantity::rate, false},
    LimitedFacts{Limited::bus, "bus", Quantity::rate, false},
    LimitedFacts{Limited::message_rate, "message rate", Quantity::message_rate, false},
    LimitedFacts{Limited::overlap, "overlap", Quantity::overlap, false}};

[[nodiscard]] constexpr const LimitedFacts& facts(Limited quantity) {
  return limited_quantities[static_cast<std::size_t>(quantity)];
}

/// Whole numbers from `low` to `high`, both included.
struct WholeRange {
  std::int64_t low = 0, high = 0;

  [[nodiscard]] bool has(std::int64_t value) const { return low <= value && value <= high; }
};

struct Limit {
  std::size_t number = 0;   ///< of its row in the file, from 1
  std::string benchmark{};  ///< * stands for any letters
  std::optional<WholeRange> processes{}, bytes{};
  Limited quantity = Limited::time;
  std::optional<Quantity> statistic{};  ///< of times; nothing: the time that runs are compared by
  double value = 0;                     ///< seconds, bytes a second, per second, per cent
  bool of_port = false;  ///< `value` is a fraction of what the fastest port of the network can do
  std::string text{};    ///< as the file has it: "<= 2.5 us"
};

/// Worst first.
enum class LimitVerdict {
  broken,   ///< proven, or data were wrong
  missing,  ///< no case, or no number of it
  open,     ///< neither is proven
  kept      ///< proven
};

[[nodiscard]] std::string_view to_word(LimitVerdict verdict);

/// One limit and one case that it names.
struct CheckedCase {
  std::size_t limit = 0;               ///< index in LimitCheck::limits
  std::optional<record::CaseId> id{};  ///< nothing: no case is named by it
  LimitVerdict verdict = LimitVerdict::missing;
  std::string statistic{};  ///< what was judged: "t_avg", "bus"
  std::size_t launches = 0;
  double value = 0;                     ///< median over launches, in the unit of the limit
  double low = 0, high = 0, level = 0;  ///< its interval; level 0: there is none
  std::string why{};                    ///< of all that is not kept
};

struct LimitCheck {
  std::vector<Limit> limits{};
  std::size_t launches = 0;
  std::vector<CheckedCase> cases{};  ///< worst first, each limit's together
  std::vector<std::string> notes{};  ///< what a reader must know before believing it

  /// The worst verdict of each limit.
  [[nodiscard]] std::vector<LimitVerdict> verdicts() const;
};

[[nodiscard]] LimitCheck check_limits(std::span<const record::Run> runs, std::vector<Limit> limits);

/// "12 of 14 limits kept, 1 broken, 1 open".
[[nodiscard]] std::string limits_sentence(const LimitCheck& check);

/// "Allreduce, 16 to 64 processes, up to 1 KiB": the cases that a limit names.
[[nodiscard]] std::string cases_of(const Limit& limit);

struct LimitsOfRuns {
  std::vector<Limit> limits{};
  std::vector<std::string>
      notes{};  ///< cases without a limit, or with one of some launches or of several cases
};

/// A limit for each number of processes and length of each benchmark, of its messages per second where it has
/// them, else of the number that runs are compared by: `margin` (0.1 is 10 %) beyond that end of the interval
/// over launches which is the worse, or beyond the worst launch where there is no interval; with three
/// digits. Cases that one limit would name have the loosest of theirs.
[[nodiscard]] LimitsOfRuns limits_from(std::span<const record::Run> runs, double margin);

}  // namespace sonde::analysis
