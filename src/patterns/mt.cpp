// IMB-MT: benchmarks of IMB-MPI1 with several threads in each rank. Thread k exchanges messages with thread k
// of other ranks, on a communicator of its own.
#include "catalog/well_formed.hpp"
#include "engine/threads.hpp"
#include "patterns/bands.hpp"
#include "patterns/catalog.hpp"
#include "patterns/movement.hpp"
#include "patterns/reductions.hpp"
#include "patterns/transfers.hpp"

namespace sonde::patterns {

namespace {

using engine::measure;
using engine::measure_pair;
using engine::measure_threads;

/// A barrier of all threads of all ranks: first the threads of a rank wait for each other, then each for the
/// same thread of the other ranks.
struct ThreadBarrier {
  struct LoopState {
    std::barrier<>* together;
    LoopState(const Case&, const Loop& loop) : together(loop.together) {}
  };
  struct Context {
    MPI_Comm comm;
    std::barrier<>* together;
    static Context of(const Case& c, const LoopState& kept) { return {c.comm, kept.together}; }
  };
  static void repetition(const Context& c, const Slot&) {
    c.together->arrive_and_wait();
    ok(MPI_Barrier(c.comm), "MPI_Barrier");
  }
};

constexpr Message one_message{};
constexpr Message two_sent{.send = Extent::two_messages};
constexpr Message window{.send = Extent::places_of_window, .receive = Extent::places_of_window};
constexpr Message from_first{.send = Extent::none, .root = Root::zero};
constexpr Message added_at_first{.element = Element::reduction, .root = Root::zero};
constexpr Message added{.element = Element::reduction};
constexpr Processes pairs{.least = 2, .roles = Roles::halves};
constexpr Processes any{};

template <Measure loop>
constexpr Benchmark row(std::string_view name, std::string_view summary, TransferClass klass, Message message,
                        Processes processes, ExpectedContent expect, Metric metric = {}) {
  return {.name = name,
          .summary = summary,
          .suite = Suite::mt,
          .klass = klass,
          .message = message,
          .parameter = Parameter::threads,
          .needs = {.processes = processes},
          .expect = expect,
          .metric = metric,
          .modes = {{{"", Counting::per_sample, measure_threads<loop>}}}};
}

constexpr Metric band(double scale) {
  return {.time_scale = scale,
          .messages = 1,
          .counted = Counted::pairs,
          .message_rate = true,
          .per_message = true};
}

using enum TransferClass;

constexpr std::array<Benchmark, 10> mt_rows{{
    row<measure_pair<PingPong>>("PingPongMT",
                                "pairs of ranks, thread to thread: there and back; half a round trip",
                                parallel_transfer, one_message, pairs, ExpectedContent::window_from_partner,
                                {.time_scale = 0.5, .messages = 1}),
    row<measure_pair<PingPing>>("PingPingMT", "pairs of ranks, thread to thread: both send at the same time",
                                parallel_transfer, one_message, pairs, ExpectedContent::window_from_partner,
                                {.messages = 1}),
    row<measure<Sendrecv>>("SendRecvMT", "a periodic chain for each thread: to the right, from the left",
                           parallel_transfer, one_message, any, ExpectedContent::from_left, {.messages = 2}),
    row<measure<Exchange>>("ExchangeMT", "a periodic chain for each thread: messages with both neighbours",
                           parallel_transfer, two_sent, any, ExpectedContent::from_neighbours,
                           {.messages = 4}),
    row<measure_band<Uniband>>("UniBandMT", "windows of messages one way between pairs, thread to thread",
                               message_rate, window, pairs, ExpectedContent::window_at_answering, band(1)),
    row<measure_band<Biband>>("BiBandMT", "windows of messages both ways between pairs, thread to thread",
                              message_rate, window, pairs, ExpectedContent::window_from_partner, band(0.5)),
    row<measure<ThreadBarrier>>("BarrierMT", "a barrier of the threads, and MPI_Barrier in each of them",
                                collective, no_message, any, ExpectedContent::entered_by_all),
    row<measure<Bcast>>("BcastMT", "MPI_Bcast of X bytes in each thread; the root is the first rank",
                        collective, from_first, any, ExpectedContent::from_root),
    row<measure<Reduce>>("ReduceMT", "MPI_Reduce of X bytes in each thread; the root is the first rank",
                         collective, added_at_first, any, ExpectedContent::reduced_at_root),
    row<measure<Allreduce>>("AllReduceMT", "MPI_Allreduce of X bytes in each thread", collective, added, any,
                            ExpectedContent::reduced),
}};
static_assert(well_formed<first_fault(mt_rows)>);

}  // namespace

Catalog mt_catalog() {
  return mt_rows;
}

}  // namespace sonde::patterns
