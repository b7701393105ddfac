// The loops of IMB-NBC, written by hand: a collective started, a call that computes or nothing, MPI_Wait.
// Beside computation the transfers alone run first, as in Sonde, and what the computation takes alone.
#include <array>

#include "hand_loop.hpp"

namespace {

using namespace cost;

/// The loops around one call that starts a collective.
template <class Start>
void alone(const Case& c, Start start) {
  hand_loop(c, [start](Places& p) {
    MPI_Request request;
    start(p, &request);
    must(MPI_Wait(&request, MPI_STATUS_IGNORE));
  });
}

void computed(const Case& c) {
  for (int i = 0; i < 5; ++i) {
    static_cast<void>(MPI_Wtime());
    static_cast<void>(c.loop.computation.burn(c.loop.computation.units));
    static_cast<void>(MPI_Wtime());
  }
}

template <class Start>
void beside(const Case& c, Start start) {
  alone(c, start);
  computed(c);
  hand_loop(c, [start, burn = c.loop.computation.burn, units = c.loop.computation.units](Places& p) {
    MPI_Request request;
    start(p, &request);
    static_cast<void>(burn(units));
    must(MPI_Wait(&request, MPI_STATUS_IGNORE));
  });
  computed(c);
}

template <bool computes>
void ibcast(const Case& c) {
  const auto start = [n = c.count, type = c.type, comm = c.comm, stride = c.steps.roots.stride](
                         Places& p, MPI_Request* request) {
    must(MPI_Ibcast(p.in, n, type, p.root, comm, request));
    p.next_in();
    p.next_root(stride);
  };
  computes ? beside(c, start) : alone(c, start);
}
template <bool computes>
void iallgather(const Case& c) {
  const auto start = [n = c.count, type = c.type, comm = c.comm](Places& p, MPI_Request* request) {
    must(MPI_Iallgather(p.out, n, type, p.in, n, type, comm, request));
    p.next_out();
    p.next_in();
  };
  computes ? beside(c, start) : alone(c, start);
}
template <bool computes>
void iallgatherv(const Case& c) {
  const auto start = [m = c.counts[c.rank], vtype = c.vector_type, counts = c.counts,
                      places = c.displacements, comm = c.comm](Places& p, MPI_Request* request) {
    must(MPI_Iallgatherv(p.out, m, vtype, p.in, counts, places, vtype, comm, request));
    p.next_out();
    p.next_in();
  };
  computes ? beside(c, start) : alone(c, start);
}
template <bool computes>
void igather(const Case& c) {
  const auto start = [n = c.count, type = c.type, comm = c.comm, stride = c.steps.roots.stride](
                         Places& p, MPI_Request* request) {
    must(MPI_Igather(p.out, n, type, p.in, n, type, p.root, comm, request));
    p.next_out();
    p.next_in();
    p.next_root(stride);
  };
  computes ? beside(c, start) : alone(c, start);
}
template <bool computes>
void igatherv(const Case& c) {
  const auto start = [m = c.counts[c.rank], vtype = c.vector_type, counts = c.counts,
                      places = c.displacements, comm = c.comm,
                      stride = c.steps.roots.stride](Places& p, MPI_Request* request) {
    must(MPI_Igatherv(p.out, m, vtype, p.in, counts, places, vtype, p.root, comm, request));
    p.next_out();
    p.next_in();
    p.next_root(stride);
  };
  computes ? beside(c, start) : alone(c, start);
}
template <bool computes>
void iscatter(const Case& c) {
  const auto start = [n = c.count, type = c.type, comm = c.comm, stride = c.steps.roots.stride](
                         Places& p, MPI_Request* request) {
    must(MPI_Iscatter(p.out, n, type, p.in, n, type, p.root, comm, request));
    p.next_out();
    p.next_in();
    p.next_root(stride);
  };
  computes ? beside(c, start) : alone(c, start);
}
template <bool computes>
void iscatterv(const Case& c) {
  const auto start = [counts = c.counts, places = c.displacements, vtype = c.vector_type,
                      m = c.counts[c.rank], comm = c.comm,
                      stride = c.steps.roots.stride](Places& p, MPI_Request* request) {
    must(MPI_Iscatterv(p.out, counts, places, vtype, p.in, m, vtype, p.root, comm, request));
    p.next_out();
    p.next_in();
    p.next_root(stride);
  };
  computes ? beside(c, start) : alone(c, start);
}
template <bool computes>
void ialltoall(const Case& c) {
  const auto start = [n = c.count, type = c.type, comm = c.comm](Places& p, MPI_Request* request) {
    must(MPI_Ialltoall(p.out, n, type, p.in, n, type, comm, request));
    p.next_out();
    p.next_in();
  };
  computes ? beside(c, start) : alone(c, start);
}
template <bool computes>
void ialltoallv(const Case& c) {
  const auto start = [counts = c.counts, places = c.displacements, vtype = c.vector_type, comm = c.comm](
                         Places& p, MPI_Request* request) {
    must(MPI_Ialltoallv(p.out, counts, places, vtype, p.in, counts, places, vtype, comm, request));
    p.next_out();
    p.next_in();
  };
  computes ? beside(c, start) : alone(c, start);
}
template <bool computes>
void ireduce(const Case& c) {
  const auto start = [n = c.count, type = c.type, op = c.op, comm = c.comm, stride = c.steps.roots.stride](
                         Places& p, MPI_Request* request) {
    must(MPI_Ireduce(p.out, p.in, n, type, op, p.root, comm, request));
    p.next_out();
    p.next_in();
    p.next_root(stride);
  };
  computes ? beside(c, start) : alone(c, start);
}
template <bool computes>
void ireduce_scatter(const Case& c) {
  const auto start = [counts = c.counts, vtype = c.vector_type, op = c.op, comm = c.comm](
                         Places& p, MPI_Request* request) {
    must(MPI_Ireduce_scatter(p.out, p.in, counts, vtype, op, comm, request));
    p.next_out();
    p.next_in();
  };
  computes ? beside(c, start) : alone(c, start);
}
template <bool computes>
void iallreduce(const Case& c) {
  const auto start = [n = c.count, type = c.type, op = c.op, comm = c.comm](Places& p, MPI_Request* request) {
    must(MPI_Iallreduce(p.out, p.in, n, type, op, comm, request));
    p.next_out();
    p.next_in();
  };
  computes ? beside(c, start) : alone(c, start);
}
template <bool computes>
void ibarrier(const Case& c) {
  const auto start = [comm = c.comm](Places&, MPI_Request* request) { must(MPI_Ibarrier(comm, request)); };
  computes ? beside(c, start) : alone(c, start);
}

constexpr std::array<Twin, 26> twins{{{"Ibcast", 0, 0, ibcast<true>},
                                      {"Ibcast_pure", 0, 0, ibcast<false>},
                                      {"Iallgather", 0, 0, iallgather<true>},
                                      {"Iallgather_pure", 0, 0, iallgather<false>},
                                      {"Iallgatherv", 0, 0, iallgatherv<true>},
                                      {"Iallgatherv_pure", 0, 0, iallgatherv<false>},
                                      {"Igather", 0, 0, igather<true>},
                                      {"Igather_pure", 0, 0, igather<false>},
                                      {"Igatherv", 0, 0, igatherv<true>},
                                      {"Igatherv_pure", 0, 0, igatherv<false>},
                                      {"Iscatter", 0, 0, iscatter<true>},
                                      {"Iscatter_pure", 0, 0, iscatter<false>},
                                      {"Iscatterv", 0, 0, iscatterv<true>},
                                      {"Iscatterv_pure", 0, 0, iscatterv<false>},
                                      {"Ialltoall", 0, 0, ialltoall<true>},
                                      {"Ialltoall_pure", 0, 0, ialltoall<false>},
                                      {"Ialltoallv", 0, 0, ialltoallv<true>},
                                      {"Ialltoallv_pure", 0, 0, ialltoallv<false>},
                                      {"Ireduce", 0, 0, ireduce<true>},
                                      {"Ireduce_pure", 0, 0, ireduce<false>},
                                      {"Ireduce_scatter", 0, 0, ireduce_scatter<true>},
                                      {"Ireduce_scatter_pure", 0, 0, ireduce_scatter<false>},
                                      {"Iallreduce", 0, 0, iallreduce<true>},
                                      {"Iallreduce_pure", 0, 0, iallreduce<false>},
                                      {"Ibarrier", 0, 0, ibarrier<true>},
                                      {"Ibarrier_pure", 0, 0, ibarrier<false>}}};

}  // namespace

std::span<const cost::Twin> cost::nbc_twins() {
  return twins;
}
