#include <algorithm>
#include <cmath>
#include <functional>

#include "record/fields.hpp"

namespace sonde::record {

namespace {

constexpr std::size_t most_points = 1000;

bool fits(const stats::TailCurve& curve, std::int64_t calls) {
  const auto& [seconds, above] = curve;
  if (seconds.size() != above.size() || seconds.size() > most_points) return false;
  if (seconds.empty()) return true;
  const auto is_time = [](double time) { return std::isfinite(time) && time >= 0; };
  return above.front() == calls && above.back() == 0 && std::ranges::all_of(seconds, is_time) &&
         std::ranges::adjacent_find(seconds, std::greater_equal{}) == seconds.end() &&
         std::ranges::adjacent_find(above, std::less_equal{}) == above.end();
}

}  // namespace

// NOLINTNEXTLINE(readability-non-const-parameter): as what settles other parts
std::string settle(stats::Tail& tail) {
  return fits(tail.curve, tail.calls)
             ? ""
             : "'curve_s' and 'curve_above' must be as many times, ascending, as counts that descend from 'calls' to 0";
}

}  // namespace sonde::record
