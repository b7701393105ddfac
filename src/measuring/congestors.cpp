#include "measuring/congestors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

#include "args/load_words.hpp"
#include "host/signals.hpp"
#include "host/timeouts.hpp"
#include "mpi/error.hpp"
#include "mpi/simulated.hpp"

namespace sonde::measuring {

namespace {

constexpr int order_tag = 0, running_tag = 1, stop_tag = 2, moved_tag = 3;
/// Steps between two questions whether to go on take about so many seconds: short beside a phase, long beside
/// the question.
constexpr double short_turn = 1e-3, long_turn = 4e-3;
constexpr int most_steps = 1 << 20;

/// Sleeps until the request is complete, as idle ranks do.
void nap_until(MPI_Request& request) {
  if constexpr (mpi::simulated) {
    mpi::ok(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
    return;
  }
  for (auto nap = std::chrono::microseconds(1);; nap = std::min(2 * nap, std::chrono::microseconds(500))) {
    int done = 0;
    mpi::ok(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
    if (done != 0) return;
    std::this_thread::sleep_for(nap);
  }
}

int next_steps(int steps, double seconds) {
  if (seconds < short_turn) return std::min(2 * steps, most_steps);
  return seconds > long_turn ? std::max(1, steps / 2) : steps;
}

/// Steps until the first rank finds that it is `enough`, all as many; it is `there` after the first one, from
/// which on what is moved counts. On the first rank, what all have done.
template <class There, class Enough>
Moved keep_up(MPI_Comm comm, Congestor& traffic, const There& there, const Enough& enough) {
  const bool first = mpi::rank_in(comm) == 0;
  double began = 0, moved = 0;
  int steps = 1;
  for (int turn = 0;; ++turn) {
    const host::CallGuard guard("making the load");
    const double start = MPI_Wtime();
    double bytes = 0;
    for (int i = 0; i < steps; ++i) bytes += traffic.step();
    const bool ends = first && turn > 0 && enough();
    std::array<double, 2> facts{MPI_Wtime() - start, ends ? 1.0 : 0.0};
    mpi::ok(MPI_Allreduce(MPI_IN_PLACE, facts.data(), 2, MPI_DOUBLE, MPI_MAX, comm), "MPI_Allreduce");
    if (turn > 0) moved += bytes;
    if (facts[1] > 0) break;
    steps = next_steps(steps, facts[0]);
    if (turn > 0) continue;
    began = MPI_Wtime();
    if (first) there();
  }
  const double seconds = MPI_Wtime() - began;
  double all = 0;
  mpi::ok(MPI_Reduce(&moved, &all, 1, MPI_DOUBLE, MPI_SUM, 0, comm), "MPI_Reduce");
  return {all, seconds};
}

}  // namespace

Congestors::Congestors(const mpi::World& world, const Settings& settings, const Plan& plan)
    : load_(settings.load) {
  if (!load_) return;
  const auto canaries = plan.order.size() - static_cast<std::size_t>(plan.congestors);
  foreman_ = plan.order[canaries];
  const auto position = std::ranges::find(plan.order, world.rank) - plan.order.begin();
  const bool mine = position >= static_cast<std::ptrdiff_t>(canaries);
  canaries_ = static_cast<int>(canaries);
  all_ = world.size;
  share_node_ = mpi::shares_node(world.comm);
  orders_ = mpi::split(world.comm, 0, world.rank);
  congestors_ = mpi::split(world.comm, mine ? 0 : MPI_UNDEFINED, static_cast<int>(position));
  if (mine) congestor_.emplace(congestors_.get(), settings);
}

std::string Congestors::description() const {
  if (!load_) return {};
  return fmt::format("# {} of {} processes make the load, {}; {} measure\n{}", all_ - canaries_, all_,
                     text_of(*load_), canaries_,
                     share_node_ && load_->kind != LoadKind::fileio
                         ? "# All processes share one node: they contend for its memory, not for a network\n"
                         : "");
}

// NOLINTBEGIN(clang-analyzer-optin.mpi.MPI-Checker): nap_until completes requests, where it cannot look
Congestors::Order Congestors::next_order() {
  int order = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  if (mpi::rank_in(congestors_.get()) == 0) {
    mpi::ok(MPI_Irecv(&order, 1, MPI_INT, 0, order_tag, orders_.get(), &request), "MPI_Irecv");
    nap_until(request);
  }
  mpi::ok(MPI_Ibcast(&order, 1, MPI_INT, 0, congestors_.get(), &request), "MPI_Ibcast");
  nap_until(request);
  return static_cast<Order>(order);
}
// NOLINTEND(clang-analyzer-optin.mpi.MPI-Checker)

void Congestors::serve() {
  if (!congestor_) return;
  while (next_order() == Order::load) {
    const auto [bytes, seconds] = make_load();
    const std::array<double, 2> moved{bytes, seconds};
    if (mpi::rank_in(congestors_.get()) == 0)
      mpi::ok(MPI_Send(moved.data(), 2, MPI_DOUBLE, 0, moved_tag, orders_.get()), "MPI_Send");
  }
}

Moved Congestors::make_load() {
  MPI_Request stop = MPI_REQUEST_NULL;
  const auto running = [&] {
    mpi::ok(MPI_Irecv(nullptr, 0, MPI_BYTE, 0, stop_tag, orders_.get(), &stop), "MPI_Irecv");
    mpi::ok(MPI_Send(nullptr, 0, MPI_BYTE, 0, running_tag, orders_.get()), "MPI_Send");
  };
  const auto stopped = [&] {
    int done = 0;
    mpi::ok(MPI_Test(&stop, &done, MPI_STATUS_IGNORE), "MPI_Test");
    return done != 0;
  };
  // NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker): keep_up goes on until the request is complete
  return keep_up(congestors_.get(), *congestor_, running, stopped);
}

void Congestors::begin() {
  const int order = static_cast<int>(Order::load);
  mpi::ok(MPI_Send(&order, 1, MPI_INT, foreman_, order_tag, orders_.get()), "MPI_Send");
  mpi::ok(MPI_Recv(nullptr, 0, MPI_BYTE, foreman_, running_tag, orders_.get(), MPI_STATUS_IGNORE),
          "MPI_Recv");
}

Moved Congestors::end() {
  std::array<double, 2> moved{};
  mpi::ok(MPI_Send(nullptr, 0, MPI_BYTE, foreman_, stop_tag, orders_.get()), "MPI_Send");
  mpi::ok(MPI_Recv(moved.data(), 2, MPI_DOUBLE, foreman_, moved_tag, orders_.get(), MPI_STATUS_IGNORE),
          "MPI_Recv");
  return {moved[0], moved[1]};
}

void Congestors::dismiss() {
  if (!load_) return;
  const int order = static_cast<int>(Order::go);
  mpi::ok(MPI_Send(&order, 1, MPI_INT, foreman_, order_tag, orders_.get()), "MPI_Send");
}

Moved load_alone(const mpi::World& world, const Settings& settings) {
  Congestor traffic(world.comm, settings);
  double began = 0;
  return keep_up(
      world.comm, traffic, [&] { began = MPI_Wtime(); },
      [&] {
        return MPI_Wtime() - began >= settings.load->alone_seconds || host::asked_to_end_by() != nullptr;
      });
}

}  // namespace sonde::measuring
