// Atomic operations of all ranks on one element of rank 0: what a shared counter costs. They run by name.
#pragma once
#include <array>

#include "patterns/passive_target.hpp"

namespace sonde::patterns::contended {

using engine::Slot;
using mpi::ok;

struct CounterContext {
  MPI_Win window;
  MPI_Datatype type;
  MPI_Op op;
  static CounterContext of(const Case& c) { return {c.window, c.type, c.op}; }
};

struct CountedByAll : rma::Sections {
  using Context = CounterContext;
  static void issue(const Context& c, const Slot& s) {
    ok(MPI_Fetch_and_op(s.out, s.in, c.type, 0, 0, c.op, c.window), "MPI_Fetch_and_op");
  }
  static void complete(const Context& c) { ok(MPI_Win_flush(0, c.window), "MPI_Win_flush"); }
};

inline constexpr std::array<Benchmark, 1> counter_rows{{
    {.name = "Fetch_and_op_all",
     .summary = "MPI_Fetch_and_op with MPI_SUM by every rank on one float of rank 0",
     .suite = Suite::sonde,
     .klass = TransferClass::parallel_transfer,
     .optional = true,
     .message = {.receive = Extent::element, .element = Element::real32},
     .needs = {.processes = {.least = 2}, .resource = Resource::window, .window = {.epoch = Epoch::lock_all}},
     .expect = ExpectedContent::counted_by_all,
     .modes = {{{"", Counting::per_sample, engine::measure_each_completed<CountedByAll>}}}},
}};

}  // namespace sonde::patterns::contended
