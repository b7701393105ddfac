#include "catalog/well_formed.hpp"
#include "patterns/catalog.hpp"
#include "patterns/communicators.hpp"
#include "patterns/concatenate.hpp"
#include "patterns/contention.hpp"
#include "patterns/links.hpp"
#include "patterns/more_collectives.hpp"
#include "patterns/neighbourhoods.hpp"
#include "patterns/ways_to_send.hpp"

namespace sonde::patterns {

namespace {

constexpr auto sonde_rows =
    concatenate(link_rows, contention::contention_rows, ways::way_rows, neighbourhoods::neighbour_rows,
                more::collective_rows, communicators::communicator_rows);
static_assert(well_formed<first_fault(sonde_rows)>);

}  // namespace

Catalog sonde_catalog() {
  return sonde_rows;
}

}  // namespace sonde::patterns
