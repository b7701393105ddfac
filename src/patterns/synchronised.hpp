// One-sided transfers between pairs, each with the synchronisation that -rma_sync names: put, get and the
// atomic operations one by one, and windows of puts or gets. They run by name.
//
// Which synchronisation it is was asked before the loop begins: each has a loop of its own. What stands
// between two clock readings is what the origin calls; a target that must call as well does so in a loop
// without a clock.
#pragma once
#include <array>
#include <type_traits>
#include <vector>

#include "engine/loops.hpp"
#include "mpi/error.hpp"

namespace sonde::patterns::synchronised {

using engine::Slot;
using mpi::ok;

/// Of transfers with the partner's window.
struct Access {
  MPI_Win window;
  int peer;
  MPI_Aint base;  ///< displacement of the partner's first section
  int count;
  MPI_Datatype type;
  MPI_Op op;
  MPI_Group group;  ///< the partner
  int messages;     ///< of a repetition
  std::ptrdiff_t
      stride;  ///< bytes from a message to the next, and from a new value to the one it is compared with
  static Access of(const Case& c) {
    return {c.window,
            engine::pair_partner(c),
            c.window_base,
            c.count,
            c.type,
            c.op,
            c.partner_group,
            c.in_flight,
            static_cast<std::ptrdiff_t>(c.bytes)};
  }
};

/// What one message goes between: this rank's buffers and a displacement of the partner's window.
struct TransferEnds {
  std::byte *out, *in;
  MPI_Aint at;
  void step(std::ptrdiff_t bytes) {
    out += bytes;
    in += bytes;
    at += bytes;
  }
};

// What is issued: by itself, or so that a request completes it.

struct Put {
  static void issue(const Access& c, const TransferEnds& e) {
    ok(MPI_Put(e.out, c.count, c.type, c.peer, e.at, c.count, c.type, c.window), "MPI_Put");
  }
  static void request(const Access& c, const TransferEnds& e, MPI_Request* request) {
    ok(MPI_Rput(e.out, c.count, c.type, c.peer, e.at, c.count, c.type, c.window, request), "MPI_Rput");
  }
};

struct Get {
  static void issue(const Access& c, const TransferEnds& e) {
    ok(MPI_Get(e.in, c.count, c.type, c.peer, e.at, c.count, c.type, c.window), "MPI_Get");
  }
  static void request(const Access& c, const TransferEnds& e, MPI_Request* request) {
    ok(MPI_Rget(e.in, c.count, c.type, c.peer, e.at, c.count, c.type, c.window, request), "MPI_Rget");
  }
};

struct Accumulate {
  static void issue(const Access& c, const TransferEnds& e) {
    ok(MPI_Accumulate(e.out, c.count, c.type, c.peer, e.at, c.count, c.type, c.op, c.window),
       "MPI_Accumulate");
  }
  static void request(const Access& c, const TransferEnds& e, MPI_Request* request) {
    ok(MPI_Raccumulate(e.out, c.count, c.type, c.peer, e.at, c.count, c.type, c.op, c.window, request),
       "MPI_Raccumulate");
  }
};

struct GetAccumulate {
  static void issue(const Access& c, const TransferEnds& e) {
    ok(MPI_Get_accumulate(e.out, c.count, c.type, e.in, c.count, c.type, c.peer, e.at, c.count, c.type, c.op,
                          c.window),
       "MPI_Get_accumulate");
  }
  static void request(const Access& c, const TransferEnds& e, MPI_Request* request) {
    ok(MPI_Rget_accumulate(e.out, c.count, c.type, e.in, c.count, c.type, c.peer, e.at, c.count, c.type, c.op,
                           c.window, request),
       "MPI_Rget_accumulate");
  }
};

/// Always of the first element of the partner's window, which grows.
struct FetchAndOp {
  static void issue(const Access& c, const TransferEnds& e) {
    ok(MPI_Fetch_and_op(e.out, e.in, c.type, c.peer, c.base, c.op, c.window), "MPI_Fetch_and_op");
  }
};

/// Likewise: the second of the two values in a slot is expected there and gives way to the first.
struct CompareAndSwap {
  static void issue(const Access& c, const TransferEnds& e) {
    ok(MPI_Compare_and_swap(e.out + c.stride, e.out, e.in, c.type, c.peer, c.base, c.window),
       "MPI_Compare_and_swap");
  }
};

template <class Transfer>
concept HasRequest = requires(const Access& c, const TransferEnds& e, MPI_Request* r) {
  Transfer::request(c, e, r);
};

// How many of them a repetition has.

template <class Transfer>
struct One {
  static void issue(const Access& c, const Slot& s) {
    Transfer::issue(c, {s.out, s.in, c.base + s.position});
  }
  static void request(const Access& c, const Slot& s, MPI_Request* request) requires HasRequest<Transfer> {
    Transfer::request(c, {s.out, s.in, c.base + s.position}, request);
    ok(MPI_Wait(request, MPI_STATUS_IGNORE), "MPI_Wait");
  }
};

/// A window of them in flight, each between places of its own.
template <class Transfer>
struct Burst {
  static void issue(const Access& c, const Slot& s) {
    TransferEnds ends{s.out, s.in, c.base + s.position};
    for (int left = c.messages; left > 0; --left, ends.step(c.stride)) Transfer::issue(c, ends);
  }
  static void request(const Access& c, const Slot& s, MPI_Request* requests) {
    TransferEnds ends{s.out, s.in, c.base + s.position};
    MPI_Request* const end = requests + c.messages;
    for (MPI_Request* next = requests; next != end; ++next, ends.step(c.stride))
      Transfer::request(c, ends, next);
    ok(MPI_Waitall(c.messages, requests, MPI_STATUSES_IGNORE), "MPI_Waitall");
  }
};

// Completion of transfers. `origin` is the repetition of a rank that issues them, `target` that of
// one that does not.

/// Targets that call nothing.
struct Passive {
  using Context = Access;
  static constexpr bool calls_target = false;
};

struct Flush : Passive {
  template <class Transfers>
  static void origin(const Access& c, const Slot& s) {
    Transfers::issue(c, s);
    ok(MPI_Win_flush(c.peer, c.window), "MPI_Win_flush");
  }
};

struct FlushLocal : Passive {
  template <class Transfers>
  static void origin(const Access& c, const Slot& s) {
    Transfers::issue(c, s);
    ok(MPI_Win_flush_local(c.peer, c.window), "MPI_Win_flush_local");
  }
};

struct FlushAll : Passive {
  template <class Transfers>
  static void origin(const Access& c, const Slot& s) {
    Transfers::issue(c, s);
    ok(MPI_Win_flush_all(c.window), "MPI_Win_flush_all");
  }
};

struct Lock : Passive {
  template <class Transfers>
  static void origin(const Access& c, const Slot& s) {
    ok(MPI_Win_lock(MPI_LOCK_SHARED, c.peer, 0, c.window), "MPI_Win_lock");
    Transfers::issue(c, s);
    ok(MPI_Win_unlock(c.peer, c.window), "MPI_Win_unlock");
  }
};

struct LockAll : Passive {
  template <class Transfers>
  static void origin(const Access& c, const Slot& s) {
    ok(MPI_Win_lock_all(0, c.window), "MPI_Win_lock_all");
    Transfers::issue(c, s);
    ok(MPI_Win_unlock_all(c.window), "MPI_Win_unlock_all");
  }
};

/// Requests of one-sided calls may be neither cancelled nor freed: where a call throws they are left alone.
struct Request : Passive {
  class LoopState {
   public:
    LoopState(const Case& c, const Loop&)
        : requests_(static_cast<std::size_t>(c.in_flight), MPI_REQUEST_NULL) {}
    MPI_Request* data() { return requests_.data(); }

   private:
    std::vector<MPI_Request> requests_;
  };
  struct Context : Access {
    MPI_Request* requests;
    static Context of(const Case& c, LoopState& kept) { return {Access::of(c), kept.data()}; }
  };
  template <class Transfers>
  static void origin(const Context& c, const Slot& s) {
    Transfers::request(c, s, c.requests);
  }
};

/// Every rank of the group calls it, those without a partner too. The epoch of the first repetition is open.
struct Fence {
  using Context = Access;
  static constexpr bool calls_target = true;
  template <class Transfers>
  static void origin(const Access& c, const Slot& s) {
    Transfers::issue(c, s);
    target(c);
  }
  static void target(const Access& c) { ok(MPI_Win_fence(0, c.window), "MPI_Win_fence"); }
};

/// Start, complete, post and wait, between the two of a pair.
struct Pscw {
  using Context = Access;
  static constexpr bool calls_target = true;
  template <class Transfers>
  static void origin(const Access& c, const Slot& s) {
    ok(MPI_Win_start(c.group, 0, c.window), "MPI_Win_start");
    Transfers::issue(c, s);
    ok(MPI_Win_complete(c.window), "MPI_Win_complete");
  }
  static void target(const Access& c) {
    if (c.peer == MPI_PROC_NULL) return;
    post(c);
    wait(c);
  }
  static void post(const Access& c) { ok(MPI_Win_post(c.group, 0, c.window), "MPI_Win_post"); }
  static void wait(const Access& c) { ok(MPI_Win_wait(c.window), "MPI_Win_wait"); }
};

/// The same where both of a pair are origin and target.
struct PscwBothWays : Pscw {
  template <class Transfers>
  static void origin(const Access& c, const Slot& s) {
    post(c);
    Pscw::origin<Transfers>(c, s);
    wait(c);
  }
};

/// The part of a rank whose time is not used.
template <class Sync>
void serve_as_target(const typename Sync::Context& context, const Case& c, const Loop& loop,
                     LoopSample& sample) {
  engine::line_up_idle(c, loop, sample);
  if constexpr (Sync::calls_target)
    for (std::int64_t left = loop.batches.repetitions(); left > 0; --left) Sync::target(context);
}

template <class Sync, class Transfers>
[[gnu::noinline]] void measure_with(const Case& c, const Loop& loop, LoopSample& sample) {
  const engine::PatternScope<Sync> around(c, loop);
  if (loop.role == Role::idle) return serve_as_target<Sync>(around.context, c, loop, sample);
  const engine::WindowSteps steps(c.steps.after(loop.first), c.sections.after(loop.first));
  engine::time_body(
      c, loop, sample, steps, [context = around.context](const Slot& s) __attribute__((flatten)) {
        Sync::template origin<Transfers>(context, s);
      });
}

/// `both_ways`: both ranks of a pair are origins.
template <class Transfers, bool both_ways = false>
void measure(const Case& c, const Loop& loop, LoopSample& sample) {
  switch (c.sync) {
    case RmaSync::fence:
      return measure_with<Fence, Transfers>(c, loop, sample);
    case RmaSync::pscw:
      return measure_with<std::conditional_t<both_ways, PscwBothWays, Pscw>, Transfers>(c, loop, sample);
    case RmaSync::lock:
      return measure_with<Lock, Transfers>(c, loop, sample);
    case RmaSync::lock_all:
      return measure_with<LockAll, Transfers>(c, loop, sample);
    case RmaSync::flush:
      return measure_with<Flush, Transfers>(c, loop, sample);
    case RmaSync::flush_local:
      return measure_with<FlushLocal, Transfers>(c, loop, sample);
    case RmaSync::flush_all:
      return measure_with<FlushAll, Transfers>(c, loop, sample);
    case RmaSync::request:
      // Of atomic operations on one element there is none; the plan refuses them.
      if constexpr (requires(MPI_Request * r) { Transfers::request(Access{}, Slot{}, r); })
        return measure_with<Request, Transfers>(c, loop, sample);
  }
}

constexpr Benchmark synchronised_row(std::string_view name, std::string_view summary, Message message,
                                     ExpectedContent expect, Measure measure) {
  const bool element = message.receive == Extent::element;
  return {.name = name,
          .summary = summary,
          .suite = Suite::sonde,
          .klass = TransferClass::single_transfer,
          .optional = true,
          .message = message,
          .needs = {.processes = {2, 2, Roles::first_of_pairs},
                    .resource = Resource::window,
                    .window = {.as_asked = true, .no_request = element}},
          .expect = expect,
          .metric = {.messages = 1},
          .modes = {{{"", Counting::per_sample, measure}}}};
}

constexpr Benchmark rate_row(std::string_view name, std::string_view summary, Message message, Roles roles,
                             ExpectedContent expect, Measure measure) {
  return {
      .name = name,
      .summary = summary,
      .suite = Suite::sonde,
      .klass = TransferClass::message_rate,
      .optional = true,
      .message = message,
      .needs = {.processes = {.least = 2, .roles = roles},
                .resource = Resource::window,
                .window = {.extent = Extent::window_of_messages, .as_asked = true}},
      .expect = expect,
      .metric = {.messages = roles == Roles::pairs ? 2 : 1, .counted = Counted::pairs, .message_rate = true},
      .modes = {{{"", Counting::per_sample, measure}}}};
}

inline constexpr std::array<Benchmark, 9> synchronised_rows{{
    synchronised_row("Rma_put", "MPI_Put by rank 0 to the window of rank 1, completed as -rma_sync has it",
                     {.receive = Extent::none}, ExpectedContent::put_by_peer, measure<One<Put>>),
    synchronised_row("Rma_get", "MPI_Get by rank 0 from the window of rank 1, completed as -rma_sync has it",
                     {.send = Extent::none}, ExpectedContent::got_from_peer, measure<One<Get>>),
    synchronised_row("Rma_accumulate",
                     "MPI_Accumulate of floats with MPI_SUM by rank 0, completed as -rma_sync has it",
                     {.receive = Extent::none, .element = Element::real32}, ExpectedContent::added_by_first,
                     measure<One<Accumulate>>),
    synchronised_row("Rma_get_accumulate",
                     "MPI_Get_accumulate of floats with MPI_SUM by rank 0, completed as -rma_sync has it",
                     {.element = Element::real32}, ExpectedContent::fetched_and_added,
                     measure<One<GetAccumulate>>),
    synchronised_row("Rma_fetch_and_op",
                     "MPI_Fetch_and_op with MPI_SUM on one float of rank 1, completed as -rma_sync has it",
                     {.receive = Extent::element, .element = Element::real32}, ExpectedContent::counted,
                     measure<One<FetchAndOp>>),
    synchronised_row("Rma_compare_and_swap",
                     "MPI_Compare_and_swap on one int of rank 1, completed as -rma_sync has it",
                     {.send = Extent::two_messages, .receive = Extent::element, .element = Element::whole32},
                     ExpectedContent::swapped, measure<One<CompareAndSwap>>),
    rate_row("Rma_put_rate", "windows of MPI_Put from the first half of the ranks to the second",
             {.send = Extent::window_of_messages, .receive = Extent::none}, Roles::first_of_pairs,
             ExpectedContent::put_by_peer, measure<Burst<Put>>),
    rate_row("Rma_get_rate", "windows of MPI_Get by the first half of the ranks from the second",
             {.send = Extent::none, .receive = Extent::window_of_messages}, Roles::first_of_pairs,
             ExpectedContent::got_from_peer, measure<Burst<Get>>),
    rate_row("Rma_put_birate", "windows of MPI_Put between the halves of the ranks, both ways",
             {.send = Extent::window_of_messages, .receive = Extent::none}, Roles::pairs,
             ExpectedContent::put_by_peer, measure<Burst<Put>, true>),
}};

}  // namespace sonde::patterns::synchronised
