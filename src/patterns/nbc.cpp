#include "catalog/well_formed.hpp"
#include "patterns/catalog.hpp"
#include "patterns/concatenate.hpp"
#include "patterns/nonblocking.hpp"

namespace sonde::patterns {

namespace {

constexpr auto all_nbc_rows = firsts_and_seconds(nbc_pairs);
static_assert(well_formed<first_fault(all_nbc_rows)>);
static_assert(well_formed<first_fault(ireduce_scatter_all)>);

}  // namespace

Catalog nbc_catalog() {
  return all_nbc_rows;
}

}  // namespace sonde::patterns
