// Runs every timed loop of IMB-MPI1 beside a loop written by hand that does the same work, under callgrind.
// After each run the counters are dumped under "NAME KIND REPETITIONS"; loops_test.py compares the
// increments.
#include <fmt/format.h>
#include <mpi.h>
#include <valgrind/callgrind.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>

#include "engine/case.hpp"
#include "engine/line_up.hpp"
#include "patterns/catalog.hpp"

namespace {

using sonde::Case;

void must(int code) {
  if (code != MPI_SUCCESS) [[unlikely]]
    std::abort();
}

// What a person would write: pointers into both rings, the root, a count. Every loop below steps only what it
// uses.
struct Places {
  std::byte *out, *out_begin, *out_end, *in, *in_begin, *in_end;
  std::ptrdiff_t out_stride, in_stride;
  int root, roots;

  explicit Places(const Case& c)
      : out(c.steps.out.at),
        out_begin(c.steps.out.begin),
        out_end(c.steps.out.end),
        in(c.steps.in.at),
        in_begin(c.steps.in.begin),
        in_end(c.steps.in.end),
        out_stride(c.steps.out.stride),
        in_stride(c.steps.in.stride),
        root(c.steps.roots.at),
        roots(c.steps.roots.size) {}
  void next_out() {
    out += out_stride;
    if (out == out_end) out = out_begin;
  }
  void next_in() {
    in += in_stride;
    if (in == in_end) in = in_begin;
  }
  void next_root(int stride) {
    root += stride;
    if (root == roots) root = 0;
  }
};

template <class Call>
double hand_loop(const Case& c, Call call) {
  Places p(c);
  const double start = MPI_Wtime();
  for (std::int64_t i = 0; i < c.batches.each; ++i) call(p);
  return MPI_Wtime() - start;
}

using Hand = double (*)(const Case&);

double ping_pong_active(const Case& c) {
  return hand_loop(c, [comm = c.comm, n = c.count, type = c.type, peer = 1 - c.rank](Places& p) {
    must(MPI_Send(p.out, n, type, peer, 1, comm));
    must(MPI_Recv(p.in, n, type, peer, 1, comm, MPI_STATUS_IGNORE));
    p.next_out();
    p.next_in();
  });
}
double ping_pong_passive(const Case& c) {
  return hand_loop(c, [comm = c.comm, n = c.count, type = c.type, peer = 1 - c.rank](Places& p) {
    must(MPI_Recv(p.in, n, type, peer, 1, comm, MPI_STATUS_IGNORE));
    must(MPI_Send(p.out, n, type, peer, 1, comm));
    p.next_out();
    p.next_in();
  });
}
double ping_ping(const Case& c) {
  return hand_loop(c, [comm = c.comm, n = c.count, type = c.type, peer = 1 - c.rank](Places& p) {
    MPI_Request request = MPI_REQUEST_NULL;
    must(MPI_Isend(p.out, n, type, peer, 1, comm, &request));
    must(MPI_Recv(p.in, n, type, peer, 1, comm, MPI_STATUS_IGNORE));
    must(MPI_Wait(&request, MPI_STATUS_IGNORE));
    p.next_out();
    p.next_in();
  });
}
double sendrecv(const Case& c) {
  return hand_loop(c, [comm = c.comm, n = c.count, type = c.type, left = 1, right = 1](Places& p) {
    must(MPI_Sendrecv(p.out, n, type, right, 1, p.in, n, type, left, 1, comm, MPI_STATUS_IGNORE));
    p.next_out();
    p.next_in();
  });
}
double exchange(const Case& c) {
  const int left = (c.rank + c.size - 1) % c.size, right = (c.rank + 1) % c.size;
  return hand_loop(c, [&, comm = c.comm, n = c.count, type = c.type, left, right, out2 = c.second_out,
                       in2 = c.second_in](Places& p) {
    std::array<MPI_Request, 2> requests;
    must(MPI_Isend(p.out, n, type, right, 1, comm, &requests[0]));
    must(MPI_Isend(p.out + out2, n, type, left, 1, comm, &requests[1]));
    must(MPI_Recv(p.in, n, type, left, 1, comm, MPI_STATUS_IGNORE));
    must(MPI_Recv(p.in + in2, n, type, right, 1, comm, MPI_STATUS_IGNORE));
    must(MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE));
    p.next_out();
    p.next_in();
  });
}
double bcast(const Case& c) {
  return hand_loop(c, [comm = c.comm, n = c.count, type = c.type, stride = c.steps.roots.stride](Places& p) {
    must(MPI_Bcast(p.in, n, type, p.root, comm));
    p.next_in();
    p.next_root(stride);
  });
}
double allreduce(const Case& c) {
  return hand_loop(c, [comm = c.comm, n = c.count, type = c.type, op = c.op](Places& p) {
    must(MPI_Allreduce(p.out, p.in, n, type, op, comm));
    p.next_out();
    p.next_in();
  });
}
double reduce(const Case& c) {
  return hand_loop(
      c, [comm = c.comm, n = c.count, type = c.type, op = c.op, stride = c.steps.roots.stride](Places& p) {
        must(MPI_Reduce(p.out, p.in, n, type, op, p.root, comm));
        p.next_out();
        p.next_in();
        p.next_root(stride);
      });
}
double reduce_scatter(const Case& c) {
  return hand_loop(c, [comm = c.comm, counts = c.counts, type = c.vector_type, op = c.op](Places& p) {
    must(MPI_Reduce_scatter(p.out, p.in, counts, type, op, comm));
    p.next_out();
    p.next_in();
  });
}
double allgather(const Case& c) {
  return hand_loop(c, [comm = c.comm, n = c.count, type = c.type](Places& p) {
    must(MPI_Allgather(p.out, n, type, p.in, n, type, comm));
    p.next_out();
    p.next_in();
  });
}
double allgatherv(const Case& c) {
  return hand_loop(c, [comm = c.comm, n = c.counts[c.rank], counts = c.counts, places = c.displacements,
                       type = c.vector_type](Places& p) {
    must(MPI_Allgatherv(p.out, n, type, p.in, counts, places, type, comm));
    p.next_out();
    p.next_in();
  });
}
double scatter(const Case& c) {
  return hand_loop(c, [comm = c.comm, n = c.count, type = c.type, stride = c.steps.roots.stride](Places& p) {
    must(MPI_Scatter(p.out, n, type, p.in, n, type, p.root, comm));
    p.next_out();
    p.next_in();
    p.next_root(stride);
  });
}
double scatterv(const Case& c) {
  return hand_loop(c, [comm = c.comm, n = c.counts[c.rank], counts = c.counts, places = c.displacements,
                       type = c.vector_type, stride = c.steps.roots.stride](Places& p) {
    must(MPI_Scatterv(p.out, counts, places, type, p.in, n, type, p.root, comm));
    p.next_out();
    p.next_in();
    p.next_root(stride);
  });
}
double gather(const Case& c) {
  return hand_loop(c, [comm = c.comm, n = c.count, type = c.type, stride = c.steps.roots.stride](Places& p) {
    must(MPI_Gather(p.out, n, type, p.in, n, type, p.root, comm));
    p.next_out();
    p.next_in();
    p.next_root(stride);
  });
}
double gatherv(const Case& c) {
  return hand_loop(c, [comm = c.comm, n = c.counts[c.rank], counts = c.counts, places = c.displacements,
                       type = c.vector_type, stride = c.steps.roots.stride](Places& p) {
    must(MPI_Gatherv(p.out, n, type, p.in, counts, places, type, p.root, comm));
    p.next_out();
    p.next_in();
    p.next_root(stride);
  });
}
double alltoall(const Case& c) {
  return hand_loop(c, [comm = c.comm, n = c.count, type = c.type](Places& p) {
    must(MPI_Alltoall(p.out, n, type, p.in, n, type, comm));
    p.next_out();
    p.next_in();
  });
}
double alltoallv(const Case& c) {
  return hand_loop(
      c, [comm = c.comm, counts = c.counts, places = c.displacements, type = c.vector_type](Places& p) {
        must(MPI_Alltoallv(p.out, counts, places, type, p.in, counts, places, type, comm));
        p.next_out();
        p.next_in();
      });
}
double barrier(const Case& c) {
  return hand_loop(c, [comm = c.comm](Places&) { must(MPI_Barrier(comm)); });
}

struct Twin {
  std::string_view benchmark;
  int rank;
  Hand hand;
};

constexpr std::array<Twin, 18> twins{{{"PingPong", 0, ping_pong_active},
                                      {"PingPong", 1, ping_pong_passive},
                                      {"PingPing", 0, ping_ping},
                                      {"Sendrecv", 0, sendrecv},
                                      {"Exchange", 0, exchange},
                                      {"Bcast", 0, bcast},
                                      {"Allgather", 0, allgather},
                                      {"Allgatherv", 0, allgatherv},
                                      {"Scatter", 0, scatter},
                                      {"Scatterv", 0, scatterv},
                                      {"Gather", 0, gather},
                                      {"Gatherv", 0, gatherv},
                                      {"Alltoall", 0, alltoall},
                                      {"Alltoallv", 0, alltoallv},
                                      {"Reduce", 0, reduce},
                                      {"Reduce_scatter", 0, reduce_scatter},
                                      {"Allreduce", 0, allreduce},
                                      {"Barrier", 0, barrier}}};

const sonde::Benchmark& row_of(std::string_view name) {
  for (const sonde::Benchmark& row : sonde::patterns::mpi1_catalog())
    if (row.name == name) return row;
  std::abort();
}

struct Buffers {
  std::array<std::byte, 4096> out{}, in{};
  std::array<int, 2> counts{4, 4}, displacements{0, 4};
};

Case prepare(Buffers& b, int rank, std::int64_t repetitions) {
  Case c;
  c.comm = c.active = MPI_COMM_WORLD;
  c.rank = rank;
  c.size = 2;
  c.bytes = c.count = 4;
  c.counts = b.counts.data();
  c.displacements = b.displacements.data();
  c.second_out = c.second_in = 4;
  c.steps.out = {b.out.data(), b.out.data() + b.out.size(), 64, b.out.data()};
  c.steps.in = {b.in.data(), b.in.data() + b.in.size(), 64, b.in.data()};
  c.steps.roots = {.size = 2, .at = 0, .stride = 1};
  c.batches = {.count = 1, .each = repetitions, .last = repetitions};
  c.line_up = sonde::engine::no_barrier;
  c.between_calls = sonde::engine::barrier;
  return c;
}

template <class Run>
void count(std::string_view name, int rank, std::string_view kind, std::int64_t repetitions, const Run& run) {
  const auto label = fmt::format("{}/{} {} {}", name, rank, kind, repetitions);
  CALLGRIND_ZERO_STATS;
  run();
  CALLGRIND_DUMP_STATS_AT(label.c_str());
}

}  // namespace

int main() {
  Buffers buffers;
  for (const Twin& twin : twins) {
    const sonde::Benchmark& row = row_of(twin.benchmark);
    for (const std::int64_t repetitions : {1024, 2048}) {
      Case c = prepare(buffers, twin.rank, repetitions);
      sonde::Sample sample;
      count(twin.benchmark, twin.rank, "sonde", repetitions, [&] { row.modes[0].measure(c, sample); });
      count(twin.benchmark, twin.rank, "hand", repetitions, [&] { return twin.hand(c); });
    }
  }
}
