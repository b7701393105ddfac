#include "catalog/well_formed.hpp"
#include "patterns/catalog.hpp"
#include "patterns/concatenate.hpp"
#include "patterns/persistent.hpp"

namespace sonde::patterns {

namespace {

/// First the rows that run where nothing is named, then the others.
constexpr std::array<Benchmark, 13> rows_of(std::size_t which) {
  std::array<Benchmark, 13> rows{};
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = persistent_pairs[i][which];
  return rows;
}

constexpr auto all_mpi4_rows = concatenate(rows_of(0), rows_of(1));
static_assert(well_formed<first_fault(all_mpi4_rows)> &&
              well_formed<first_fault(reduce_scatter_persist_all)>);

}  // namespace

Catalog mpi4_catalog() {
  return all_mpi4_rows;
}

}  // namespace sonde::patterns
