#include "catalog/well_formed.hpp"
#include "patterns/catalog.hpp"
#include "patterns/one_sided.hpp"

namespace sonde::patterns {

static_assert(well_formed<first_fault(one_sided_rows)>);

Catalog ext_catalog() {
  return one_sided_rows;
}

}  // namespace sonde::patterns
