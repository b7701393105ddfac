// Collectives that IMB does not have: prefix sums, and the exchange of all with all under types of their own.
// They run by name.
#pragma once
#include <array>
#include <limits>
#include <vector>

#include "patterns/collective_rows.hpp"

namespace sonde::patterns::more {

struct Scan {
  using Context = CollectiveContext;
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Scan(s.out, s.in, c.count, c.type, c.op, c.comm), "MPI_Scan");
  }
};

struct Exscan {
  using Context = CollectiveContext;
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Exscan(s.out, s.in, c.count, c.type, c.op, c.comm), "MPI_Exscan");
  }
};

/// Counts, places in bytes and types of the blocks of all ranks, in the order of the ranks.
class BlockLayout {
 public:
  BlockLayout(const Case& c, const Loop&)
      : counts_(static_cast<std::size_t>(c.size), c.count),
        places_(static_cast<std::size_t>(c.size)),
        types_(static_cast<std::size_t>(c.size), c.type) {
    const bool fits = (c.size - 1) * c.bytes <= std::numeric_limits<int>::max();
    ok(fits ? MPI_SUCCESS : MPI_ERR_COUNT, "MPI_Alltoallw cannot express places beyond 2 GiB");
    for (std::size_t rank = 0; rank < places_.size(); ++rank)
      places_[rank] = static_cast<int>(static_cast<std::int64_t>(rank) * c.bytes);
  }
  [[nodiscard]] const int* counts() const { return counts_.data(); }
  [[nodiscard]] const int* places() const { return places_.data(); }
  [[nodiscard]] const MPI_Datatype* types() const { return types_.data(); }

 private:
  std::vector<int> counts_, places_;
  std::vector<MPI_Datatype> types_;
};

struct Alltoallw {
  using LoopState = BlockLayout;
  struct Context {
    MPI_Comm comm;
    const int *counts, *places;
    const MPI_Datatype* types;
    static Context of(const Case& c, const BlockLayout& kept) {
      return {c.comm, kept.counts(), kept.places(), kept.types()};
    }
  };
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Alltoallw(s.out, c.counts, c.places, c.types, s.in, c.counts, c.places, c.types, c.comm),
       "MPI_Alltoallw");
  }
};

inline constexpr std::array collective_rows{
    by_name(collective<Scan>("Scan", "MPI_Scan of X bytes: each rank receives the sum of all up to itself",
                             summed_up_to_each)),
    by_name(collective<Exscan>(
        "Exscan", "MPI_Exscan of X bytes: each rank but the first receives the sum of those before it",
        summed_before_each)),
    by_name(collective<Alltoallw>("Alltoallw", "MPI_Alltoallw with X bytes from every rank to every other",
                                  from_all_to_all)),
};

}  // namespace sonde::patterns::more
