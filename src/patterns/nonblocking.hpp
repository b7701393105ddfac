// Non-blocking collectives: what is started, and what finishes it. Each has two rows, beside computation and
// alone (_pure).
#pragma once
#include <array>
#include <type_traits>

#include "engine/split_loops.hpp"
#include "patterns/collective_rows.hpp"
#include "patterns/joined_text.hpp"

namespace sonde::patterns {

/// What a collective needs beside its case: nothing.
struct Nothing {
  Nothing(const Case&, const Loop&) {}
};

/// The request of the collective that is under way, and what its arguments are views of. MPI forbids to
/// cancel or free it: a call that throws leaves it.
template <class Owner>
struct CollectiveRequest {
  Owner owner;
  MPI_Request request = MPI_REQUEST_NULL;
  CollectiveRequest(const Case& c, const Loop& loop) : owner(c, loop) {}
};

/// `Arguments`: the context of the blocking call; with an `Owner`, which it is a view of.
template <class Arguments, class Owner = Nothing>
struct NonBlocking {
  using LoopState = CollectiveRequest<Owner>;
  using Handle = MPI_Request*;
  struct Context : Arguments {
    MPI_Request* request;
    static Context of(const Case& c, LoopState& kept) {
      if constexpr (std::is_same_v<Owner, Nothing>)
        return {Arguments::of(c), &kept.request};
      else
        return {Arguments::of(c, kept.owner), &kept.request};
    }
  };
  static void finish(const Context&, const Slot&, Handle& request) {
    ok(MPI_Wait(request, MPI_STATUS_IGNORE), "MPI_Wait");
  }
  static void test(Handle& request) {
    int done = 0;
    ok(MPI_Test(request, &done, MPI_STATUS_IGNORE), "MPI_Test");
  }
};

struct Ibcast : NonBlocking<CollectiveContext> {
  static Handle start(const Context& c, const Slot& s) {
    ok(MPI_Ibcast(s.in, c.count, c.type, s.root, c.comm, c.request), "MPI_Ibcast");
    return c.request;
  }
};

struct Iallgather : NonBlocking<CollectiveContext> {
  static Handle start(const Context& c, const Slot& s) {
    ok(MPI_Iallgather(s.out, c.count, c.type, s.in, c.count, c.type, c.comm, c.request), "MPI_Iallgather");
    return c.request;
  }
};

struct Iallgatherv : NonBlocking<VectorContext> {
  static Handle start(const Context& c, const Slot& s) {
    ok(MPI_Iallgatherv(s.out, c.count, c.type, s.in, c.counts, c.displacements, c.type, c.comm, c.request),
       "MPI_Iallgatherv");
    return c.request;
  }
};

struct Igather : NonBlocking<CollectiveContext> {
  static Handle start(const Context& c, const Slot& s) {
    ok(MPI_Igather(s.out, c.count, c.type, s.in, c.count, c.type, s.root, c.comm, c.request), "MPI_Igather");
    return c.request;
  }
};

struct Igatherv : NonBlocking<VectorContext> {
  static Handle start(const Context& c, const Slot& s) {
    ok(MPI_Igatherv(s.out, c.count, c.type, s.in, c.counts, c.displacements, c.type, s.root, c.comm,
                    c.request),
       "MPI_Igatherv");
    return c.request;
  }
};

struct Iscatter : NonBlocking<CollectiveContext> {
  static Handle start(const Context& c, const Slot& s) {
    ok(MPI_Iscatter(s.out, c.count, c.type, s.in, c.count, c.type, s.root, c.comm, c.request),
       "MPI_Iscatter");
    return c.request;
  }
};

struct Iscatterv : NonBlocking<VectorContext> {
  static Handle start(const Context& c, const Slot& s) {
    ok(MPI_Iscatterv(s.out, c.counts, c.displacements, c.type, s.in, c.count, c.type, s.root, c.comm,
                     c.request),
       "MPI_Iscatterv");
    return c.request;
  }
};

struct Ialltoall : NonBlocking<CollectiveContext> {
  static Handle start(const Context& c, const Slot& s) {
    ok(MPI_Ialltoall(s.out, c.count, c.type, s.in, c.count, c.type, c.comm, c.request), "MPI_Ialltoall");
    return c.request;
  }
};

struct Ialltoallv : NonBlocking<VectorContext> {
  static Handle start(const Context& c, const Slot& s) {
    ok(MPI_Ialltoallv(s.out, c.counts, c.displacements, c.type, s.in, c.counts, c.displacements, c.type,
                      c.comm, c.request),
       "MPI_Ialltoallv");
    return c.request;
  }
};

struct Ireduce : NonBlocking<CollectiveContext> {
  static Handle start(const Context& c, const Slot& s) {
    ok(MPI_Ireduce(s.out, s.in, c.count, c.type, c.op, s.root, c.comm, c.request), "MPI_Ireduce");
    return c.request;
  }
};

struct IreduceScatter : NonBlocking<VectorContext> {
  static Handle start(const Context& c, const Slot& s) {
    ok(MPI_Ireduce_scatter(s.out, s.in, c.counts, c.type, c.op, c.comm, c.request), "MPI_Ireduce_scatter");
    return c.request;
  }
};

struct Iallreduce : NonBlocking<CollectiveContext> {
  static Handle start(const Context& c, const Slot& s) {
    ok(MPI_Iallreduce(s.out, s.in, c.count, c.type, c.op, c.comm, c.request), "MPI_Iallreduce");
    return c.request;
  }
};

struct Ibarrier : NonBlocking<CollectiveContext> {
  static Handle start(const Context& c, const Slot&) {
    ok(MPI_Ibarrier(c.comm, c.request), "MPI_Ibarrier");
    return c.request;
  }
};

/// The two rows of a collective. `does`: what is done beside computation, or waited for.
template <class P, Text name, Text does>
constexpr Pair non_blocking(const Movement& moved) {
  Benchmark beside =
      collective_row(name.view(), joined<does, " beside computation">, moved, engine::measure_beside<P>);
  beside.suite = Suite::nbc;
  beside.overlapped = true;
  return with_pure(beside, joined<name, "_pure">, joined<does, ", and MPI_Wait">, engine::measure_split<P>);
}

/// What Ireduce_scatter is under -reduce_scatter all.
inline constexpr auto ireduce_scatter_all =
    non_blocking<IreduceScatter, "Ireduce_scatter",
                 "MPI_Ireduce_scatter of X bytes in all, split evenly over the ranks">(summed_shares);

inline constexpr std::array nbc_pairs{
    non_blocking<Ibcast, "Ibcast", "MPI_Ibcast of X bytes">(from_the_root),
    non_blocking<Iallgather, "Iallgather", "MPI_Iallgather: X bytes from every rank to every rank">(
        to_everybody),
    non_blocking<Iallgatherv, "Iallgatherv", "MPI_Iallgatherv with X bytes from every rank">(to_everybody),
    non_blocking<Igather, "Igather", "MPI_Igather: X bytes from every rank to the root">(to_the_root),
    non_blocking<Igatherv, "Igatherv", "MPI_Igatherv with X bytes from every rank">(to_the_root),
    non_blocking<Iscatter, "Iscatter", "MPI_Iscatter: X bytes from the root to every rank">(
        spread_by_the_root),
    non_blocking<Iscatterv, "Iscatterv", "MPI_Iscatterv with X bytes to every rank">(spread_by_the_root),
    non_blocking<Ialltoall, "Ialltoall", "MPI_Ialltoall: X bytes from every rank to every other">(
        from_all_to_all),
    non_blocking<Ialltoallv, "Ialltoallv", "MPI_Ialltoallv with X bytes from every rank to every other">(
        from_all_to_all),
    non_blocking<Ireduce, "Ireduce", "MPI_Ireduce of X bytes to a root that goes round">(summed_at_the_root),
    or_the_others(
        non_blocking<IreduceScatter, "Ireduce_scatter", "MPI_Ireduce_scatter of P X bytes, X for every rank">(
            summed_blocks),
        ireduce_scatter_all),
    non_blocking<Iallreduce, "Iallreduce", "MPI_Iallreduce of X bytes">(summed),
    non_blocking<Ibarrier, "Ibarrier", "MPI_Ibarrier">(nothing_moved),
};

}  // namespace sonde::patterns
