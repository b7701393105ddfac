// Rows as the catalogs have them, for tests of pure rooms: no patterns are linked, so nothing can be
// measured.
#pragma once
#include <array>

#include "catalog/benchmark.hpp"

namespace sonde::test {

inline void unmeasured(const Case&, const Loop&, Sample&) {}

inline constexpr Mode plain_mode{"", Counting::per_sample, unmeasured};
inline constexpr Mode aggregate_mode{"AGGREGATE", Counting::per_sample, unmeasured};
inline constexpr Mode non_aggregate_mode{"NON-AGGREGATE", Counting::nonaggregate, unmeasured};

inline constexpr Benchmark ping_pong{.name = "PingPong",
                                     .summary = "there and back",
                                     .klass = Klass::single_transfer,
                                     .min_processes = 2,
                                     .fixed_processes = 2,
                                     .metric = {.time_scale = 0.5, .messages = 1},
                                     .expect = Expect::from_peer,
                                     .modes = {{plain_mode}}};
inline constexpr Benchmark exchange{.name = "Exchange",
                                    .summary = "both neighbours",
                                    .klass = Klass::parallel_transfer,
                                    .send = Extent::two_messages,
                                    .metric = {.messages = 4},
                                    .expect = Expect::from_neighbours,
                                    .modes = {{plain_mode}}};
inline constexpr Benchmark allreduce{.name = "Allreduce",
                                     .summary = "sum everywhere",
                                     .element = Element::reduction,
                                     .expect = Expect::reduced,
                                     .modes = {{plain_mode}}};
inline constexpr Benchmark bcast{.name = "Bcast",
                                 .summary = "from the root",
                                 .receive = Extent::none,
                                 .root = Root::rotates,
                                 .expect = Expect::from_root,
                                 .modes = {{plain_mode}}};
inline constexpr Benchmark alltoall{.name = "Alltoall",
                                    .summary = "everybody to everybody",
                                    .send = Extent::message_per_rank,
                                    .receive = Extent::message_per_rank,
                                    .expect = Expect::transposed,
                                    .modes = {{plain_mode}}};
inline constexpr Benchmark allgather{.name = "Allgather",
                                     .summary = "everybody has all",
                                     .receive = Extent::message_per_rank,
                                     .expect = Expect::gathered,
                                     .modes = {{plain_mode}}};
inline constexpr Benchmark reduce_scatter{.name = "Reduce_scatter",
                                          .summary = "shares of the sum",
                                          .receive = Extent::share,
                                          .element = Element::reduction,
                                          .expect = Expect::reduced_scattered,
                                          .modes = {{plain_mode}}};
inline constexpr Benchmark barrier{.name = "Barrier",
                                   .summary = "no data",
                                   .sized = false,
                                   .send = Extent::none,
                                   .receive = Extent::none,
                                   .modes = {{plain_mode}}};
inline constexpr Benchmark window{.name = "Window",
                                  .summary = "create and free",
                                  .suite = Suite::ext,
                                  .element = Element::real32,
                                  .resource = Resource::window,
                                  .modes = {{Mode{"", Counting::nonaggregate, unmeasured}}}};
inline constexpr Benchmark unidir_put{.name = "Unidir_Put",
                                      .summary = "one puts",
                                      .suite = Suite::ext,
                                      .klass = Klass::single_transfer,
                                      .min_processes = 2,
                                      .fixed_processes = 2,
                                      .receive = Extent::none,
                                      .element = Element::real32,
                                      .metric = {.messages = 1},
                                      .expect = Expect::put_by_peer,
                                      .resource = Resource::window,
                                      .modes = {{aggregate_mode, non_aggregate_mode}}};
inline constexpr Benchmark p_write{.name = "P_Write_Indv",
                                   .summary = "everybody writes a block",
                                   .suite = Suite::io,
                                   .klass = Klass::parallel_transfer,
                                   .writes = true,
                                   .send = Extent::share,
                                   .receive = Extent::none,
                                   .metric = {.messages = 1},
                                   .expect = Expect::file_written,
                                   .resource = Resource::file,
                                   .pointer = Pointer::individual,
                                   .modes = {{aggregate_mode, non_aggregate_mode}}};
inline constexpr Benchmark s_iwrite{.name = "S_IWrite_Indv",
                                    .summary = "one writes while it computes",
                                    .suite = Suite::io,
                                    .klass = Klass::single_transfer,
                                    .overlapped = true,
                                    .writes = true,
                                    .fixed_processes = 1,
                                    .receive = Extent::none,
                                    .metric = {.messages = 1},
                                    .expect = Expect::file_written,
                                    .resource = Resource::file,
                                    .modes = {{aggregate_mode}}};

inline constexpr std::array rows{ping_pong,      exchange, allreduce, bcast,      alltoall, allgather,
                                 reduce_scatter, barrier,  window,    unidir_put, p_write,  s_iwrite};
static_assert(well_formed(rows));

}  // namespace sonde::test
