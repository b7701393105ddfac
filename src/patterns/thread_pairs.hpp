// Pairs of threads on one communicator: what IMB-MT does on a communicator for each. By name.
#pragma once
#include <array>

#include "engine/threads.hpp"
#include "mpi/error.hpp"

namespace sonde::patterns::thread_pairs {

using engine::Slot;
using mpi::ok;

inline constexpr int first_tag = 1;

/// Thread k of a process and thread k of its partner, whose messages have a tag of their own.
struct PingPong {
  struct Context : engine::PairContext {
    int tag;
    static Context of(const Case& c) { return {engine::PairContext::of(c), first_tag + c.thread}; }
  };
  static void send(const Context& c, const Slot& s) {
    ok(MPI_Send(s.out, c.count, c.type, c.peer, c.tag, c.comm), "MPI_Send");
  }
  static void receive(const Context& c, const Slot& s) {
    ok(MPI_Recv(s.in, c.count, c.type, c.peer, c.tag, c.comm, MPI_STATUS_IGNORE), "MPI_Recv");
  }
  static void active(const Context& c, const Slot& s) {
    send(c, s);
    receive(c, s);
  }
  static void passive(const Context& c, const Slot& s) {
    receive(c, s);
    send(c, s);
  }
};

inline constexpr std::array<Benchmark, 1> thread_rows{
    {{.name = "PingPong_threads",
      .summary =
          "PingPong in each of -threads of two processes, on one communicator; tags tell the threads apart",
      .suite = Suite::sonde,
      .klass = TransferClass::single_transfer,
      .optional = true,
      .parameter = Parameter::threads,
      .needs = {.processes = {.least = 2, .exactly = 2, .roles = Roles::halves},
                .library = Feature::unsimulated},
      .expect = ExpectedContent::window_from_partner,
      .metric = {.time_scale = 0.5, .messages = 1},
      .modes = {{{"", Counting::per_sample, engine::measure_threads<engine::measure_pair<PingPong>>}}}}}};

}  // namespace sonde::patterns::thread_pairs
