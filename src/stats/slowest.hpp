// The slowest of several ranks, and how far it stands apart from the next one.
#pragma once
#include <limits>

namespace sonde::stats {

/// The largest value over some ranks, its rank (the first of several), and the next largest.
struct Slowest {
  double value = std::numeric_limits<double>::lowest();
  int rank = -1;
  double next = std::numeric_limits<double>::lowest();  ///< of another rank; lowest(): there is none
};

/// Of two disjoint sets of ranks together. Commutative and associative, so it can be reduced in a tree.
[[nodiscard]] constexpr Slowest combine(const Slowest& a, const Slowest& b) {
  const bool a_leads = a.value > b.value || (a.value >= b.value && a.rank < b.rank);
  const Slowest& first = a_leads ? a : b;
  const Slowest& other = a_leads ? b : a;
  return {first.value, first.rank, first.next > other.value ? first.next : other.value};
}

}  // namespace sonde::stats
