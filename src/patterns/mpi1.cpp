#include "catalog/well_formed.hpp"
#include "patterns/catalog.hpp"
#include "patterns/concatenate.hpp"
#include "patterns/movement.hpp"
#include "patterns/reductions.hpp"
#include "patterns/transfers.hpp"

namespace sonde::patterns {

namespace {

constexpr auto mpi1_rows = concatenate(transfer_rows, movement_rows, reduction_rows, barrier_rows);
static_assert(mpi1_rows.size() == 17 && well_formed<first_fault(mpi1_rows)>);

constexpr bool in_pmb(std::string_view name) {
  constexpr std::array<std::string_view, 5> later{"Scatter", "Scatterv", "Gather", "Gatherv", "Alltoallv"};
  return std::ranges::find(later, name) == later.end();
}

constexpr auto pick_pmb() {
  std::array<Benchmark, 12> rows{};
  std::ranges::copy_if(mpi1_rows, rows.begin(), in_pmb, &Benchmark::name);
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
