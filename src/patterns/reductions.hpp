// Reductions of IMB-MPI1 (guide 3.3.4.1 to 3.3.4.3): floats and MPI_SUM unless the options say otherwise.
#pragma once
#include <array>

#include "engine/loops.hpp"
#include "mpi/error.hpp"

namespace sonde::patterns {

using engine::CollectiveContext;
using engine::Slot;
using engine::VectorContext;
using mpi::ok;

struct Reduce {
  using Context = CollectiveContext;
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Reduce(s.out, s.in, c.count, c.type, c.op, s.root, c.comm), "MPI_Reduce");
  }
};

/// The elements are split as evenly as possible over the ranks (guide 3.3.4.2).
struct ReduceScatter {
  using Context = VectorContext;
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Reduce_scatter(s.out, s.in, c.counts, c.type, c.op, c.comm), "MPI_Reduce_scatter");
  }
};

struct Allreduce {
  using Context = CollectiveContext;
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Allreduce(s.out, s.in, c.count, c.type, c.op, c.comm), "MPI_Allreduce");
  }
};

/// Each rank receives a block of X bytes of the sum of P X bytes.
struct ReduceScatterBlock {
  using Context = CollectiveContext;
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Reduce_scatter_block(s.out, s.in, c.count, c.type, c.op, c.comm), "MPI_Reduce_scatter_block");
  }
};

/// No rank waits for another: the receive buffer grows by the send buffer.
struct ReduceLocal {
  using Context = CollectiveContext;
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Reduce_local(s.out, s.in, c.count, c.type, c.op), "MPI_Reduce_local");
  }
};

/// What Reduce_scatter is under -reduce_scatter each.
inline constexpr Benchmark reduce_scatter_each{
    .name = "Reduce_scatter",
    .summary = "MPI_Reduce_scatter of P X bytes, X for every rank",
    .message = {.send = Extent::message_per_rank, .element = Element::reduction},
    .expect = ExpectedContent::reduced_block,
    .modes = {{{"", Counting::per_sample, engine::measure<ReduceScatter>}}}};

inline constexpr std::array<Benchmark, 3> reduction_rows{{
    {.name = "Reduce",
     .summary = "MPI_Reduce of X bytes to a root that goes round",
     .message = {.element = Element::reduction, .root = Root::rotates},
     .expect = ExpectedContent::reduced_at_root,
     .modes = {{{"", Counting::per_sample, engine::measure<Reduce>}}}},
    {.name = "Reduce_scatter",
     .summary = "MPI_Reduce_scatter of X bytes in all, split evenly over the ranks",
     .other_share = &reduce_scatter_each,
     .message = {.receive = Extent::share, .element = Element::reduction},
     .expect = ExpectedContent::reduced_scattered,
     .modes = {{{"", Counting::per_sample, engine::measure<ReduceScatter>}}}},
    {.name = "Allreduce",
     .summary = "MPI_Allreduce of X bytes",
     .message = {.element = Element::reduction},
     .expect = ExpectedContent::reduced,
     .modes = {{{"", Counting::per_sample, engine::measure<Allreduce>}}}},
}};

/// Rows of later suites.
inline constexpr std::array<Benchmark, 2> later_reduction_rows{{
    {.name = "Reduce_local",
     .summary = "MPI_Reduce_local of X bytes, without communication",
     .optional = true,
     .since_2021 = true,
     .message = {.element = Element::reduction},
     .expect = ExpectedContent::reduced_locally,
     .modes = {{{"", Counting::per_sample, engine::measure<ReduceLocal>}}}},
    {.name = "Reduce_scatter_block",
     .summary = "MPI_Reduce_scatter_block of P X bytes, X for every rank",
     .optional = true,
     .since_2021 = true,
     .message = {.send = Extent::message_per_rank, .element = Element::reduction},
     .expect = ExpectedContent::reduced_block,
     .modes = {{{"", Counting::per_sample, engine::measure<ReduceScatterBlock>}}}},
}};

}  // namespace sonde::patterns
