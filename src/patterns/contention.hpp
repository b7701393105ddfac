// All processes send at the same time: what is left of the rate of a link when others use the network, too.
#pragma once
#include <array>
#include <vector>

#include "engine/loops.hpp"
#include "engine/partners.hpp"
#include "mpi/error.hpp"

namespace sonde::patterns::contention {

using engine::Slot;
using mpi::ok;

inline constexpr int flow_tag = 1;
inline constexpr char arrived = 'a';

struct FlowContext {
  MPI_Comm comm;
  int count;
  MPI_Datatype type;
  static FlowContext of(const Case& c) { return {c.comm, c.count, c.type}; }
};

inline void exchange(const FlowContext& c, const Slot& s, const Ends& peers) {
  ok(MPI_Sendrecv(s.out, c.count, c.type, peers.to, flow_tag, s.in, c.count, c.type, peers.from, flow_tag,
                  c.comm, MPI_STATUS_IGNORE),
     "MPI_Sendrecv");
}

/// The same flows in every repetition.
struct FixedFlows {
  struct Context : FlowContext {
    Ends peers;
    static Context of(const Case& c) { return {FlowContext::of(c), engine::peers_of(c, 0)}; }
  };
  static void repetition(const Context& c, const Slot& s) { exchange(c, s, c.peers); }
};

/// Other flows in each repetition.
struct DrawnFlows {
  using LoopState = engine::DrawnEnds;
  struct Context : FlowContext {
    engine::DrawnEnds* drawn;
    static Context of(const Case& c, LoopState& kept) { return {FlowContext::of(c), &kept}; }
  };
  static void repetition(const Context& c, const Slot& s) { exchange(c, s, c.drawn->next()); }
};

/// Those that the first rank meets: all but itself, or one alone.
inline int others_of(const Case& c) {
  return c.only_pair_of < 0 ? c.size - 1 : 1;
}

/// A request and a byte for each of them.
struct Others {
  std::vector<char> answers;
  engine::RequestList requests;  ///< goes first: what is under way may write the answers
  Others(const Case& c, const Loop&)
      : answers(static_cast<std::size_t>(others_of(c))), requests(answers.size()) {}
};

struct OthersContext : FlowContext {
  int others, lowest;     ///< how many, and the first of their ranks
  std::ptrdiff_t stride;  ///< bytes from a message to the next
  MPI_Request* requests;
  char* answers;
  static OthersContext of(const Case& c, Others& kept) {
    return {FlowContext::of(c),
            others_of(c),
            c.only_pair_of < 0 ? 1 : c.only_pair_of,
            static_cast<std::ptrdiff_t>(c.bytes),
            kept.requests.data(),
            kept.answers.data()};
  }
};

inline void wait_for_others(const OthersContext& c) {
  ok(MPI_Waitall(c.others, c.requests, MPI_STATUSES_IGNORE), "MPI_Waitall");
}
inline void tell_first(const OthersContext& c) {
  ok(MPI_Send(&arrived, 1, MPI_CHAR, 0, flow_tag, c.comm), "MPI_Send");
}
inline void hear_from_first(const OthersContext& c) {
  ok(MPI_Recv(c.answers, 1, MPI_CHAR, 0, flow_tag, c.comm, MPI_STATUS_IGNORE), "MPI_Recv");
}

/// All others send to the first rank, which tells each when everything is there: no rank runs ahead.
struct Incast {
  using LoopState = Others;
  using Context = OthersContext;
  static void active(const Context& c, const Slot& s) {
    std::byte* place = s.in;
    for (int i = 0; i < c.others; ++i, place += c.stride)
      ok(MPI_Irecv(place, c.count, c.type, c.lowest + i, flow_tag, c.comm, c.requests + i), "MPI_Irecv");
    wait_for_others(c);
    for (int i = 0; i < c.others; ++i)
      ok(MPI_Isend(&arrived, 1, MPI_CHAR, c.lowest + i, flow_tag, c.comm, c.requests + i), "MPI_Isend");
    wait_for_others(c);
  }
  static void passive(const Context& c, const Slot& s) {
    ok(MPI_Send(s.out, c.count, c.type, 0, flow_tag, c.comm), "MPI_Send");
    hear_from_first(c);
  }
};

/// The first rank sends one message to all others, each of which tells when it is there.
struct Outcast {
  using LoopState = Others;
  using Context = OthersContext;
  static void active(const Context& c, const Slot& s) {
    for (int i = 0; i < c.others; ++i)
      ok(MPI_Isend(s.out, c.count, c.type, c.lowest + i, flow_tag, c.comm, c.requests + i), "MPI_Isend");
    wait_for_others(c);
    for (int i = 0; i < c.others; ++i)
      ok(MPI_Irecv(c.answers + i, 1, MPI_CHAR, c.lowest + i, flow_tag, c.comm, c.requests + i), "MPI_Irecv");
    wait_for_others(c);
  }
  static void passive(const Context& c, const Slot& s) {
    ok(MPI_Recv(s.in, c.count, c.type, 0, flow_tag, c.comm, MPI_STATUS_IGNORE), "MPI_Recv");
    tell_first(c);
  }
};

constexpr Benchmark flow_row(std::string_view name, std::string_view summary, Flows flows, int least) {
  const bool drawn = FlowMap{.kind = flows}.drawn();
  return {.name = name,
          .summary = summary,
          .suite = Suite::sonde,
          .klass = TransferClass::contention,
          .flows = flows,
          .needs = {.processes = {.least = least}},
          .expect = ExpectedContent::from_flow,
          .metric = {.messages = 1, .counted = Counted::flows, .message_rate = true},
          .modes = {{{"", Counting::per_sample,
                      drawn ? engine::measure<DrawnFlows> : engine::measure<FixedFlows>}}}};
}

constexpr Benchmark star_row(std::string_view name, std::string_view summary, Extent receive,
                             ExpectedContent expect, Measure measure) {
  return {.name = name,
          .summary = summary,
          .suite = Suite::sonde,
          .klass = TransferClass::contention,
          .message = {.receive = receive},
          .needs = {.processes = {.least = 2, .roles = Roles::first_and_others}},
          .expect = expect,
          .metric = {.messages = 1, .counted = Counted::others, .message_rate = true},
          .modes = {{{"", Counting::per_sample, measure}}}};
}

/// Among the ranks of two nodes alone: how many of them fill what joins the nodes.
constexpr Benchmark between_nodes(Benchmark row) {
  row.optional = true;
  row.usual_bytes = std::int64_t{1} << 20;
  row.axis = Axis::node_pairs;
  return row;
}

inline constexpr std::array<Benchmark, 11> contention_rows{{
    flow_row("Shift", "rank i sends to i + k (-shift, else half of all) and receives from i - k",
             Flows::shifted, 2),
    flow_row("Bitcomp", "rank i and P - 1 - i send to each other; the middle one of an odd number idles",
             Flows::reversed, 2),
    flow_row("Tornado", "rank i sends to i + ceil(P/2) - 1, almost half way around", Flows::tornado, 3),
    flow_row("Transpose",
             "the first s^2 ranks, s = floor(sqrt(P)), on a square grid: row and column change places; the "
             "others and the diagonal idle",
             Flows::transposed, 4),
    flow_row("Randperm",
             "every rank sends to another one and receives from one: permutations drawn at random",
             Flows::permuted, 2),
    flow_row("Bisect_worst", "rank i of the first half and i + P/2 send to each other", Flows::halves, 2),
    flow_row("Ebb", "pairs drawn at random send to each other: effective bisection bandwidth", Flows::paired,
             2),
    star_row("Incast", "all others send to rank 0, which answers each when all is there",
             Extent::message_per_other, ExpectedContent::from_all_others, engine::measure_pair<Incast>),
    star_row("Outcast", "rank 0 sends a message to all others, which answer", Extent::message,
             ExpectedContent::from_first, engine::measure_pair<Outcast>),
    flow_row("Randring", "a ring of all ranks in an order drawn at random: each sends to the next",
             Flows::ring, 2),
    between_nodes(
        flow_row("Contend",
                 "k = 1, 2, ... ranks of the first node and k of its nearest, then its farthest one "
                 "send to each other",
                 Flows::halves, 2)),
}};

}  // namespace sonde::patterns::contention
