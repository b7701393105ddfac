// The numbers of a case that runs are compared by: one table says how each is named, in what it is measured,
// and whether more of it is slower.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "record/record.hpp"

namespace sonde::analysis {

enum class Unit { seconds, bytes_per_second, per_second, percent, of_column };

/// In the order in which the first that all records of a case have is chosen of those that stand for the same
/// thing.
enum class Quantity {
  left,    ///< of a guideline: the call; the others are those of what it is compared with
  median,  ///< of the batch means
  t_max,   ///< of the slowest rank
  t_avg,
  t_min,
  t_ovrl,  ///< beside computation
  rate,
  message_rate,
  t_pure,    ///< of rows beside computation: the transfer without it
  overlap,   ///< the part of the transfer that ran beside computation
  t_init,    ///< to make a persistent request
  call_p90,  ///< of single calls (-tails): nine of ten take no longer
  call_p99,
  call_p999,
  d_last,      ///< after the last rank arrived (-arrival)
  e_avg,       ///< of a rank, from its arrival
  loaded_p50,  ///< of single calls while others load the network (-load)
  loaded_p99,
  column  ///< of the table of another suite, by its name
};

struct QuantityFacts {
  Quantity quantity;
  Quantity group;  ///< the first of those that stand for the same thing: one of them is compared
  Unit unit;
  std::string_view word;    ///< in tables: "t_max"
  std::string_view key;     ///< in JSON and CSV, and a name of record::number_of: "t_max_s"
  std::string_view plural;  ///< in sentences: "times of the slowest rank"

  /// Whether it is the first of its group; columns by name have none.
  [[nodiscard]] constexpr bool leads() const { return quantity == group && quantity != Quantity::column; }
};

/// A time that stands for itself.
constexpr QuantityFacts time_apart(Quantity quantity, std::string_view word, std::string_view key,
                                   std::string_view plural) {
  return {quantity, quantity, Unit::seconds, word, key, plural};
}

/// A time that may stand for the whole case.
constexpr QuantityFacts time_of_all(Quantity quantity, std::string_view word, std::string_view key,
                                    std::string_view plural) {
  return {quantity, Quantity::median, Unit::seconds, word, key, plural};
}

inline constexpr std::array quantities{
    time_apart(Quantity::left, "left", "left_s", "times of the calls of guidelines"),
    time_of_all(Quantity::median, "median", "median_s", "medians"),
    time_of_all(Quantity::t_max, "t_max", "t_max_s", "times of the slowest rank"),
    time_of_all(Quantity::t_avg, "t_avg", "t_avg_s", "times averaged over the ranks"),
    time_of_all(Quantity::t_min, "t_min", "t_min_s", "times of the fastest rank"),
    time_of_all(Quantity::t_ovrl, "t_ovrl", "t_ovrl_s", "times beside computation"),
    QuantityFacts{Quantity::rate, Quantity::median, Unit::bytes_per_second, "rate", "bytes_per_s", "rates"},
    QuantityFacts{Quantity::message_rate, Quantity::median, Unit::per_second, "message rate",
                  "messages_per_s", "message rates"},
    time_apart(Quantity::t_pure, "t_pure", "t_pure_s", "times without computation"),
    QuantityFacts{Quantity::overlap, Quantity::overlap, Unit::percent, "overlap", "overlap_percent",
                  "overlaps"},
    time_apart(Quantity::t_init, "t_init", "t_init_s", "times to make a request"),
    time_apart(Quantity::call_p90, "p90 of calls", "call_p90_s", "90 % quantiles of single calls"),
    time_apart(Quantity::call_p99, "p99 of calls", "call_p99_s", "99 % quantiles of single calls"),
    time_apart(Quantity::call_p999, "p99.9 of calls", "call_p99.9_s", "99.9 % quantiles of single calls"),
    time_apart(Quantity::d_last, "d_last", "d_last_s", "times after the last arrival"),
    time_apart(Quantity::e_avg, "e_avg", "e_avg_s", "times of a rank from its arrival"),
    time_apart(Quantity::loaded_p50, "p50 under load", "loaded_p50_s", "medians of calls under load"),
    time_apart(Quantity::loaded_p99, "p99 under load", "loaded_p99_s", "99 % quantiles of calls under load"),
    QuantityFacts{Quantity::column, Quantity::column, Unit::of_column, "column", "column", "other columns"}};

/// Those that are no columns by name.
inline constexpr std::size_t known_quantities = quantities.size() - 1;

[[nodiscard]] constexpr const QuantityFacts& facts(Quantity quantity) {
  return quantities[static_cast<std::size_t>(quantity)];
}

/// Of a group the first quantity that all of `rows` have which have any of that group: `has(row, quantity)`.
template <class Rows, class Has>
[[nodiscard]] std::optional<Quantity> common_quantity(const Rows& rows, Quantity group, const Has& has) {
  const auto has_any = [&](const auto& row) {
    return std::ranges::any_of(
        quantities, [&](const QuantityFacts& one) { return one.group == group && has(row, one.quantity); });
  };
  for (const QuantityFacts& one : quantities) {
    if (one.group != group) continue;
    bool some = false, all = true;
    for (const auto& row : rows) {
      const bool there = has(row, one.quantity);
      some = some || there;
      all = all && (there || !has_any(row));
    }
    if (some && all) return one.quantity;
  }
  return std::nullopt;
}

/// Whether repetitions move unlike numbers of messages (-window_size), so that their times say nothing of
/// speed. `slowness(row, quantity)`: the logarithm of that name, where the row has the quantity.
template <class Rows, class Slowness>
[[nodiscard]] bool unlike_repetitions(const Rows& rows, const Slowness& slowness) {
  constexpr double most = 0.1;  // beyond the digits of texts
  double fewest = std::numeric_limits<double>::infinity(), messages = -fewest;
  for (const auto& row : rows) {
    const auto time = slowness(row, Quantity::t_max), rate = slowness(row, Quantity::message_rate);
    if (!time || !rate) continue;
    fewest = std::min(fewest, *time - *rate);
    messages = std::max(messages, *time - *rate);
  }
  return messages > fewest + most;
}

/// What a case is compared by.
struct Measure {
  Quantity quantity = Quantity::median;
  std::string column{};  ///< its name in CaseRecord::extra; of Quantity::column only

  bool operator==(const Measure&) const = default;
};

[[nodiscard]] std::string word_of(const Measure& measure);
[[nodiscard]] std::string key_of(const Measure& measure);

/// The value of a measured case in its unit: seconds, bytes per second, per second, per cent. Finite,
/// positive (an overlap: 0 to 100); nothing where the case has none. `megabyte`: bytes in the Mbytes of its
/// run.
[[nodiscard]] std::optional<double> value_of(const record::CaseRecord& row, const Measure& measure,
                                             double megabyte);

/// How far the digits of a text leave value_of() open, in its unit: half of the last one; 0 of a record.
[[nodiscard]] double rounding_of(const record::CaseRecord& row, const Measure& measure, double megabyte);

/// Whether more of a column means slower; nothing where its name does not say: it is not compared.
[[nodiscard]] std::optional<bool> more_is_slower(std::string_view column);

/// Whether it follows from the times of its row: it is compared only where there are none.
[[nodiscard]] bool follows_from_times(std::string_view column);

/// Logarithm of slowness: of a time its own, of a rate that of its inverse. Of an overlap that of what a
/// transfer and a computation of equal length take together, in units of one of them: 1 where all of it
/// overlaps, 2 where nothing does.
[[nodiscard]] double slowness(double value, const Measure& measure);

/// The value of such a logarithm.
[[nodiscard]] double value_of_slowness(double slowness, const Measure& measure);

/// As a person reads it, with its unit: "115 us", "2.621 GB/s", "1.2e+06 /s", "85 %".
[[nodiscard]] std::string text_of(double value, const Measure& measure);

}  // namespace sonde::analysis
