#include "catalog/well_formed.hpp"
#include "patterns/catalog.hpp"
#include "patterns/concatenate.hpp"
#include "patterns/persistent.hpp"

namespace sonde::patterns {

namespace {

constexpr auto all_mpi4_rows = firsts_and_seconds(persistent_pairs);
static_assert(well_formed<first_fault(all_mpi4_rows)> &&
              well_formed<first_fault(reduce_scatter_persist_all)>);

}  // namespace

Catalog mpi4_catalog() {
  return all_mpi4_rows;
}

}  // namespace sonde::patterns
