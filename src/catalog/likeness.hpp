// Whether the ranks of a group can be compared with each other: only ranks that do the same are alike but for
// their hosts.
#pragma once
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "catalog/benchmark.hpp"

namespace sonde {

enum class Likeness {
  alike,   ///< all ranks do the same
  halves,  ///< each rank does what others of its half do, where there are others
  rooted,  ///< alike where the root goes round the ranks, unlike where it stays
  unlike,  ///< some rank has a place of its own, or the ranks do not wait for each other
};

/// Of a row of the catalog.
constexpr Likeness likeness_of(const Benchmark& row) {
  const bool own_place = row.klass == TransferClass::links || row.message.root == Root::zero ||
                         row.expect == ExpectedContent::counted_by_all || !row.guideline.empty();
  if (own_place || !ranks_wait(row, 1)) return Likeness::unlike;
  switch (row.needs.processes.roles) {
    case Roles::first:
    case Roles::first_and_others:
      return Likeness::unlike;
    case Roles::halves:
    case Roles::first_of_pairs:
      return Likeness::halves;
    case Roles::alike:
    case Roles::pairs:
      break;
  }
  return row.message.root == Root::rotates ? Likeness::rooted : Likeness::alike;
}

/// How the calls of a loop follow each other, where it makes one rank another thing than the next.
struct CallOrder {
  bool root_goes_round = false;
  bool barrier_after_each = false;  ///< -sync, IMB-MT: collectives only
};

/// Whether a rank of so many that is slower than all others is slower than one that does the same. A root
/// that stays makes a place of its own for each rank: in the tree, or in the order in which the root serves
/// them. So does a barrier after each call: whom it lets go first waits longest in the next one.
constexpr bool ranks_alike(Likeness likeness, int processes, CallOrder order) {
  if (order.barrier_after_each) return false;
  const bool others = likeness == Likeness::alike || (likeness == Likeness::rooted && order.root_goes_round);
  return processes > (others ? 1 : 3) && (others || likeness == Likeness::halves);
}

/// What the name of a benchmark in a record says, which does not carry its row.
struct NamedLikeness {
  Likeness likeness = Likeness::unlike;
  bool collective = false;
};

/// Known are those that are alike or rooted, with their non-blocking, persistent and pure forms; every other
/// name is `unlike`.
[[nodiscard]] inline NamedLikeness likeness_of(std::string_view benchmark) {
  constexpr std::array<std::string_view, 6> rooted{"bcast",  "gather",  "gatherv",
                                                   "reduce", "scatter", "scatterv"};
  constexpr std::array<std::string_view, 12> collective{"allgather", "allgatherv",     "allreduce",
                                                        "alltoall",  "alltoallv",      "alltoallw",
                                                        "barrier",   "reduce_scatter", "reduce_scatter_block",
                                                        "barriermt", "allreducemt",    "window"};
  constexpr std::array<std::string_view, 21> others{"sendrecv",           "sendrecv_replace",
                                                    "exchange",           "exchange_put",
                                                    "exchange_get",       "all_put_all",
                                                    "all_get_all",        "bidir_put",
                                                    "bidir_get",          "corandom",
                                                    "stencil2d",          "stencil3d",
                                                    "sendrecvmt",         "exchangemt",
                                                    "randring",           "shift",
                                                    "neighbor_allgather", "neighbor_allgatherv",
                                                    "neighbor_alltoall",  "neighbor_alltoallv",
                                                    "neighbor_alltoallw"};
  std::string name = lower(benchmark);
  for (const std::string_view form : {"_pure", "_persist", "_init"})
    if (name.ends_with(form)) name.resize(name.size() - form.size());
  const auto listed = [&](const auto& names) {
    const auto one = [&](std::string_view of) { return std::ranges::find(names, of) != names.end(); };
    return one(name) || (name.starts_with('i') && one(std::string_view(name).substr(1)));
  };
  if (listed(rooted)) return {Likeness::rooted, true};
  if (listed(collective)) return {Likeness::alike, true};
  return {listed(others) ? Likeness::alike : Likeness::unlike, false};
}

}  // namespace sonde
