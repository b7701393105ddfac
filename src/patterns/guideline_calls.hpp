// Guidelines among the forms of one collective: a blocking call and its non-blocking form, in place and out
// of place, operations of MPI and of the user, a collective and messages between its ranks.
#pragma once
#include <algorithm>
#include <array>
#include <numeric>

#include "mpi/handles.hpp"
#include "patterns/guideline_movement.hpp"
#include "patterns/more_collectives.hpp"
#include "patterns/nonblocking.hpp"

namespace sonde::patterns::guidelines {

/// A non-blocking call, and at once what finishes it.
template <class P>
struct AndWait : P {
  static void repetition(const typename P::Context& c, const Slot& s) {
    auto request = P::start(c, s);
    P::finish(c, s, request);
  }
};

/// The own message where MPI_IN_PLACE expects it, in each slot.
struct OwnInPlace {
  OwnInPlace(const Case& c, const Loop&) {
    engine::Steps at = c.steps;
    std::byte* const first = at.in.at;
    do {
      copy_bytes(at.in.at + c.rank * c.bytes, at.out.at, static_cast<std::ptrdiff_t>(c.bytes));
      at.step();
    } while (at.in.at != first);
  }
};

struct AllgatherInPlace {
  using LoopState = OwnInPlace;
  struct Context : CollectiveContext {
    static Context of(const Case& c, const OwnInPlace&) { return {CollectiveContext::of(c)}; }
  };
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, s.in, c.count, c.type, c.comm), "MPI_Allgather");
  }
};

struct CopyAllgather {
  using Context = ScratchContext;
  static void repetition(const Context& c, const Slot& s) {
    copy_bytes(c.scratch, s.out, c.bytes);
    ok(MPI_Allgather(c.scratch, c.count, c.type, s.in, c.count, c.type, c.comm), "MPI_Allgather");
  }
};

template <class Number>
void add_numbers(const void* from, void* into, int count) {
  const auto* theirs = static_cast<const Number*>(from);
  auto* mine = static_cast<Number*>(into);
  std::transform(theirs, theirs + count, mine, mine,
                 [](Number a, Number b) { return static_cast<Number>(a + b); });
}

/// MPI_SUM written by a user, for the types of -red_data_type.
// NOLINTNEXTLINE(readability-non-const-parameter): MPI_User_function has it so
inline void users_sum(void* from, void* into, int* count, MPI_Datatype* type) {
  if (*type == MPI_FLOAT) return add_numbers<float>(from, into, *count);
  if (*type == MPI_DOUBLE) return add_numbers<double>(from, into, *count);
  if (*type == MPI_INT) return add_numbers<int>(from, into, *count);
  add_numbers<unsigned char>(from, into, *count);
}

template <bool commutes>
class UsersOperation {
 public:
  UsersOperation(const Case&, const Loop&) {
    MPI_Op made = MPI_OP_NULL;
    ok(MPI_Op_create(users_sum, commutes ? 1 : 0, &made), "MPI_Op_create");
    operation_ = mpi::Operation(made);
  }
  [[nodiscard]] MPI_Op get() const { return operation_.get(); }

 private:
  mpi::Operation operation_;
};

template <bool commutes>
struct UsersAllreduce {
  using LoopState = UsersOperation<commutes>;
  struct Context : CollectiveContext {
    static Context of(const Case& c, const LoopState& kept) {
      return {CollectiveContext{c.comm, c.count, c.type, kept.get()}};
    }
  };
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Allreduce(s.out, s.in, c.count, c.type, c.op, c.comm), "MPI_Allreduce");
  }
};

constexpr std::int64_t byte_a_rank(std::int64_t, int processes) {
  return processes;
}

struct BarrierByAllreduce {
  using Context = CollectiveContext;
  static void repetition(const Context& c, const Slot&) {
    char mine = 0, all = 0;
    ok(MPI_Allreduce(&mine, &all, 1, MPI_CHAR, MPI_SUM, c.comm), "MPI_Allreduce");
  }
};

/// Of a byte each: libraries may return from calls that move nothing at once, which is no barrier.
struct BarrierByGatherBcast {
  using Context = ScratchContext;
  static void repetition(const Context& c, const Slot&) {
    char mine = 0;
    ok(MPI_Gather(&mine, 1, MPI_CHAR, c.scratch, 1, MPI_CHAR, 0, c.comm), "MPI_Gather");
    ok(MPI_Bcast(&mine, 1, MPI_CHAR, 0, c.comm), "MPI_Bcast");
  }
};

// Messages between all ranks, each by MPI_Isend and MPI_Irecv, completed together.

/// Room for a message from and to each rank.
struct RequestsOfAll : engine::RequestList {
  RequestsOfAll(const Case& c, const Loop&) : RequestList(2 * static_cast<std::size_t>(c.size)) {}
};

struct LinearContext : CollectiveContext {
  int rank, size;
  std::ptrdiff_t bytes;
  MPI_Request* requests;
  static LinearContext of(const Case& c, RequestsOfAll& kept) {
    return {CollectiveContext::of(c), c.rank, c.size, static_cast<std::ptrdiff_t>(c.bytes), kept.data()};
  }
  void send(const std::byte* from, int to, MPI_Request*& next) const {
    ok(MPI_Isend(from, count, type, to, message_tag, comm, next++), "MPI_Isend");
  }
  void receive(std::byte* into, int from, MPI_Request*& next) const {
    ok(MPI_Irecv(into, count, type, from, message_tag, comm, next++), "MPI_Irecv");
  }
  void wait(const MPI_Request* next) const {
    ok(MPI_Waitall(static_cast<int>(next - requests), requests, MPI_STATUSES_IGNORE), "MPI_Waitall");
  }
  static constexpr int message_tag = 1;
};

struct Linear {
  using LoopState = RequestsOfAll;
  using Context = LinearContext;
};

struct LinearBcast : Linear {
  static void repetition(const Context& c, const Slot& s) {
    MPI_Request* next = c.requests;
    if (c.rank != s.root) c.receive(s.in, s.root, next);
    for (int to = 0; to < c.size && c.rank == s.root; ++to)
      if (to != c.rank) c.send(s.in, to, next);
    c.wait(next);
  }
};

struct LinearGather : Linear {
  static void repetition(const Context& c, const Slot& s) {
    MPI_Request* next = c.requests;
    for (int from = 0; from < c.size && c.rank == s.root; ++from)
      if (from != c.rank) c.receive(s.in + from * c.bytes, from, next);
    if (c.rank == s.root)
      copy_bytes(s.in + c.rank * c.bytes, s.out, c.bytes);
    else
      c.send(s.out, s.root, next);
    c.wait(next);
  }
};

struct LinearScatter : Linear {
  static void repetition(const Context& c, const Slot& s) {
    MPI_Request* next = c.requests;
    for (int to = 0; to < c.size && c.rank == s.root; ++to)
      if (to != c.rank) c.send(s.out + to * c.bytes, to, next);
    if (c.rank == s.root)
      copy_bytes(s.in, s.out + c.rank * c.bytes, c.bytes);
    else
      c.receive(s.in, s.root, next);
    c.wait(next);
  }
};

/// All with all, beginning with the neighbours. `apart`: bytes from what goes to one rank to what goes to the
/// next.
inline void exchange_with_all(const LinearContext& c, const Slot& s, std::ptrdiff_t apart) {
  MPI_Request* next = c.requests;
  for (int i = 1; i < c.size; ++i) {
    const int from = (c.rank + c.size - i) % c.size;
    c.receive(s.in + from * c.bytes, from, next);
  }
  for (int i = 1; i < c.size; ++i) {
    const int to = (c.rank + i) % c.size;
    c.send(s.out + to * apart, to, next);
  }
  copy_bytes(s.in + c.rank * c.bytes, s.out + c.rank * apart, c.bytes);
  c.wait(next);
}

struct LinearAllgather : Linear {
  static void repetition(const Context& c, const Slot& s) { exchange_with_all(c, s, 0); }
};

struct LinearAlltoall : Linear {
  static void repetition(const Context& c, const Slot& s) { exchange_with_all(c, s, c.bytes); }
};

/// A blocking call, and its non-blocking form with MPI_Wait.
template <class Blocking, class Started>
constexpr Benchmark blocking_row(std::string_view name, std::string_view summary, const Movement& moved) {
  return guideline_row<Blocking, AndWait<Started>>("C2", name, summary, moved);
}

inline constexpr std::array form_guidelines{
    guideline_row<Alltoallv, more::Alltoallw>("C1", "Alltoallv_as_Alltoallw",
                                              "MPI_Alltoallv, and MPI_Alltoallw", from_all_to_all),
    blocking_row<Allgather, Iallgather>("Allgather_as_Iallgather",
                                        "MPI_Allgather, and MPI_Iallgather and MPI_Wait", to_everybody),
    blocking_row<Allreduce, Iallreduce>("Allreduce_as_Iallreduce",
                                        "MPI_Allreduce, and MPI_Iallreduce and MPI_Wait", summed),
    blocking_row<Alltoall, Ialltoall>("Alltoall_as_Ialltoall", "MPI_Alltoall, and MPI_Ialltoall and MPI_Wait",
                                      from_all_to_all),
    blocking_row<Barrier, Ibarrier>("Barrier_as_Ibarrier", "MPI_Barrier, and MPI_Ibarrier and MPI_Wait",
                                    nothing_moved),
    blocking_row<Bcast, Ibcast>("Bcast_as_Ibcast", "MPI_Bcast, and MPI_Ibcast and MPI_Wait", from_the_root),
    blocking_row<Gather, Igather>("Gather_as_Igather", "MPI_Gather, and MPI_Igather and MPI_Wait",
                                  to_the_root),
    blocking_row<Reduce, Ireduce>("Reduce_as_Ireduce", "MPI_Reduce, and MPI_Ireduce and MPI_Wait",
                                  summed_at_the_root),
    blocking_row<ReduceScatter, IreduceScatter>("Reduce_scatter_as_Ireduce_scatter",
                                                "MPI_Reduce_scatter, and MPI_Ireduce_scatter and MPI_Wait",
                                                summed_shares),
    blocking_row<Scatter, Iscatter>("Scatter_as_Iscatter", "MPI_Scatter, and MPI_Iscatter and MPI_Wait",
                                    spread_by_the_root),
    guideline_row<AllgatherInPlace, CopyAllgather>(
        "C4", "Allgather_in_place_as_Allgather",
        "MPI_Allgather with MPI_IN_PLACE, and MPI_Allgather of a copy of the own message",
        with_scratch(to_everybody, message_scratch)),
    guideline_row<Allreduce, UsersAllreduce<true>>("C5", "Allreduce_as_user_operation",
                                                   "MPI_Allreduce with MPI_SUM, and with a sum of the user",
                                                   summed),
    guideline_row<UsersAllreduce<true>, UsersAllreduce<false>>(
        "C6", "Allreduce_commutative_as_ordered",
        "MPI_Allreduce with a sum of the user that commutes, and with one that may not", summed),
    guideline_row<Allgather, LinearAllgather>("C7", "Allgather_as_Isend_Irecv",
                                              "MPI_Allgather, and MPI_Isend and MPI_Irecv with each rank",
                                              to_everybody),
    guideline_row<Alltoall, LinearAlltoall>("C7", "Alltoall_as_Isend_Irecv",
                                            "MPI_Alltoall, and MPI_Isend and MPI_Irecv with each rank",
                                            from_all_to_all),
    guideline_row<Bcast, LinearBcast>("C7", "Bcast_as_Isend_Irecv",
                                      "MPI_Bcast, and MPI_Isend from the root to each rank", from_the_root),
    guideline_row<Gather, LinearGather>("C7", "Gather_as_Isend_Irecv",
                                        "MPI_Gather, and MPI_Isend from each rank to the root", to_the_root),
    guideline_row<Scatter, LinearScatter>("C7", "Scatter_as_Isend_Irecv",
                                          "MPI_Scatter, and MPI_Isend from the root to each rank",
                                          spread_by_the_root),
    guideline_row<Barrier, BarrierByAllreduce>("C8", "Barrier_as_Allreduce",
                                               "MPI_Barrier, and MPI_Allreduce of one byte", nothing_moved),
    guideline_row<Barrier, BarrierByGatherBcast>("C8", "Barrier_as_Gather_Bcast",
                                                 "MPI_Barrier, and MPI_Gather and MPI_Bcast of a byte",
                                                 with_scratch(nothing_moved, byte_a_rank)),
};

}  // namespace sonde::patterns::guidelines
