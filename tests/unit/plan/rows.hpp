// Rows as the catalogs have them, for tests of pure rooms: no patterns are linked, so nothing can be
// measured.
#pragma once
#include <array>

#include "catalog/benchmark.hpp"
#include "catalog/well_formed.hpp"

namespace sonde::test {

inline void unmeasured(const Case&, const Loop&, LoopSample&) {}

inline constexpr Mode plain_mode{"", Counting::per_sample, unmeasured};
inline constexpr Mode aggregate_mode{"AGGREGATE", Counting::per_sample, unmeasured, Batching::whole};
inline constexpr Mode non_aggregate_mode{"NON-AGGREGATE", Counting::nonaggregate, unmeasured};

inline constexpr Benchmark ping_pong{.name = "PingPong",
                                     .summary = "there and back",
                                     .klass = TransferClass::single_transfer,
                                     .needs = {.processes = {.least = 2, .exactly = 2}},
                                     .expect = ExpectedContent::from_peer,
                                     .metric = {.time_scale = 0.5, .messages = 1},
                                     .modes = {{plain_mode}}};
inline constexpr Benchmark exchange{.name = "Exchange",
                                    .summary = "both neighbours",
                                    .klass = TransferClass::parallel_transfer,
                                    .message = {.send = Extent::two_messages},
                                    .expect = ExpectedContent::from_neighbours,
                                    .metric = {.messages = 4},
                                    .modes = {{plain_mode}}};
inline constexpr Benchmark allreduce{.name = "Allreduce",
                                     .summary = "sum everywhere",
                                     .message = {.element = Element::reduction},
                                     .expect = ExpectedContent::reduced,
                                     .modes = {{plain_mode}}};
inline constexpr Benchmark bcast{.name = "Bcast",
                                 .summary = "from the root",
                                 .message = {.receive = Extent::none, .root = Root::rotates},
                                 .expect = ExpectedContent::from_root,
                                 .modes = {{plain_mode}}};
inline constexpr Benchmark alltoall{
    .name = "Alltoall",
    .summary = "everybody to everybody",
    .message = {.send = Extent::message_per_rank, .receive = Extent::message_per_rank},
    .expect = ExpectedContent::transposed,
    .modes = {{plain_mode}}};
inline constexpr Benchmark allgather{.name = "Allgather",
                                     .summary = "everybody has all",
                                     .message = {.receive = Extent::message_per_rank},
                                     .expect = ExpectedContent::gathered,
                                     .modes = {{plain_mode}}};
inline constexpr Benchmark reduce_scatter{
    .name = "Reduce_scatter",
    .summary = "shares of the sum",
    .message = {.receive = Extent::share, .element = Element::reduction},
    .expect = ExpectedContent::reduced_scattered,
    .modes = {{plain_mode}}};
inline constexpr Benchmark uniband{
    .name = "Uniband",
    .summary = "windows",
    .klass = TransferClass::message_rate,
    .message = {.send = Extent::places_of_window, .receive = Extent::places_of_window},
    .needs = {.processes = {.least = 2, .roles = Roles::halves}},
    .expect = ExpectedContent::window_at_answering,
    .metric = {.messages = 1, .counted = Counted::pairs, .message_rate = true},
    .modes = {{plain_mode}}};
inline constexpr Benchmark reduce_scatter_each{
    .name = "Reduce_scatter",
    .summary = "blocks of the sum",
    .other_share = &reduce_scatter,
    .message = {.send = Extent::message_per_rank, .element = Element::reduction},
    .expect = ExpectedContent::reduced_block,
    .modes = {{plain_mode}}};
inline constexpr Benchmark barrier{
    .name = "Barrier", .summary = "no data", .message = no_message, .modes = {{plain_mode}}};
inline constexpr Benchmark window{.name = "Window",
                                  .summary = "create and free",
                                  .suite = Suite::ext,
                                  .message = {.element = Element::real32},
                                  .needs = {.resource = Resource::window},
                                  .modes = {{Mode{"", Counting::nonaggregate, unmeasured}}}};
inline constexpr Benchmark unidir_put{
    .name = "Unidir_Put",
    .summary = "one puts",
    .suite = Suite::ext,
    .klass = TransferClass::single_transfer,
    .message = {.receive = Extent::none, .element = Element::real32},
    .needs = {.processes = {.least = 2, .exactly = 2}, .resource = Resource::window},
    .expect = ExpectedContent::put_by_peer,
    .metric = {.messages = 1},
    .modes = {{aggregate_mode, non_aggregate_mode}}};
inline constexpr Benchmark p_write{
    .name = "P_Write_Indv",
    .summary = "everybody writes a block",
    .suite = Suite::io,
    .klass = TransferClass::parallel_transfer,
    .message = {.send = Extent::share, .receive = Extent::none},
    .needs = {.resource = Resource::file, .file = {.pointer = Pointer::individual, .writes = true}},
    .expect = ExpectedContent::file_written,
    .metric = {.messages = 1},
    .modes = {{aggregate_mode, non_aggregate_mode}}};
inline constexpr Benchmark s_iwrite{
    .name = "S_IWrite_Indv",
    .summary = "one writes while it computes",
    .suite = Suite::io,
    .klass = TransferClass::single_transfer,
    .overlapped = true,
    .message = {.receive = Extent::none},
    .needs = {.processes = {.exactly = 1}, .resource = Resource::file, .file = {.writes = true}},
    .expect = ExpectedContent::file_written,
    .metric = {.messages = 1},
    .modes = {{aggregate_mode}}};

inline constexpr Benchmark all_put_all{
    .name = "All_put_all",
    .summary = "everybody puts to everybody",
    .suite = Suite::rma,
    .klass = TransferClass::parallel_transfer,
    .message = {.receive = Extent::none},
    .needs = {.processes = {.least = 2},
              .resource = Resource::window,
              .window = {.epoch = Epoch::lock_all, .extent = Extent::message_per_rank}},
    .expect = ExpectedContent::put_by_all,
    .modes = {{non_aggregate_mode, aggregate_mode}}};
inline constexpr Benchmark swap{
    .name = "Compare_and_swap",
    .summary = "one element",
    .suite = Suite::rma,
    .klass = TransferClass::single_transfer,
    .message = {.send = Extent::two_messages, .receive = Extent::element, .element = Element::whole32},
    .needs = {.processes = {.least = 2, .exactly = 2, .roles = Roles::first},
              .resource = Resource::window,
              .window = {.epoch = Epoch::lock}},
    .expect = ExpectedContent::swapped,
    .metric = {.messages = 1},
    .modes = {{non_aggregate_mode, aggregate_mode}}};

inline constexpr Benchmark ibarrier{.name = "Ibarrier",
                                    .summary = "no data, beside computation",
                                    .suite = Suite::nbc,
                                    .overlapped = true,
                                    .message = no_message,
                                    .modes = {{plain_mode}}};

inline constexpr std::array rows{ping_pong,   exchange, allreduce,      bcast,   alltoall, allgather,
                                 uniband,     swap,     reduce_scatter, barrier, window,   unidir_put,
                                 all_put_all, p_write,  s_iwrite,       ibarrier};
static_assert(well_formed<first_fault(rows)>);

}  // namespace sonde::test
