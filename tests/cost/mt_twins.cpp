// The loops of IMB-MT in a rank of one thread: those of IMB-MPI1, and a barrier of threads.
#include <algorithm>
#include <array>
#include <barrier>
#include <utility>
#include <vector>

#include "hand_loop.hpp"

namespace {

using namespace cost;

void barrier(const Case& c) {
  std::barrier<> together(1);
  hand_loop(c, [comm = c.comm, &together](Places&) {
    together.arrive_and_wait();
    must(MPI_Barrier(comm));
  });
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 9> models{{{"PingPong", "PingPongMT"},
                                                                               {"PingPing", "PingPingMT"},
                                                                               {"Sendrecv", "SendRecvMT"},
                                                                               {"Exchange", "ExchangeMT"},
                                                                               {"Uniband", "UniBandMT"},
                                                                               {"Biband", "BiBandMT"},
                                                                               {"Bcast", "BcastMT"},
                                                                               {"Reduce", "ReduceMT"},
                                                                               {"Allreduce", "AllReduceMT"}}};

std::vector<Twin> make_twins() {
  std::vector<Twin> out{{"BarrierMT", 0, 0, barrier}};
  for (Twin twin : mpi1_twins()) {
    const auto* const model = std::ranges::find(models, twin.benchmark, &decltype(models)::value_type::first);
    if (model == models.end()) continue;
    twin.benchmark = model->second;
    out.push_back(twin);
  }
  return out;
}

}  // namespace

std::span<const cost::Twin> cost::mt_twins() {
  static const std::vector<Twin> twins = make_twins();
  return twins;
}
