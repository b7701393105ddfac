// The loops of IMB-MPI4, written by hand: a request that was made before is started, a call that computes or
// nothing, MPI_Wait. What starts and finishes it is the same for all collectives.
#include <array>
#include <vector>

#include "hand_loop.hpp"

namespace {

using namespace cost;

/// Requests as many as the loop has places, made outside the clock.
std::vector<MPI_Request> made(const Case& c) {
  const auto places = (c.steps.out.end - c.steps.out.begin) / c.steps.out.stride;
  return std::vector<MPI_Request>(static_cast<std::size_t>(places), MPI_REQUEST_NULL);
}

template <class Between>
void loop(const Case& c, std::vector<MPI_Request>& requests, Between between) {
  MPI_Request* const first = requests.data();
  MPI_Request* const end = first + requests.size();
  MPI_Request* at = first;
  static_cast<void>(MPI_Wtime());
  for (std::int64_t left = c.loop.batches.each; left > 0; --left) {
    must(MPI_Start(at));
    between();
    must(MPI_Wait(at, MPI_STATUS_IGNORE));
    if (++at == end) at = first;
  }
  static_cast<void>(MPI_Wtime());
}

void alone(const Case& c) {
  auto requests = made(c);
  loop(c, requests, [] {});
}

void computed(const Case& c) {
  for (int i = 0; i < 5; ++i) {
    static_cast<void>(MPI_Wtime());
    static_cast<void>(c.loop.computation.burn(c.loop.computation.units));
    static_cast<void>(MPI_Wtime());
  }
}

void beside(const Case& c) {
  auto requests = made(c);
  loop(c, requests, [] {});
  computed(c);
  loop(c, requests, [burn = c.loop.computation.burn, units = c.loop.computation.units] {
    static_cast<void>(burn(units));
  });
  computed(c);
}

constexpr std::array<Twin, 2> twins{{
    {"Allgather_persist", 0, 0, beside},
    {"Allgather_persist_pure", 0, 0, alone},
}};

}  // namespace

std::span<const cost::Twin> cost::mpi4_twins() {
  return twins;
}
