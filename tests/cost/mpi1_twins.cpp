// The loops of IMB-MPI1, written by hand.
#include <array>
#include <vector>

#include "hand_loop.hpp"

namespace {

using namespace cost;

void ping_pong_active(const Case& c) {
  hand_loop(c, [comm = c.comm, n = c.count, type = c.type, peer = 1 - c.rank](Places& p) {
    must(MPI_Send(p.out, n, type, peer, 1, comm));
    must(MPI_Recv(p.in, n, type, peer, 1, comm, MPI_STATUS_IGNORE));
    p.next_out();
    p.next_in();
  });
}
void ping_pong_passive(const Case& c) {
  hand_loop(c, [comm = c.comm, n = c.count, type = c.type, peer = 1 - c.rank](Places& p) {
    must(MPI_Recv(p.in, n, type, peer, 1, comm, MPI_STATUS_IGNORE));
    must(MPI_Send(p.out, n, type, peer, 1, comm));
    p.next_out();
    p.next_in();
  });
}
void ping_ping(const Case& c) {
  hand_loop(c, [comm = c.comm, n = c.count, type = c.type, peer = 1 - c.rank](Places& p) {
    MPI_Request request = MPI_REQUEST_NULL;
    must(MPI_Isend(p.out, n, type, peer, 1, comm, &request));
    must(MPI_Recv(p.in, n, type, peer, 1, comm, MPI_STATUS_IGNORE));
    must(MPI_Wait(&request, MPI_STATUS_IGNORE));
    p.next_out();
    p.next_in();
  });
}
void sendrecv(const Case& c) {
  hand_loop(c, [comm = c.comm, n = c.count, type = c.type, left = 1, right = 1](Places& p) {
    must(MPI_Sendrecv(p.out, n, type, right, 1, p.in, n, type, left, 1, comm, MPI_STATUS_IGNORE));
    p.next_out();
    p.next_in();
  });
}
void exchange(const Case& c) {
  const int left = (c.rank + c.size - 1) % c.size, right = (c.rank + 1) % c.size;
  hand_loop(c, [&, comm = c.comm, n = c.count, type = c.type, left, right, out2 = c.second_out,
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
void bcast(const Case& c) {
  hand_loop(c, [comm = c.comm, n = c.count, type = c.type, stride = c.steps.roots.stride](Places& p) {
    must(MPI_Bcast(p.in, n, type, p.root, comm));
    p.next_in();
    p.next_root(stride);
  });
}
void allreduce(const Case& c) {
  hand_loop(c, [comm = c.comm, n = c.count, type = c.type, op = c.op](Places& p) {
    must(MPI_Allreduce(p.out, p.in, n, type, op, comm));
    p.next_out();
    p.next_in();
  });
}
void reduce(const Case& c) {
  hand_loop(c,
            [comm = c.comm, n = c.count, type = c.type, op = c.op, stride = c.steps.roots.stride](Places& p) {
              must(MPI_Reduce(p.out, p.in, n, type, op, p.root, comm));
              p.next_out();
              p.next_in();
              p.next_root(stride);
            });
}
void reduce_scatter(const Case& c) {
  hand_loop(c, [comm = c.comm, counts = c.counts, type = c.vector_type, op = c.op](Places& p) {
    must(MPI_Reduce_scatter(p.out, p.in, counts, type, op, comm));
    p.next_out();
    p.next_in();
  });
}
void allgather(const Case& c) {
  hand_loop(c, [comm = c.comm, n = c.count, type = c.type](Places& p) {
    must(MPI_Allgather(p.out, n, type, p.in, n, type, comm));
    p.next_out();
    p.next_in();
  });
}
void allgatherv(const Case& c) {
  hand_loop(c, [comm = c.comm, n = c.counts[c.rank], counts = c.counts, places = c.displacements,
                type = c.vector_type](Places& p) {
    must(MPI_Allgatherv(p.out, n, type, p.in, counts, places, type, comm));
    p.next_out();
    p.next_in();
  });
}
void scatter(const Case& c) {
  hand_loop(c, [comm = c.comm, n = c.count, type = c.type, stride = c.steps.roots.stride](Places& p) {
    must(MPI_Scatter(p.out, n, type, p.in, n, type, p.root, comm));
    p.next_out();
    p.next_in();
    p.next_root(stride);
  });
}
void scatterv(const Case& c) {
  hand_loop(c, [comm = c.comm, n = c.counts[c.rank], counts = c.counts, places = c.displacements,
                type = c.vector_type, stride = c.steps.roots.stride](Places& p) {
    must(MPI_Scatterv(p.out, counts, places, type, p.in, n, type, p.root, comm));
    p.next_out();
    p.next_in();
    p.next_root(stride);
  });
}
void gather(const Case& c) {
  hand_loop(c, [comm = c.comm, n = c.count, type = c.type, stride = c.steps.roots.stride](Places& p) {
    must(MPI_Gather(p.out, n, type, p.in, n, type, p.root, comm));
    p.next_out();
    p.next_in();
    p.next_root(stride);
  });
}
void gatherv(const Case& c) {
  hand_loop(c, [comm = c.comm, n = c.counts[c.rank], counts = c.counts, places = c.displacements,
                type = c.vector_type, stride = c.steps.roots.stride](Places& p) {
    must(MPI_Gatherv(p.out, n, type, p.in, counts, places, type, p.root, comm));
    p.next_out();
    p.next_in();
    p.next_root(stride);
  });
}
void alltoall(const Case& c) {
  hand_loop(c, [comm = c.comm, n = c.count, type = c.type](Places& p) {
    must(MPI_Alltoall(p.out, n, type, p.in, n, type, comm));
    p.next_out();
    p.next_in();
  });
}
void alltoallv(const Case& c) {
  hand_loop(c, [comm = c.comm, counts = c.counts, places = c.displacements, type = c.vector_type](Places& p) {
    must(MPI_Alltoallv(p.out, counts, places, type, p.in, counts, places, type, comm));
    p.next_out();
    p.next_in();
  });
}
void barrier(const Case& c) {
  hand_loop(c, [comm = c.comm](Places&) { must(MPI_Barrier(comm)); });
}

template <bool any_source>
void ping_pong_status(const Case& c) {
  hand_loop(c, [comm = c.comm, n = c.count, type = c.type, peer = 1 - c.rank](Places& p) {
    MPI_Status status;
    must(MPI_Send(p.out, n, type, peer, 1, comm));
    must(MPI_Recv(p.in, n, type, any_source ? MPI_ANY_SOURCE : peer, MPI_ANY_TAG, comm, &status));
    p.next_out();
    p.next_in();
  });
}
template <bool any_source>
void ping_ping_status(const Case& c) {
  hand_loop(c, [comm = c.comm, n = c.count, type = c.type, peer = 1 - c.rank](Places& p) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Status status;
    must(MPI_Isend(p.out, n, type, peer, 1, comm, &request));
    must(MPI_Recv(p.in, n, type, any_source ? MPI_ANY_SOURCE : peer, MPI_ANY_TAG, comm, &status));
    must(MPI_Wait(&request, MPI_STATUS_IGNORE));
    p.next_out();
    p.next_in();
  });
}

constexpr char answer = 'a';

void uniband_active(const Case& c) {
  std::vector<MPI_Request> requests(static_cast<std::size_t>(c.in_flight));
  char byte = 0;
  hand_loop(c, [comm = c.comm, n = c.count, type = c.type, w = c.in_flight, x = c.bytes, r = requests.data(),
                &byte](Places& p) {
    for (int i = 0; i < w; ++i) must(MPI_Isend(p.out + i * x, n, type, 1, 1, comm, r + i));
    must(MPI_Waitall(w, r, MPI_STATUSES_IGNORE));
    must(MPI_Recv(&byte, 1, MPI_CHAR, 1, 1, comm, MPI_STATUS_IGNORE));
    p.next_out();
    p.next_in();
  });
}
void uniband_passive(const Case& c) {
  std::vector<MPI_Request> requests(static_cast<std::size_t>(c.in_flight));
  hand_loop(c, [comm = c.comm, n = c.count, type = c.type, w = c.in_flight, x = c.bytes,
                r = requests.data()](Places& p) {
    for (int i = 0; i < w; ++i) must(MPI_Irecv(p.in + i * x, n, type, 0, 1, comm, r + i));
    must(MPI_Waitall(w, r, MPI_STATUSES_IGNORE));
    must(MPI_Send(&answer, 1, MPI_CHAR, 0, 1, comm));
    p.next_out();
    p.next_in();
  });
}
void biband_active(const Case& c) {
  std::vector<MPI_Request> requests(2 * static_cast<std::size_t>(c.in_flight));
  char byte = 0;
  hand_loop(c, [comm = c.comm, n = c.count, type = c.type, w = c.in_flight, x = c.bytes, r = requests.data(),
                &byte](Places& p) {
    for (int i = 0; i < w; ++i) must(MPI_Irecv(p.in + i * x, n, type, 1, 1, comm, r + i));
    for (int i = 0; i < w; ++i) must(MPI_Isend(p.out + i * x, n, type, 1, 1, comm, r + w + i));
    must(MPI_Waitall(2 * w, r, MPI_STATUSES_IGNORE));
    must(MPI_Recv(&byte, 1, MPI_CHAR, 1, 1, comm, MPI_STATUS_IGNORE));
    p.next_out();
    p.next_in();
  });
}
/// The places of messages that share them.
struct Ring {
  std::byte *begin, *end, *at;
  std::int64_t stride;
  std::byte* next() {
    std::byte* const now = at;
    at += stride;
    if (at == end) at = begin;
    return now;
  }
};
void biband_shared(const Case& c) {
  std::vector<MPI_Request> requests(2 * static_cast<std::size_t>(c.in_flight));
  char byte = 0;
  hand_loop(c, [comm = c.comm, n = c.count, type = c.type, w = c.in_flight, x = c.bytes, places = c.places,
                r = requests.data(), &byte](Places& p) {
    Ring in{p.in, p.in + places * x, p.in, x}, out{p.out, p.out + places * x, p.out, x};
    for (int i = 0; i < w; ++i) must(MPI_Irecv(in.next(), n, type, 1, 1, comm, r + i));
    for (int i = 0; i < w; ++i) must(MPI_Isend(out.next(), n, type, 1, 1, comm, r + w + i));
    must(MPI_Waitall(2 * w, r, MPI_STATUSES_IGNORE));
    must(MPI_Recv(&byte, 1, MPI_CHAR, 1, 1, comm, MPI_STATUS_IGNORE));
    p.next_out();
    p.next_in();
  });
}
void reduce_local(const Case& c) {
  hand_loop(c, [n = c.count, type = c.type, op = c.op](Places& p) {
    must(MPI_Reduce_local(p.out, p.in, n, type, op));
    p.next_out();
    p.next_in();
  });
}
void reduce_scatter_block(const Case& c) {
  hand_loop(c, [comm = c.comm, n = c.count, type = c.type, op = c.op](Places& p) {
    must(MPI_Reduce_scatter_block(p.out, p.in, n, type, op, comm));
    p.next_out();
    p.next_in();
  });
}

constexpr std::array<Twin, 28> twins{{{"PingPongSpecificSource", 0, 0, ping_pong_status<false>},
                                      {"PingPongAnySource", 0, 0, ping_pong_status<true>},
                                      {"PingPingSpecificSource", 0, 0, ping_ping_status<false>},
                                      {"PingPingAnySource", 0, 0, ping_ping_status<true>},
                                      {"Uniband", 0, 0, uniband_active},
                                      {"Uniband", 1, 0, uniband_passive},
                                      {"Biband", 0, 0, biband_active},
                                      {"Biband", 0, 0, biband_shared, sonde::RmaSync::flush, 3},
                                      {"Reduce_local", 0, 0, reduce_local},
                                      {"Reduce_scatter_block", 0, 0, reduce_scatter_block},
                                      {"PingPong", 0, 0, ping_pong_active},
                                      {"PingPong", 1, 0, ping_pong_passive},
                                      {"PingPing", 0, 0, ping_ping},
                                      {"Sendrecv", 0, 0, sendrecv},
                                      {"Exchange", 0, 0, exchange},
                                      {"Bcast", 0, 0, bcast},
                                      {"Allgather", 0, 0, allgather},
                                      {"Allgatherv", 0, 0, allgatherv},
                                      {"Scatter", 0, 0, scatter},
                                      {"Scatterv", 0, 0, scatterv},
                                      {"Gather", 0, 0, gather},
                                      {"Gatherv", 0, 0, gatherv},
                                      {"Alltoall", 0, 0, alltoall},
                                      {"Alltoallv", 0, 0, alltoallv},
                                      {"Reduce", 0, 0, reduce},
                                      {"Reduce_scatter", 0, 0, reduce_scatter},
                                      {"Allreduce", 0, 0, allreduce},
                                      {"Barrier", 0, 0, barrier}}};

}  // namespace

std::span<const cost::Twin> cost::mpi1_twins() {
  return twins;
}
