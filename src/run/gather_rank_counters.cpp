#include "run/gather_rank_counters.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

#include "mpi/error.hpp"

namespace sonde::run {

namespace {

constexpr int all_listed = 64;

/// A witness as plain numbers, to be sent as bytes.
struct Packed {
  double steal_seconds, cpu_share, alone_seconds;
  std::int64_t involuntary_switches, migrations;
  int world_rank;
};

Packed pack(const record::RankCounters& w) {
  return {w.steal_seconds.value_or(std::numeric_limits<double>::quiet_NaN()),
          w.cpu_share,
          w.alone_seconds.value_or(0),
          w.involuntary_switches,
          w.migrations,
          w.world_rank};
}

record::RankCounters unpack(const Packed& p) {
  record::RankCounters w{.world_rank = p.world_rank,
                         .involuntary_switches = p.involuntary_switches,
                         .migrations = p.migrations,
                         .steal_seconds = {},
                         .cpu_share = p.cpu_share};
  if (!std::isnan(p.steal_seconds)) w.steal_seconds = p.steal_seconds;
  if (p.alone_seconds > 0) w.alone_seconds = p.alone_seconds;
  return w;
}

std::vector<record::RankCounters> gather_all(MPI_Comm comm, const Packed& mine) {
  std::vector<Packed> all(mpi::rank_in(comm) == 0 ? static_cast<std::size_t>(mpi::size_of(comm)) : 0);
  mpi::ok(MPI_Gather(&mine, sizeof mine, MPI_BYTE, all.data(), sizeof mine, MPI_BYTE, 0, comm), "MPI_Gather");
  std::vector<record::RankCounters> witnesses;
  witnesses.reserve(all.size());
  for (const auto& one : all) witnesses.push_back(unpack(one));
  return witnesses;
}

/// The rank with the largest value, the first of several; on every rank.
int rank_of_largest(MPI_Comm comm, double value) {
  struct {
    double value;
    int rank;
  } largest{value, mpi::rank_in(comm)};
  mpi::ok(MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE_INT, MPI_MAXLOC, comm), "MPI_Allreduce");
  return largest.rank;
}

/// Allreduce finds the worst ranks; these send their counters.
std::vector<record::RankCounters> gather_worst(MPI_Comm comm, const Packed& mine) {
  const int me = mpi::rank_in(comm);
  const int switched = rank_of_largest(comm, static_cast<double>(mine.involuntary_switches));
  const int slowest = rank_of_largest(comm, mine.alone_seconds);
  const int next = rank_of_largest(comm, me == slowest ? -1.0 : mine.alone_seconds);
  std::vector<record::RankCounters> witnesses;
  for (const int rank : std::set{switched, slowest, next}) {
    Packed told = mine;
    mpi::ok(MPI_Bcast(&told, sizeof told, MPI_BYTE, rank, comm), "MPI_Bcast");
    if (me == 0) witnesses.push_back(unpack(told));
  }
  return witnesses;
}

}  // namespace

double self_message_seconds() {
  constexpr int rounds = 9, messages = 8;
  std::array<double, rounds> seconds{};
  double out = 0, in = 0;
  for (double& round : seconds) {
    const double start = MPI_Wtime();
    for (int i = 0; i < messages; ++i)
      mpi::ok(
          MPI_Sendrecv(&out, 1, MPI_DOUBLE, 0, 0, &in, 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE),
          "MPI_Sendrecv");
    round = (MPI_Wtime() - start) / messages;
  }
  std::ranges::nth_element(seconds, seconds.begin() + rounds / 2);
  return seconds[rounds / 2];
}

std::vector<record::RankCounters> gather_witnesses(const case_setup::Team& team,
                                                   const record::RankCounters& mine) {
  const MPI_Comm comm = team.active.get();
  return mpi::size_of(comm) <= all_listed ? gather_all(comm, pack(mine)) : gather_worst(comm, pack(mine));
}

}  // namespace sonde::run
