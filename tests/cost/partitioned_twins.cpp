// The loops of messages in partitions, written by hand.
#include <array>

#include "hand_loop.hpp"

#if MPI_VERSION >= 4

namespace {

using namespace cost;

void make_ready(int partitions, MPI_Request send) {
  for (int i = 0; i < partitions; ++i) must(MPI_Pready(i, send));
}

void there_and_back(const Case& c) {
  Sets<2> sets;
  hand_loop(c, [&sets, partitions = c.partitions](Places&) {
    MPI_Request* const both = sets.next();
    must(MPI_Start(both));
    must(MPI_Start(both + 1));
    make_ready(partitions, both[1]);
    must(MPI_Waitall(2, both, MPI_STATUSES_IGNORE));
  });
}
void back(const Case& c) {
  Sets<2> sets;
  hand_loop(c, [&sets, partitions = c.partitions](Places&) {
    MPI_Request* const both = sets.next();
    must(MPI_Start(both));
    must(MPI_Wait(both, MPI_STATUS_IGNORE));
    must(MPI_Start(both + 1));
    make_ready(partitions, both[1]);
    must(MPI_Wait(both + 1, MPI_STATUS_IGNORE));
  });
}

template <class Share>
void exchange(const Case& c, Share share) {
  Sets<2> sets;
  hand_loop(c, [&sets, partitions = c.partitions, share](Places&) {
    MPI_Request* const both = sets.next();
    must(MPI_Start(both));
    must(MPI_Start(both + 1));
    for (int i = 0; i < partitions; ++i) {
      share(i);
      must(MPI_Pready(i, both[1]));
    }
    must(MPI_Waitall(2, both, MPI_STATUSES_IGNORE));
  });
}
/// Without computation, and beside it: every share from a table.
void early(const Case& c) {
  exchange(c, [](int) {});
  const std::array<std::int64_t, 8> shares{0, 0, 0, 0, 0, 0, 0, 1};
  exchange(c, [burn = c.loop.computation.burn, units = shares.data()](int i) {
    static_cast<void>(burn(units[i]));
  });
}

constexpr std::array<Twin, 3> twins{{
    {"PingPong_part", 0, 0, there_and_back},
    {"PingPong_part", 1, 0, back},
    {"Part_early", 0, 0, early},
}};

}  // namespace

std::span<const cost::Twin> cost::partitioned_twins() {
  return twins;
}

#else

std::span<const cost::Twin> cost::partitioned_twins() {
  return {};
}

#endif
