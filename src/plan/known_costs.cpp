#include "plan/known_costs.hpp"

#include <algorithm>

namespace sonde {

void KnownCosts::learn(std::int64_t bytes, double seconds) {
  const auto [known, is_new] = seconds_.try_emplace(bytes, seconds);
  if (!is_new) known->second = std::max(seconds, (known->second + seconds) / 2);
}

void KnownCosts::learn_least(std::int64_t bytes, double seconds) {
  const auto [known, is_new] = seconds_.try_emplace(bytes, seconds);
  if (!is_new) known->second = std::min(seconds, known->second);
}

}  // namespace sonde
