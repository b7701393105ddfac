// Orders at random that are the same everywhere: the standard fixes the numbers of a generator, but not what
// std::shuffle makes of them.
#pragma once
#include <cstddef>
#include <random>

namespace sonde::stats {

/// Brings so many places into an order drawn from all orders alike (Fisher and Yates). `swap(a, b)` exchanges
/// what stands at two of them, counted from 0, which may be the same.
template <class Swap>
void shuffle(std::size_t places, std::mt19937_64& generator, const Swap& swap) {
  for (std::size_t k = places; k > 1; --k) swap(k - 1, static_cast<std::size_t>(generator() % k));
}

}  // namespace sonde::stats
