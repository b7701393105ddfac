// Lists of different lengths from all ranks to the first one.
#pragma once
#include <mpi.h>

#include <numeric>
#include <vector>

#include "mpi/error.hpp"

namespace sonde::run {

/// The list of each rank in order on the first one, empty elsewhere; `type` is that of `Element`. Collective over the
/// communicator, which has so many ranks.
template <class Element>
[[nodiscard]] std::vector<std::vector<Element>> gather_lists(MPI_Comm comm, const std::vector<Element>& mine,
                                                             MPI_Datatype type, bool first, int ranks) {
  const int length = static_cast<int>(mine.size());
  std::vector<int> lengths(first ? static_cast<std::size_t>(ranks) : 0), offsets(lengths.size());
  mpi::ok(MPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, comm), "MPI_Gather");
  std::exclusive_scan(lengths.begin(), lengths.end(), offsets.begin(), 0);
  std::vector<Element> all(first ? static_cast<std::size_t>(offsets.back() + lengths.back()) : 0);
  mpi::ok(MPI_Gatherv(mine.data(), length, type, all.data(), lengths.data(), offsets.data(), type, 0, comm),
          "MPI_Gatherv");
  std::vector<std::vector<Element>> lists;
  lists.reserve(lengths.size());
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const auto begin = all.begin() + offsets[i];
    lists.emplace_back(begin, begin + lengths[i]);
  }
  return lists;
}

}  // namespace sonde::run
