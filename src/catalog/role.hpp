// What a rank does in a loop: a fact of the row and of the rank's place in its group, never of a rank number in
// a loop.
#pragma once

namespace sonde {

/// How a benchmark divides the ranks of a group.
enum class Roles {
  alike,   ///< all do the same
  halves,  ///< the first half begins (sends first, issues transfers), the second half answers
  first,   ///< the first rank issues transfers to the others, which take no part in them (passive targets)
};

enum class Role {
  all,          ///< of ranks that are alike
  first_half,   ///< begins
  second_half,  ///< answers
  idle,  ///< the last one of an odd number, or a passive target: lines up with the others and does nothing
};

[[nodiscard]] constexpr Role role_of(Roles roles, int rank, int processes) {
  if (roles == Roles::alike) return Role::all;
  if (roles == Roles::first) return rank == 0 ? Role::first_half : Role::idle;
  const int half = processes / 2;
  if (rank >= 2 * half) return Role::idle;
  return rank < half ? Role::first_half : Role::second_half;
}

/// Ranks that are not idle.
[[nodiscard]] constexpr int working_ranks(Roles roles, int processes) {
  return roles == Roles::alike ? processes : processes / 2 * 2;
}

}  // namespace sonde
