#include "run/witnesses.hpp"

#include <cmath>
#include <limits>

#include "mpi/error.hpp"

namespace sonde::run {

namespace {

constexpr int all_listed = 64;

/// A witness as plain numbers, to be sent as bytes.
struct Packed {
  double steal_seconds, cpu_share;
  std::int64_t involuntary_switches, migrations;
  int world_rank;
};

Packed pack(const record::Witness& w) {
  return {w.steal_seconds.value_or(std::numeric_limits<double>::quiet_NaN()), w.cpu_share,
          w.involuntary_switches, w.migrations, w.world_rank};
}

record::Witness unpack(const Packed& p) {
  record::Witness w{.world_rank = p.world_rank,
                    .involuntary_switches = p.involuntary_switches,
                    .migrations = p.migrations,
                    .steal_seconds = {},
                    .cpu_share = p.cpu_share};
  if (!std::isnan(p.steal_seconds)) w.steal_seconds = p.steal_seconds;
  return w;
}

std::vector<record::Witness> gather_all(MPI_Comm comm, const Packed& mine) {
  std::vector<Packed> all(mpi::rank_in(comm) == 0 ? static_cast<std::size_t>(mpi::size_of(comm)) : 0);
  mpi::ok(MPI_Gather(&mine, sizeof mine, MPI_BYTE, all.data(), sizeof mine, MPI_BYTE, 0, comm), "MPI_Gather");
  std::vector<record::Witness> witnesses;
  for (const auto& one : all) witnesses.push_back(unpack(one));
  return witnesses;
}

/// Everybody learns who is worst, and that rank tells all.
std::vector<record::Witness> gather_worst(MPI_Comm comm, Packed mine) {
  struct {
    double switches;
    int rank;
  } worst{static_cast<double>(mine.involuntary_switches), mpi::rank_in(comm)};
  const bool first = worst.rank == 0;
  mpi::ok(MPI_Allreduce(MPI_IN_PLACE, &worst, 1, MPI_DOUBLE_INT, MPI_MAXLOC, comm), "MPI_Allreduce");
  mpi::ok(MPI_Bcast(&mine, sizeof mine, MPI_BYTE, worst.rank, comm), "MPI_Bcast");
  if (!first) return {};
  return {unpack(mine)};
}

}  // namespace

std::vector<record::Witness> gather_witnesses(const Team& team, const record::Witness& mine) {
  const MPI_Comm comm = team.active.get();
  return mpi::size_of(comm) <= all_listed ? gather_all(comm, pack(mine)) : gather_worst(comm, pack(mine));
}

}  // namespace sonde::run
