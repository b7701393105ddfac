// Lists from all ranks to the first one.
#pragma once
#include <mpi.h>

#include <numeric>
#include <string>
#include <vector>

#include "mpi/error.hpp"

namespace sonde::mpi {

/// The list of each rank in order on the first one, empty elsewhere; `type` is that of `Element`. Collective
/// over the communicator, which has so many ranks.
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

/// A text of each rank in order on the first one, empty elsewhere. Collective over the communicator, which
/// has so many ranks.
[[nodiscard]] inline std::vector<std::string> gather_texts(MPI_Comm comm, const std::string& mine, bool first,
                                                           int ranks) {
  std::vector<std::string> texts;
  const std::vector<char> letters(mine.begin(), mine.end());
  for (const auto& text : gather_lists(comm, letters, MPI_CHAR, first, ranks))
    texts.emplace_back(text.begin(), text.end());
  return texts;
}

/// Of numbers that all ranks have as many of, what `operation` makes of each, on the first rank; elsewhere
/// without meaning. Collective.
[[nodiscard]] inline std::vector<double> reduced(MPI_Comm comm, const std::vector<double>& mine,
                                                 MPI_Op operation) {
  std::vector<double> all(mine.size());
  mpi::ok(MPI_Reduce(mine.data(), all.data(), static_cast<int>(mine.size()), MPI_DOUBLE, operation, 0, comm),
          "MPI_Reduce");
  return all;
}

}  // namespace sonde::mpi
