// Where every rank runs, as its own kernel reports it.
#pragma once
#include <vector>

#include "args/switches.hpp"
#include "mpi/world.hpp"
#include "record/node_places.hpp"

namespace sonde::start_up {

/// The place of this rank.
[[nodiscard]] record::RankPlace place_of(int rank);

/// The places of the ranks of a communicator in order, with their numbers in it; complete on the first rank,
/// empty elsewhere. Above `one_by_one` ranks those of a node tell their first one, which tells the first of
/// all. Collective.
[[nodiscard]] std::vector<record::RankPlace> gather_places(MPI_Comm comm, int rank, int ranks,
                                                           int one_by_one = record::ranks_told_one_by_one);

/// A number for each rank, equal where ranks are on one host, on every rank. Collective over the world.
[[nodiscard]] std::vector<int> nodes_of_ranks(const mpi::World& world);

/// A number for each rank, equal where -topology has their hosts on one switch, -1 where it does not name the
/// host, on every rank; empty without it. Collective over the world.
[[nodiscard]] std::vector<int> blocks_of_ranks(const mpi::World& world,
                                               const std::vector<HostOfSwitch>& switches);

}  // namespace sonde::start_up
