#include "catalog/well_formed.hpp"
#include "patterns/bands.hpp"
#include "patterns/catalog.hpp"
#include "patterns/concatenate.hpp"
#include "patterns/movement.hpp"
#include "patterns/reductions.hpp"
#include "patterns/sources.hpp"
#include "patterns/transfers.hpp"

namespace sonde::patterns {

namespace {

constexpr auto mpi1_rows = concatenate(transfer_rows, movement_rows, reduction_rows, barrier_rows,
                                       source_rows, band_rows, later_reduction_rows);
static_assert(well_formed<first_fault(mpi1_rows)> && broken_by(reduce_scatter_each) == Rule::none);
static_assert(std::ranges::count(mpi1_rows, false, &Benchmark::optional) == 17);

constexpr bool in_pmb(std::string_view name) {
  constexpr std::array<std::string_view, 5> later{"Scatter", "Scatterv", "Gather", "Gatherv", "Alltoallv"};
  return std::ranges::find(later, name) == later.end();
}
constexpr bool of_the_guide(const Benchmark& row) {
  return !row.optional && in_pmb(row.name);
}

constexpr auto pick_pmb() {
  std::array<Benchmark, 12> rows{};
  std::ranges::copy_if(mpi1_rows, rows.begin(), of_the_guide);
  return rows;
}
constexpr auto pmb_rows = pick_pmb();
static_assert(well_formed<first_fault(pmb_rows)>);

}  // namespace

Catalog mpi1_catalog() {
  return mpi1_rows;
}
Catalog pmb_catalog() {
  return pmb_rows;
}

}  // namespace sonde::patterns
