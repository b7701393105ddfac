// PingPong and Exchange by other calls than those of IMB: synchronous and buffered sends, matched probes,
// persistent requests. They run by name.
#pragma once
#include <array>
#include <limits>
#include <vector>

#include "patterns/concatenate.hpp"
#include "patterns/message_requests.hpp"
#include "patterns/transfers.hpp"

namespace sonde::patterns::ways {

inline constexpr int to_right_tag = message_tag, to_left_tag = 2;

/// Complete when the receiver has begun to receive.
struct Synchronous : Standard {
  static void send(const Context& c, const Slot& s) {
    ok(MPI_Ssend(s.out, c.count, c.type, c.peer, to_right_tag, c.comm), "MPI_Ssend");
  }
};

/// The buffer that MPI_Bsend copies to: room for two messages, because the last one may still be on its way.
/// A process has one such buffer at a time.
class SendBuffer {
 public:
  SendBuffer(const Case& c, const Loop&) {
    constexpr std::int64_t most = std::numeric_limits<int>::max();
    const auto fits = [](std::int64_t bytes) {
      ok(bytes <= most ? MPI_SUCCESS : MPI_ERR_COUNT,
         "MPI_Buffer_attach cannot express two messages of this length");
    };
    fits(2 * (c.bytes + MPI_BSEND_OVERHEAD));  // beyond that libraries let the int of MPI_Pack_size overflow
    int packed = 0;
    ok(MPI_Pack_size(c.count, c.type, c.comm, &packed), "MPI_Pack_size");
    const std::int64_t bytes = std::max<std::int64_t>(1, 2 * (std::int64_t{packed} + MPI_BSEND_OVERHEAD));
    fits(bytes);
    memory_.resize(static_cast<std::size_t>(bytes));
    ok(MPI_Buffer_attach(memory_.data(), static_cast<int>(bytes)), "MPI_Buffer_attach");
  }
  SendBuffer(const SendBuffer&) = delete;
  SendBuffer& operator=(const SendBuffer&) = delete;
  /// Waits for what is still on its way.
  ~SendBuffer() {
    void* memory = nullptr;
    int bytes = 0;
    static_cast<void>(MPI_Buffer_detach(static_cast<void*>(&memory), &bytes));
  }

 private:
  std::vector<char> memory_;
};

struct Buffered : Standard {
  using LoopState = SendBuffer;
  struct Context : PairContext {
    static Context of(const Case& c, const SendBuffer&) { return {PairContext::of(c)}; }
  };
  static void send(const Context& c, const Slot& s) {
    ok(MPI_Bsend(s.out, c.count, c.type, c.peer, to_right_tag, c.comm), "MPI_Bsend");
  }
};

/// The receiver waits for a message and then receives the one that it has found.
struct MatchedProbe : Standard {
  static void receive(const Context& c, const Slot& s) {
    MPI_Message found = MPI_MESSAGE_NULL;
    ok(MPI_Mprobe(c.peer, to_right_tag, c.comm, &found, MPI_STATUS_IGNORE), "MPI_Mprobe");
    ok(MPI_Mrecv(s.in, c.count, c.type, &found, MPI_STATUS_IGNORE), "MPI_Mrecv");
  }
};

/// Waits for each message as soon as it has begun.
struct NonBlocking {
  using LoopState = engine::Requests<1>;
  using Context = engine::WithRequests<PairContext, 1>;
  static void send(const Context& c, const Slot& s) {
    MPI_Request* const request = c.requests[0];
    ok(MPI_Isend(s.out, c.count, c.type, c.peer, to_right_tag, c.comm, request), "MPI_Isend");
    ok(MPI_Wait(request, MPI_STATUS_IGNORE), "MPI_Wait");
  }
  static void receive(const Context& c, const Slot& s) {
    MPI_Request* const request = c.requests[0];
    ok(MPI_Irecv(s.in, c.count, c.type, c.peer, to_right_tag, c.comm, request), "MPI_Irecv");
    ok(MPI_Wait(request, MPI_STATUS_IGNORE), "MPI_Wait");
  }
};

/// A receive and a send for the pair's message.
struct PairRequests : MessageRequests {
  PairRequests(const Case& c, const Loop& loop)
      : MessageRequests(2, c, loop, [pair = PairContext::of(c)](const Slot& s, MPI_Request* set) {
          ok(MPI_Recv_init(s.in, pair.count, pair.type, pair.peer, to_right_tag, pair.comm, set),
             "MPI_Recv_init");
          ok(MPI_Send_init(s.out, pair.count, pair.type, pair.peer, to_right_tag, pair.comm, set + 1),
             "MPI_Send_init");
        }) {}
};

inline void start(MPI_Request* request) {
  ok(MPI_Start(request), "MPI_Start");
}
inline void wait(MPI_Request* request) {
  ok(MPI_Wait(request, MPI_STATUS_IGNORE), "MPI_Wait");
}

/// The receive is started before the send, so that the answer has a place to go to.
struct PersistentPingPong {
  using LoopState = PairRequests;
  struct Context {
    PairRequests* requests;
    static Context of(const Case&, PairRequests& kept) { return {&kept}; }
  };
  static void active(const Context& c, const Slot&) {
    MPI_Request* const both = c.requests->next();
    start(both);
    start(both + 1);
    ok(MPI_Waitall(2, both, MPI_STATUSES_IGNORE), "MPI_Waitall");
  }
  static void passive(const Context& c, const Slot&) {
    MPI_Request* const both = c.requests->next();
    start(both);
    wait(both);
    start(both + 1);
    wait(both + 1);
  }
};

/// Two receives and two sends. A message bears where it goes to as its tag: requests that are started
/// together are started in any order, and two ranks are both neighbours of each other.
struct ChainRequests : MessageRequests {
  ChainRequests(const Case& c, const Loop& loop)
      : MessageRequests(
            4, c, loop,
            [chain = ChainContext::of(c), second = static_cast<std::ptrdiff_t>(c.bytes)](const Slot& s,
                                                                                         MPI_Request* set) {
              ok(MPI_Recv_init(s.in, chain.count, chain.type, chain.left, to_right_tag, chain.comm, set),
                 "MPI_Recv_init");
              ok(MPI_Recv_init(s.in + second, chain.count, chain.type, chain.right, to_left_tag, chain.comm,
                               set + 1),
                 "MPI_Recv_init");
              ok(MPI_Send_init(s.out, chain.count, chain.type, chain.right, to_right_tag, chain.comm,
                               set + 2),
                 "MPI_Send_init");
              ok(MPI_Send_init(s.out + second, chain.count, chain.type, chain.left, to_left_tag, chain.comm,
                               set + 3),
                 "MPI_Send_init");
            }) {}
};

struct PersistentExchange {
  using LoopState = ChainRequests;
  struct Context {
    ChainRequests* requests;
    static Context of(const Case&, ChainRequests& kept) { return {&kept}; }
  };
  static void repetition(const Context& c, const Slot&) {
    MPI_Request* const all = c.requests->next();
    ok(MPI_Startall(4, all), "MPI_Startall");
    ok(MPI_Waitall(4, all, MPI_STATUSES_IGNORE), "MPI_Waitall");
  }
};

constexpr Benchmark unsimulated(Benchmark row) {
  row.needs.library = Feature::unsimulated;
  return row;
}

inline constexpr std::array<Benchmark, 6> way_rows{{
    by_name(ping_pong_row("PingPong_ssend", "PingPong by MPI_Ssend and MPI_Recv",
                          engine::measure_pair<ThereAndBack<Synchronous>>)),
    by_name(ping_pong_row("PingPong_bsend", "PingPong by MPI_Bsend and MPI_Recv",
                          engine::measure_pair<ThereAndBack<Buffered>>)),
    unsimulated(by_name(ping_pong_row("PingPong_mprobe", "PingPong by MPI_Send, MPI_Mprobe and MPI_Mrecv",
                                      engine::measure_pair<ThereAndBack<MatchedProbe>>))),
    by_name(ping_pong_row("PingPong_nb", "PingPong by MPI_Isend, MPI_Irecv and MPI_Wait",
                          engine::measure_pair<ThereAndBack<NonBlocking>>)),
    by_name(ping_pong_row("PingPong_init", "PingPong by persistent requests: MPI_Start and MPI_Wait",
                          engine::measure_pair<PersistentPingPong>)),
    {.name = "Exchange_init",
     .summary = "Exchange by persistent requests: MPI_Startall and MPI_Waitall",
     .suite = Suite::sonde,
     .klass = TransferClass::parallel_transfer,
     .optional = true,
     .message = {.send = Extent::two_messages, .receive = Extent::two_messages},
     .expect = ExpectedContent::from_neighbours,
     .metric = {.messages = 4},
     .modes = {{{"", Counting::per_sample, engine::measure<PersistentExchange>}}}},
}};

}  // namespace sonde::patterns::ways
