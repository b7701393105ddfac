// Pairs of threads on one communicator: what IMB-MT does on a communicator for each. By name.
#pragma once
#include <array>

#include "engine/threads.hpp"
#include "patterns/concatenate.hpp"
#include "patterns/transfers.hpp"

namespace sonde::patterns::thread_pairs {

inline constexpr int first_tag = 1;

/// Thread k of a process and thread k of its partner, whose messages have a tag of their own.
struct TaggedByThread {
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
};

constexpr Benchmark in_each_thread(Benchmark row) {
  row.parameter = Parameter::threads;
  row.needs.library = Feature::unsimulated;
  row.expect = ExpectedContent::window_from_partner;
  return row;
}

inline constexpr std::array thread_rows{in_each_thread(by_name(ping_pong_row(
    "PingPong_threads",
    "PingPong in each of -threads of two processes, on one communicator; tags tell the threads apart",
    engine::measure_threads<engine::measure_pair<ThereAndBack<TaggedByThread>>>)))};

}  // namespace sonde::patterns::thread_pairs
