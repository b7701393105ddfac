#include "catalog/well_formed.hpp"
#include "patterns/catalog.hpp"
#include "patterns/pairs_and_neighbours.hpp"

namespace sonde::patterns {

namespace {

using namespace p2p;

constexpr Message one_message{};
constexpr Message in_place{.send = Extent::none};
constexpr Message to_neighbours{.send = Extent::per_neighbour, .receive = Extent::per_neighbour};
constexpr Processes halves{.least = 2, .roles = Roles::halves};
constexpr Processes two_or_more{.least = 2};

constexpr Benchmark row(std::string_view name, std::string_view summary, TransferClass klass, Message message,
                        Processes processes, ExpectedContent expect, Metric metric, Measure measure) {
  metric.message_rate = true;
  return {.name = name,
          .summary = summary,
          .suite = Suite::p2p,
          .klass = klass,
          .message = message,
          .needs = {.processes = processes},
          .expect = expect,
          .metric = metric,
          .modes = {{{"", Counting::per_sample, measure}}}};
}

constexpr Processes grid(int dimensions) {
  return {.least = 1 << dimensions, .grid = dimensions};
}

// t is the time of a message, but of PingPing that of an exchange, and of Unirandom and Corandom that of a
// repetition.
constexpr std::array<Benchmark, 8> p2p_rows{{
    row("PingPong", "rank q and q + P/2: there and back; the time is half a round trip",
        TransferClass::parallel_transfer, one_message, halves, ExpectedContent::window_from_partner,
        {.time_scale = 0.5, .messages = 1, .counted = Counted::pairs}, engine::measure_pair<PingPong>),
    row("PingPing", "rank q and q + P/2 send to each other at the same time",
        TransferClass::parallel_transfer, one_message, halves, ExpectedContent::window_from_partner,
        {.messages = 2, .counted = Counted::pairs}, engine::measure_pair<PingPing>),
    row("Unirandom", "P messages between pairs drawn at random; the time is that of all P",
        TransferClass::parallel_transfer, one_message, two_or_more, ExpectedContent::from_drawn_sender,
        {.messages = 1, .counted = Counted::ranks}, engine::measure<Unirandom>),
    row("Birandom", "P exchanges between pairs drawn at random; the time is half that of all P",
        TransferClass::parallel_transfer, one_message, two_or_more, ExpectedContent::from_drawn_partner,
        {.time_scale = 0.5, .messages = 1, .counted = Counted::ranks}, engine::measure<Birandom>),
    row("Corandom", "a ring of all ranks in an order drawn at random, another one in each repetition",
        TransferClass::parallel_transfer, one_message, two_or_more, ExpectedContent::from_drawn_ring,
        {.messages = 1, .counted = Counted::ranks}, engine::measure<Corandom>),
    row("Stencil2D", "messages to four neighbours on a periodic grid; the time is a quarter of an exchange",
        TransferClass::stencil, to_neighbours, grid(2), ExpectedContent::from_grid_neighbours,
        {.time_scale = 1.0 / 4, .messages = 1, .counted = Counted::ranks}, engine::measure<Stencil<4>>),
    row("Stencil3D", "messages to six neighbours on a periodic grid; the time is a sixth of an exchange",
        TransferClass::stencil, to_neighbours, grid(3), ExpectedContent::from_grid_neighbours,
        {.time_scale = 1.0 / 6, .messages = 1, .counted = Counted::ranks}, engine::measure<Stencil<6>>),
    row("SendRecv_Replace", "periodic chain: to the right, from the left, in one buffer",
        TransferClass::parallel_transfer, in_place, two_or_more, ExpectedContent::from_left_in_place,
        {.messages = 1, .counted = Counted::ranks}, engine::measure<SendrecvReplace>),
}};
static_assert(well_formed<first_fault(p2p_rows)>);

}  // namespace

Catalog p2p_catalog() {
  return p2p_rows;
}

}  // namespace sonde::patterns
