#include "catalog/well_formed.hpp"
#include "patterns/catalog.hpp"
#include "patterns/concatenate.hpp"
#include "patterns/contended_atomics.hpp"
#include "patterns/contention.hpp"
#include "patterns/fans.hpp"
#include "patterns/guideline_calls.hpp"
#include "patterns/guideline_circulant.hpp"
#include "patterns/guideline_files.hpp"
#include "patterns/guideline_hierarchy.hpp"
#include "patterns/guideline_lanes.hpp"
#include "patterns/guideline_messages.hpp"
#include "patterns/guideline_persistent.hpp"
#include "patterns/guideline_reductions.hpp"
#include "patterns/guideline_windows.hpp"
#include "patterns/links.hpp"
#include "patterns/lives.hpp"
#include "patterns/more_collectives.hpp"
#include "patterns/neighbourhoods.hpp"
#include "patterns/partitioned.hpp"
#include "patterns/persistent_bands.hpp"
#include "patterns/start_up.hpp"
#include "patterns/started_collectives.hpp"
#include "patterns/synchronised.hpp"
#include "patterns/thread_pairs.hpp"
#include "patterns/ways_to_send.hpp"

namespace sonde::patterns {

namespace {

/// The message rate of pairs over the number of messages in flight. By name.
constexpr Benchmark rate_row() {
  Benchmark row = band_row<measure_band<Uniband>>(
      "Rate_pairs", "Uniband with windows of each number of messages of -windows", 1);
  row.suite = Suite::sonde;
  row.usual_bytes = 8;
  row.parameter = Parameter::in_flight;
  return row;
}

constexpr std::array<Benchmark, 1> rate_rows{{rate_row()}};

constexpr auto sonde_rows = concatenate(
    link_rows, contention::contention_rows, ways::way_rows, partitioned::partitioned_rows,
    persistent_bands::persistent_band_rows, rate_rows, thread_pairs::thread_rows, fans::fan_rows,
    contended::counter_rows, synchronised::synchronised_rows, neighbourhoods::neighbour_rows,
    more::collective_rows, lives::life_rows, start_up::start_rows,
    firsts_and_seconds(started_ones::non_blocking_pairs),
    firsts_and_seconds(started_ones::more_persistent_pairs), guidelines::movement_guidelines,
    guidelines::reduction_guidelines, guidelines::hierarchy_guidelines, guidelines::lane_guidelines,
    guidelines::circulant_guidelines, guidelines::form_guidelines, guidelines::started_guidelines,
    guidelines::message_guidelines, guidelines::window_guidelines, guidelines::file_guidelines);
static_assert(well_formed<first_fault(sonde_rows)>);

}  // namespace

Catalog sonde_catalog() {
  return sonde_rows;
}

}  // namespace sonde::patterns
