#include "stats/warm_up_rule.hpp"

#include <algorithm>
#include <array>

#include "base/contract.hpp"

namespace sonde::stats {

namespace {

constexpr std::size_t looked_at = 3;
constexpr double short_in_reads = 1e4;  ///< a repetition of so many readings is a batch of its own
constexpr double long_in_reads = 1e6;   ///< nor is it likely that an interruption has made it that long
constexpr double first_is_slower = 20;

struct Spent {
  std::int64_t repetitions = 0;
  double seconds = 0;
  double without_longest = 0;  ///< seconds of all rounds but the longest, which may have been interrupted
};

Spent spent_in(std::span<const WarmUpRound> rounds) {
  Spent spent;
  double longest = 0;
  for (const WarmUpRound& round : rounds) {
    spent.repetitions += round.repetitions;
    spent.seconds += round.seconds();
    longest = std::max(longest, round.seconds());
  }
  spent.without_longest = spent.seconds - longest;
  return spent;
}

bool cuts_the_count(const WarmUpRound& round, const WarmUpLimits& limits) {
  return round.seconds_per_repetition * static_cast<double>(limits.wanted) > limits.loop_seconds;
}

/// One repetition, which tells how many more there is time for, and those.
std::int64_t next_of_fixed(std::span<const WarmUpRound> rounds, const WarmUpLimits& limits) {
  if (rounds.empty()) return 1;
  if (rounds.size() > 1 || limits.fixed == 1) return 0;
  const double affordable = limits.loop_seconds / 10 / std::max(rounds[0].seconds_per_repetition, 1e-9);
  const auto left = static_cast<double>(limits.fixed - 1);
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::min(affordable, left)));
}

}  // namespace

std::int64_t next_round(std::span<const WarmUpRound> rounds, const WarmUpLimits& limits) {
  if (limits.fixed > 0) return next_of_fixed(rounds, limits);
  if (rounds.empty()) return limits.first;
  const WarmUpRound& last = rounds.back();
  const Spent spent = spent_in(rounds);
  const bool lone = rounds.size() == 1;
  const bool affordable = spent.seconds + last.seconds() <= limits.loop_seconds;
  if (lone && cuts_the_count(last, limits) && affordable) return last.repetitions;
  if (is_steady(rounds)) return 0;
  const bool clock_matters = spent.without_longest < short_in_reads * limits.read_seconds &&
                             spent.seconds < long_in_reads * limits.read_seconds;
  if (limits.no_warm_up) return 0;
  if (limits.only_probe) return lone && clock_matters ? last.repetitions : 0;
  if (spent.seconds > limits.loop_seconds / 10) return 0;
  const bool within_count = last.repetitions <= (limits.repetitions - spent.repetitions) / 2;
  if (!within_count && !clock_matters) return 0;
  return last.repetitions <= limits.wanted / 2 ? 2 * last.repetitions : limits.wanted;
}

bool is_steady(std::span<const WarmUpRound> rounds) {
  if (rounds.size() < looked_at) return false;
  const auto recent = rounds.last(looked_at);
  const auto [least, most] = std::ranges::minmax(recent, {}, &WarmUpRound::seconds_per_repetition);
  return most.seconds_per_repetition <= 1.1 * least.seconds_per_repetition;
}

double typical_seconds(std::span<const WarmUpRound> rounds) {
  EXPECTS(!rounds.empty());
  if (rounds.size() < looked_at)
    return std::ranges::min(rounds, {}, &WarmUpRound::seconds_per_repetition).seconds_per_repetition;
  std::array<WarmUpRound, looked_at> recent{};
  std::ranges::copy(rounds.last(looked_at), recent.begin());
  std::ranges::sort(recent, {}, &WarmUpRound::seconds_per_repetition);
  return recent[looked_at / 2].seconds_per_repetition;
}

double least_seconds(std::span<const WarmUpRound> rounds) {
  EXPECTS(!rounds.empty());
  const double fastest =
      std::ranges::min(rounds, {}, &WarmUpRound::seconds_per_repetition).seconds_per_repetition;
  return spent_in(rounds).repetitions <= 2 ? fastest / first_is_slower : fastest;
}

}  // namespace sonde::stats
