// Two groups of nights compared by exchanging whole nights between them: one test for all cases together. It
// assumes that, without a change, any night could have stood in either group; where levels last for many
// nights, that does not hold.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

namespace sonde::history {

inline constexpr double exchange_level = 0.05;      ///< of finding anything at all where nothing has changed
inline constexpr double exchange_threshold = 0.03;  ///< of time: smaller changes are none

enum class Judged { slower, faster, same, open };

/// What is said of a case; `change`, `low` and `high` are of time, 0.1 is 10 % slower in the second group.
struct Exchanged {
  std::size_t of = 0;  ///< number of the case
  double change = 0;
  double low = 0, high = 0;  ///< 95 % for all cases together; may have no end
  double chance = 1;         ///< that some case has as high a sum of ranks without any change
  Judged judged = Judged::open;
  std::size_t nights = 0;  ///< open: in each group, so many would decide; 0: that cannot be told
};

struct NightExchange {
  std::vector<Exchanged> cases{};  ///< measured in half or more of the nights of each group
  std::size_t exchanges = 0;       ///< looked at, the true one among them
  double least_chance = 1;         ///< that so many nights can show
};

/// Whether half or more of these nights, and one at least, have a value.
[[nodiscard]] bool half_measured(std::span<const double> values, std::span<const std::size_t> nights);

/// Values are log(slowness) by case and night, NaN where a night did not measure the case; the groups are
/// numbers of nights without one in common, at least one each. The exchanges are all there are, or 1000 by
/// chance with a fixed seed.
/// `rounding`: by case, how far printed digits or a coarse timer leave the difference of two nights open;
/// empty: not.
[[nodiscard]] NightExchange exchange(std::span<const std::vector<double>> values,
                                     std::span<const std::size_t> before, std::span<const std::size_t> after,
                                     std::span<const double> rounding = {});

}  // namespace sonde::history
