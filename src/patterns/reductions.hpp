// Reductions of IMB-MPI1 (guide 3.3.4.1 to 3.3.4.3): floats and MPI_SUM unless the options say otherwise.
#pragma once
#include <array>

#include "patterns/collective_rows.hpp"

namespace sonde::patterns {

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

constexpr Benchmark or_the_other(Benchmark row, const Benchmark& other) {
  row.other_share = &other;
  return row;
}

/// What IMB 3.2 does not have.
constexpr Benchmark later(Benchmark row) {
  row.optional = true;
  row.since_2021 = true;
  return row;
}

/// What Reduce_scatter is under -reduce_scatter each.
inline constexpr Benchmark reduce_scatter_each = collective<ReduceScatter>(
    "Reduce_scatter", "MPI_Reduce_scatter of P X bytes, X for every rank", summed_blocks);

inline constexpr std::array reduction_rows{
    collective<Reduce>("Reduce", "MPI_Reduce of X bytes to a root that goes round", summed_at_the_root),
    or_the_other(collective<ReduceScatter>(
                     "Reduce_scatter", "MPI_Reduce_scatter of X bytes in all, split evenly over the ranks",
                     summed_shares),
                 reduce_scatter_each),
    collective<Allreduce>("Allreduce", "MPI_Allreduce of X bytes", summed),
};

/// Rows of later suites.
inline constexpr std::array later_reduction_rows{
    later(collective<ReduceLocal>("Reduce_local", "MPI_Reduce_local of X bytes, without communication",
                                  {summed.message, ExpectedContent::reduced_locally})),
    later(collective<ReduceScatterBlock>(
        "Reduce_scatter_block", "MPI_Reduce_scatter_block of P X bytes, X for every rank", summed_blocks)),
};

}  // namespace sonde::patterns
