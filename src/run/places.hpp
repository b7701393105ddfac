// Where every rank runs, as its own kernel reports it.
#pragma once
#include <vector>

#include "mpi/world.hpp"
#include "record/record.hpp"

namespace sonde::run {

/// The place of this rank.
[[nodiscard]] record::RankPlace place_of(int rank);

/// The places of all ranks in order; complete on the first rank, empty elsewhere. Collective over the world.
[[nodiscard]] std::vector<record::RankPlace> gather_places(const mpi::World& world);

/// A number for each rank, equal where ranks are on one host, on every rank. Collective over the world.
[[nodiscard]] std::vector<int> nodes_of_ranks(const mpi::World& world);

}  // namespace sonde::run
