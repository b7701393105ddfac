// PingPong and PingPing that receive with any tag, from the peer or from any source: what the library pays
// for not knowing the sender. Rows of later suites.
#pragma once
#include <array>

#include "patterns/transfers.hpp"

namespace sonde::patterns {

/// From the peer, whatever the tag.
struct SpecificSource {
  static int of(const PairContext& c) { return c.peer; }
};
/// From any source.
struct AnySource {
  static int of(const PairContext&) { return MPI_ANY_SOURCE; }
};

/// Where the status of a receive goes, which says who has sent.
struct KeptStatus {
  MPI_Status status{};
  bool received = false;
  KeptStatus(const Case&, const Loop& loop) : received(loop.batches.repetitions() > 0) {}
};

struct StatusContext : PairContext {
  KeptStatus* kept;
  static StatusContext of(const Case& c, KeptStatus& kept) { return {PairContext::of(c), &kept}; }
};

inline void receive_from(const StatusContext& c, const Slot& s, int source) {
  ok(MPI_Recv(s.in, c.count, c.type, source, MPI_ANY_TAG, c.comm, &c.kept->status), "MPI_Recv");
}

/// The last status names the peer, the tag and the whole message.
inline void confirm_status(const StatusContext& c) {
  if (!c.kept->received || c.peer == MPI_PROC_NULL) return;
  const MPI_Status& status = c.kept->status;
  int count = 0;
  ok(MPI_Get_count(&status, c.type, &count), "MPI_Get_count");
  const bool right = status.MPI_SOURCE == c.peer && status.MPI_TAG == message_tag && count == c.count;
  ok(right ? MPI_SUCCESS : MPI_ERR_INTERN, "the status of a receive names another message");
}

template <class Source>
struct PingPongFrom {
  using LoopState = KeptStatus;
  using Context = StatusContext;
  static void active(const Context& c, const Slot& s) {
    send(c, s);
    receive_from(c, s, Source::of(c));
  }
  static void passive(const Context& c, const Slot& s) {
    receive_from(c, s, Source::of(c));
    send(c, s);
  }
  static void confirm(const Context& c) { confirm_status(c); }
};

struct KeptRequestAndStatus : KeptStatus {
  engine::Requests<1> requests;
  KeptRequestAndStatus(const Case& c, const Loop& loop) : KeptStatus(c, loop), requests(c, loop) {}
};

template <class Source>
struct PingPingFrom {
  using LoopState = KeptRequestAndStatus;
  struct Context : StatusContext {
    MPI_Request* request;
    static Context of(const Case& c, LoopState& kept) {
      return {StatusContext::of(c, kept), &kept.requests[0]};
    }
  };
  static void repetition(const Context& c, const Slot& s) {
    ok(MPI_Isend(s.out, c.count, c.type, c.peer, message_tag, c.comm, c.request), "MPI_Isend");
    receive_from(c, s, Source::of(c));
    ok(MPI_Wait(c.request, MPI_STATUS_IGNORE), "MPI_Wait");
  }
  static void confirm(const Context& c) { confirm_status(c); }
};

/// A row of later suites.
constexpr Benchmark of_source(Benchmark row) {
  row.optional = true;
  return row;
}

inline constexpr std::array source_rows{
    of_source(ping_pong_row("PingPongSpecificSource", "PingPong that receives any tag from the peer",
                            engine::measure_pair<PingPongFrom<SpecificSource>>)),
    of_source(ping_pong_row("PingPongAnySource", "PingPong that receives from MPI_ANY_SOURCE",
                            engine::measure_pair<PingPongFrom<AnySource>>)),
    of_source(ping_ping_row("PingPingSpecificSource", "PingPing that receives any tag from the peer",
                            engine::measure<PingPingFrom<SpecificSource>>)),
    of_source(ping_ping_row("PingPingAnySource", "PingPing that receives from MPI_ANY_SOURCE",
                            engine::measure<PingPingFrom<AnySource>>)),
};

}  // namespace sonde::patterns
