// What a rank does in a loop: a fact of the row and of the rank's place in its group, never of a rank number
// in a loop.
#pragma once

namespace sonde {

/// How a benchmark divides the ranks of a group.
enum class Roles {
  alike,   ///< all do the same
  halves,  ///< the first half begins (sends first, issues transfers), the second half answers
  first,   ///< the first rank issues transfers to the others, which take no part in them (passive targets)
  first_and_others,  ///< the first rank begins, all others answer
  pairs,             ///< both of a pair do the same
  first_of_pairs,    ///< the one in the first half issues transfers to the other, which takes no part in them
};

enum class Role {
  all,          ///< of ranks that are alike
  first_half,   ///< begins
  second_half,  ///< answers
  idle,  ///< the last one of an odd number, or a target: lines up with the others, and its time is not used
};

/// Ranks from one of a pair to the other: what was asked for, or half of them.
[[nodiscard]] constexpr int distance_of_pairs(int processes, int asked) {
  const int distance = asked > 0 ? asked : processes / 2;
  return distance > 0 ? distance : 1;
}

/// Ranks that have a partner: whole pairs of blocks of `distance` ranks (0: of half of them).
[[nodiscard]] constexpr int paired_ranks(int processes, int distance = 0) {
  const int both = 2 * distance_of_pairs(processes, distance);
  return processes / both * both;
}

/// The rank as far away in the next block, or in the one before; -1: none.
[[nodiscard]] constexpr int partner_of(int rank, int processes, int distance = 0) {
  const int apart = distance_of_pairs(processes, distance);
  if (rank >= paired_ranks(processes, distance)) return -1;
  return rank / apart % 2 == 0 ? rank + apart : rank - apart;
}

/// `distance`: of pairs, 0 for half of the ranks.
[[nodiscard]] constexpr Role role_of(Roles roles, int rank, int processes, int distance = 0) {
  if (roles == Roles::alike) return Role::all;
  if (roles == Roles::first) return rank == 0 ? Role::first_half : Role::idle;
  if (roles == Roles::first_and_others) return rank == 0 ? Role::first_half : Role::second_half;
  const int partner = partner_of(rank, processes, distance);
  if (partner < 0) return Role::idle;
  if (roles == Roles::pairs) return Role::all;
  if (roles == Roles::first_of_pairs) return rank < partner ? Role::first_half : Role::idle;
  return rank < partner ? Role::first_half : Role::second_half;
}

/// Ranks that are not idle.
[[nodiscard]] constexpr int working_ranks(Roles roles, int processes, int distance = 0) {
  const bool all = roles == Roles::alike || roles == Roles::first_and_others;
  if (all) return processes;
  if (roles == Roles::first) return 1;
  return paired_ranks(processes, distance) / (roles == Roles::first_of_pairs ? 2 : 1);
}

}  // namespace sonde
