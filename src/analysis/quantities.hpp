// The numbers of a case that runs are compared by: one table says how each is named, in what it is measured,
// and whether more of it is slower.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "record/record.hpp"

namespace sonde::analysis {

enum class Unit { seconds, bytes_per_second, per_second, percent, of_column };

/// Numbers that stand for the same thing: of each group one is compared, the first that all records of the
/// case have.
enum class Group { whole, pure, overlap, init, call_p90, call_p99, call_p999, column };

/// In the order in which one of a group is chosen.
enum class Quantity {
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
  column  ///< of the table of another suite, by its name
};

struct QuantityFacts {
  Quantity quantity;
  Group group;
  Unit unit;
  std::string_view word;    ///< in tables: "t_max"
  std::string_view key;     ///< in JSON and CSV: "t_max_s"
  std::string_view plural;  ///< in sentences: "times of the slowest rank"
};

inline constexpr auto quantities = std::to_array<QuantityFacts>({
    {Quantity::median, Group::whole, Unit::seconds, "median", "median_s", "medians"},
    {Quantity::t_max, Group::whole, Unit::seconds, "t_max", "t_max_s", "times of the slowest rank"},
    {Quantity::t_avg, Group::whole, Unit::seconds, "t_avg", "t_avg_s", "times averaged over the ranks"},
    {Quantity::t_min, Group::whole, Unit::seconds, "t_min", "t_min_s", "times of the fastest rank"},
    {Quantity::t_ovrl, Group::whole, Unit::seconds, "t_ovrl", "t_ovrl_s", "times beside computation"},
    {Quantity::rate, Group::whole, Unit::bytes_per_second, "rate", "bytes_per_s", "rates"},
    {Quantity::message_rate, Group::whole, Unit::per_second, "message rate", "messages_per_s",
     "message rates"},
    {Quantity::t_pure, Group::pure, Unit::seconds, "t_pure", "t_pure_s", "times without computation"},
    {Quantity::overlap, Group::overlap, Unit::percent, "overlap", "overlap_percent", "overlaps"},
    {Quantity::t_init, Group::init, Unit::seconds, "t_init", "t_init_s", "times to make a request"},
    {Quantity::call_p90, Group::call_p90, Unit::seconds, "p90 of calls", "call_p90_s",
     "90 % quantiles of single calls"},
    {Quantity::call_p99, Group::call_p99, Unit::seconds, "p99 of calls", "call_p99_s",
     "99 % quantiles of single calls"},
    {Quantity::call_p999, Group::call_p999, Unit::seconds, "p99.9 of calls", "call_p99.9_s",
     "99.9 % quantiles of single calls"},
    {Quantity::column, Group::column, Unit::of_column, "column", "column", "other columns"},
});

/// The groups of which a case has a number of its own, the one that stands for the whole case first.
inline constexpr std::array known_groups{Group::whole,    Group::pure,     Group::overlap,  Group::init,
                                         Group::call_p90, Group::call_p99, Group::call_p999};

/// Those that are no columns by name.
inline constexpr std::size_t known_quantities = quantities.size() - 1;

[[nodiscard]] constexpr const QuantityFacts& facts(Quantity quantity) {
  return quantities[static_cast<std::size_t>(quantity)];
}

/// Of a group the first quantity that all of `rows` have which have any of that group: `has(row, quantity)`.
template <class Rows, class Has>
[[nodiscard]] std::optional<Quantity> common_quantity(const Rows& rows, Group group, const Has& has) {
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

/// What a case is compared by.
struct Measure {
  Quantity quantity = Quantity::median;
  std::string column{};  ///< its name in CaseRecord::extra; of Quantity::column only

  bool operator==(const Measure&) const = default;
};

[[nodiscard]] std::string word_of(const Measure& measure);
[[nodiscard]] std::string key_of(const Measure& measure);
[[nodiscard]] std::string_view plural_word(Quantity quantity);

/// The value of a measured case in its unit: seconds, bytes per second, per second, per cent. Finite,
/// positive (an overlap: 0 to 100); nothing where the case has none. `megabyte`: bytes in the Mbytes of its
/// run.
[[nodiscard]] std::optional<double> value_of(const record::CaseRecord& row, const Measure& measure,
                                             double megabyte);

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
