// The loops of sonde-mpi, written by hand. What is drawn comes from tables that are made before the clock.
#include <array>
#include <vector>

#include "catalog/flows.hpp"
#include "hand_loop.hpp"

namespace {

using namespace cost;

struct Local {
  MPI_Comm comm;
  int count, others;
  MPI_Datatype type;
  std::ptrdiff_t bytes;
  explicit Local(const Case& c)
      : comm(c.comm), count(c.count), others(c.size - 1), type(c.type), bytes(c.bytes) {}
};

void exchange(const Local& l, Places& p, const sonde::Ends& peers) {
  must(MPI_Sendrecv(p.out, l.count, l.type, peers.to, 1, p.in, l.count, l.type, peers.from, 1, l.comm,
                    MPI_STATUS_IGNORE));
  p.next_out();
  p.next_in();
}

void fixed(const Case& c) {
  hand_loop(c, [l = Local(c), peers = c.flows.ends_of(c.rank, 0)](Places& p) { exchange(l, p, peers); });
}
void drawn(const Case& c) {
  std::vector<sonde::Ends> peers;
  for (std::int64_t i = 0; i < c.loop.batches.each; ++i) peers.push_back(c.flows.ends_of(c.rank, i));
  hand_loop(c, [l = Local(c), at = peers.data()](Places& p) mutable { exchange(l, p, *at++); });
}

void send_one(const Local& l, const void* from, int to, MPI_Datatype type, int count) {
  must(MPI_Send(from, count, type, to, 1, l.comm));
}
void receive_one(const Local& l, void* into, int from, MPI_Datatype type, int count) {
  must(MPI_Recv(into, count, type, from, 1, l.comm, MPI_STATUS_IGNORE));
}

void gather_all(const Case& c) {
  std::vector<MPI_Request> requests(static_cast<std::size_t>(c.size) - 1);
  hand_loop(c, [l = Local(c), all = requests.data()](Places& p) {
    const char answer = 'a';
    for (int i = 0; i < l.others; ++i)
      must(MPI_Irecv(p.in + i * l.bytes, l.count, l.type, i + 1, 1, l.comm, all + i));
    must(MPI_Waitall(l.others, all, MPI_STATUSES_IGNORE));
    for (int i = 0; i < l.others; ++i) must(MPI_Isend(&answer, 1, MPI_CHAR, i + 1, 1, l.comm, all + i));
    must(MPI_Waitall(l.others, all, MPI_STATUSES_IGNORE));
    p.next_in();
  });
}
void give_to_first(const Case& c) {
  hand_loop(c, [l = Local(c)](Places& p) {
    char answer = 0;
    send_one(l, p.out, 0, l.type, l.count);
    receive_one(l, &answer, 0, MPI_CHAR, 1);
    p.next_out();
  });
}
void spread_to_all(const Case& c) {
  std::vector<MPI_Request> requests(static_cast<std::size_t>(c.size) - 1);
  std::vector<char> answers(static_cast<std::size_t>(c.size) - 1);
  hand_loop(c, [l = Local(c), all = requests.data(), heard = answers.data()](Places& p) {
    for (int i = 0; i < l.others; ++i) must(MPI_Isend(p.out, l.count, l.type, i + 1, 1, l.comm, all + i));
    must(MPI_Waitall(l.others, all, MPI_STATUSES_IGNORE));
    for (int i = 0; i < l.others; ++i) must(MPI_Irecv(heard + i, 1, MPI_CHAR, i + 1, 1, l.comm, all + i));
    must(MPI_Waitall(l.others, all, MPI_STATUSES_IGNORE));
    p.next_out();
  });
}
void take_from_first(const Case& c) {
  hand_loop(c, [l = Local(c)](Places& p) {
    const char answer = 'a';
    receive_one(l, p.in, 0, l.type, l.count);
    send_one(l, &answer, 0, MPI_CHAR, 1);
    p.next_in();
  });
}

void send_synchronously(const Local& l, const void* from) {
  must(MPI_Ssend(from, l.count, l.type, 1, 1, l.comm));
}
template <class There>
void there_and_back(const Case& c, There there) {
  hand_loop(c, [l = Local(c), there](Places& p) {
    there(l, p);
    receive_one(l, p.in, 1, l.type, l.count);
    p.next_out();
    p.next_in();
  });
}
void synchronous(const Case& c) {
  there_and_back(c, [](const Local& l, Places& p) { send_synchronously(l, p.out); });
}
void buffered(const Case& c) {
  there_and_back(c, [](const Local& l, Places& p) { must(MPI_Bsend(p.out, l.count, l.type, 1, 1, l.comm)); });
}
void probed(const Case& c) {
  hand_loop(c, [l = Local(c)](Places& p) {
    MPI_Message found;
    send_one(l, p.out, 1, l.type, l.count);
    must(MPI_Mprobe(1, 1, l.comm, &found, MPI_STATUS_IGNORE));
    must(MPI_Mrecv(p.in, l.count, l.type, &found, MPI_STATUS_IGNORE));
    p.next_out();
    p.next_in();
  });
}

void waited_for(const Case& c) {
  MPI_Request request = MPI_REQUEST_NULL;
  hand_loop(c, [l = Local(c), &request](Places& p) {
    must(MPI_Isend(p.out, l.count, l.type, 1, 1, l.comm, &request));
    must(MPI_Wait(&request, MPI_STATUS_IGNORE));
    must(MPI_Irecv(p.in, l.count, l.type, 1, 1, l.comm, &request));
    must(MPI_Wait(&request, MPI_STATUS_IGNORE));
    p.next_out();
    p.next_in();
  });
}

void started_pair(const Case& c) {
  Sets<2> sets;
  hand_loop(c, [&sets](Places&) {
    MPI_Request* const both = sets.next();
    must(MPI_Start(both));
    must(MPI_Start(both + 1));
    must(MPI_Waitall(2, both, MPI_STATUSES_IGNORE));
  });
}
void answered_pair(const Case& c) {
  Sets<2> sets;
  hand_loop(c, [&sets](Places&) {
    MPI_Request* const both = sets.next();
    must(MPI_Start(both));
    must(MPI_Wait(both, MPI_STATUS_IGNORE));
    must(MPI_Start(both + 1));
    must(MPI_Wait(both + 1, MPI_STATUS_IGNORE));
  });
}
void started_chain(const Case& c) {
  Sets<4> sets;
  hand_loop(c, [&sets](Places&) {
    MPI_Request* const all = sets.next();
    must(MPI_Startall(4, all));
    must(MPI_Waitall(4, all, MPI_STATUSES_IGNORE));
  });
}

void scan(const Case& c) {
  hand_loop(c, [l = Local(c), op = c.op](Places& p) {
    must(MPI_Scan(p.out, p.in, l.count, l.type, op, l.comm));
    p.next_out();
    p.next_in();
  });
}
void exscan(const Case& c) {
  hand_loop(c, [l = Local(c), op = c.op](Places& p) {
    must(MPI_Exscan(p.out, p.in, l.count, l.type, op, l.comm));
    p.next_out();
    p.next_in();
  });
}
void alltoallw(const Case& c) {
  const std::array<int, 2> counts{c.count, c.count}, places{0, static_cast<int>(c.bytes)};
  const std::array<MPI_Datatype, 2> types{c.type, c.type};
  hand_loop(c, [l = Local(c), n = counts.data(), d = places.data(), t = types.data()](Places& p) {
    must(MPI_Alltoallw(p.out, n, d, t, p.in, n, d, t, l.comm));
    p.next_out();
    p.next_in();
  });
}

template <class Make>
void life(const Case& c, Make make) {
  hand_loop(c, [l = Local(c), rank = c.rank, make](Places&) {
    MPI_Comm made;
    make(l, rank, &made);
    must(MPI_Barrier(made));
    must(MPI_Comm_free(&made));
  });
}
void duplicated(const Case& c) {
  life(c, [](const Local& l, int, MPI_Comm* made) { must(MPI_Comm_dup(l.comm, made)); });
}
void split_off(const Case& c) {
  life(c, [](const Local& l, int rank, MPI_Comm* made) { must(MPI_Comm_split(l.comm, 0, rank, made)); });
}
void duplicated_beside(const Case& c) {
  life(c, [](const Local& l, int, MPI_Comm* made) {
    MPI_Request request;
    must(MPI_Comm_idup(l.comm, made, &request));
    must(MPI_Wait(&request, MPI_STATUS_IGNORE));
  });
}

struct Grid {
  std::array<int, 4> counts, places{};
  std::array<MPI_Aint, 4> byte_places{};
  std::array<MPI_Datatype, 4> types;
  explicit Grid(const Case& c) {
    counts.fill(c.count);
    types.fill(c.type);
  }
};
template <class Call>
void with_neighbours(const Case& c, Call call) {
  const Grid grid(c);
  hand_loop(c, [l = Local(c), &grid, call](Places& p) {
    call(l, grid, p);
    p.next_out();
    p.next_in();
  });
}
void from_neighbours(const Case& c) {
  with_neighbours(c, [](const Local& l, const Grid&, Places& p) {
    must(MPI_Neighbor_allgather(p.out, l.count, l.type, p.in, l.count, l.type, l.comm));
  });
}
void from_neighbours_v(const Case& c) {
  with_neighbours(c, [](const Local& l, const Grid& g, Places& p) {
    must(MPI_Neighbor_allgatherv(p.out, l.count, l.type, p.in, g.counts.data(), g.places.data(), l.type,
                                 l.comm));
  });
}
void with_each_neighbour(const Case& c) {
  with_neighbours(c, [](const Local& l, const Grid&, Places& p) {
    must(MPI_Neighbor_alltoall(p.out, l.count, l.type, p.in, l.count, l.type, l.comm));
  });
}
void with_each_neighbour_v(const Case& c) {
  with_neighbours(c, [](const Local& l, const Grid& g, Places& p) {
    must(MPI_Neighbor_alltoallv(p.out, g.counts.data(), g.places.data(), l.type, p.in, g.counts.data(),
                                g.places.data(), l.type, l.comm));
  });
}
void with_each_neighbour_w(const Case& c) {
  with_neighbours(c, [](const Local& l, const Grid& g, Places& p) {
    must(MPI_Neighbor_alltoallw(p.out, g.counts.data(), g.byte_places.data(), g.types.data(), p.in,
                                g.counts.data(), g.byte_places.data(), g.types.data(), l.comm));
  });
}

void in_group(const Case& c) {
  life(c, [](const Local& l, int, MPI_Comm* made) {
    MPI_Group group;
    must(MPI_Comm_group(l.comm, &group));
    must(MPI_Comm_create_group(l.comm, group, 0, made));
    must(MPI_Group_free(&group));
  });
}
void as_grid(const Case& c) {
  const std::array<int, 2> dimensions{2, 1}, periods{1, 1};
  life(c, [&dimensions, &periods](const Local& l, int, MPI_Comm* made) {
    must(MPI_Cart_create(l.comm, 2, dimensions.data(), periods.data(), 0, made));
  });
}
void as_graph(const Case& c) {
  const std::array<int, 2> ends{1, 1};
  life(c, [&ends](const Local& l, int, MPI_Comm* made) {
    must(MPI_Dist_graph_create_adjacent(l.comm, 2, ends.data(), MPI_UNWEIGHTED, 2, ends.data(),
                                        MPI_UNWEIGHTED, MPI_INFO_NULL, 0, made));
  });
}
void allocated(const Case& c) {
  hand_loop(c, [l = Local(c), info = c.info](Places&) {
    void* memory;
    MPI_Win window;
    must(MPI_Win_allocate(l.bytes, 1, info, l.comm, static_cast<void*>(&memory), &window));
    must(MPI_Win_free(&window));
  });
}
void committed(const Case& c) {
  hand_loop(c, [](Places&) {
    MPI_Datatype made;
    must(MPI_Type_vector(64, 1, 2, MPI_DOUBLE, &made));
    must(MPI_Type_commit(&made));
    must(MPI_Type_free(&made));
  });
}

/// What is started is waited for; beside computation that is what comes between.
template <class Start>
void alone(const Case& c, Start start) {
  hand_loop(c, [l = Local(c), start](Places& p) {
    MPI_Request request;
    start(l, p, &request);
    must(MPI_Wait(&request, MPI_STATUS_IGNORE));
    p.next_out();
    p.next_in();
  });
}
void iscan(const Case& c) {
  alone(c, [op = c.op](const Local& l, Places& p, MPI_Request* request) {
    must(MPI_Iscan(p.out, p.in, l.count, l.type, op, l.comm, request));
  });
}
void iexscan(const Case& c) {
  alone(c, [op = c.op](const Local& l, Places& p, MPI_Request* request) {
    must(MPI_Iexscan(p.out, p.in, l.count, l.type, op, l.comm, request));
  });
}
void ireduce_scatter_block(const Case& c) {
  alone(c, [op = c.op](const Local& l, Places& p, MPI_Request* request) {
    must(MPI_Ireduce_scatter_block(p.out, p.in, l.count, l.type, op, l.comm, request));
  });
}
void ialltoallw(const Case& c) {
  const std::array<int, 2> counts{c.count, c.count}, places{0, static_cast<int>(c.bytes)};
  const std::array<MPI_Datatype, 2> types{c.type, c.type};
  alone(c, [n = counts.data(), d = places.data(), t = types.data()](const Local& l, Places& p,
                                                                    MPI_Request* request) {
    must(MPI_Ialltoallw(p.out, n, d, t, p.in, n, d, t, l.comm, request));
  });
}
void ifrom_neighbours(const Case& c) {
  alone(c, [](const Local& l, Places& p, MPI_Request* request) {
    must(MPI_Ineighbor_allgather(p.out, l.count, l.type, p.in, l.count, l.type, l.comm, request));
  });
}

/// A window of eight, started whole.
template <std::size_t requests>
void started_window(const Case& c) {
  Sets<requests> sets;
  hand_loop(c, [&sets, l = Local(c)](Places&) {
    char answer;
    MPI_Request* const all = sets.next();
    must(MPI_Startall(requests, all));
    must(MPI_Waitall(requests, all, MPI_STATUSES_IGNORE));
    receive_one(l, &answer, 1, MPI_CHAR, 1);
  });
}

void all_windows(const Case& c) {
  std::vector<MPI_Request> requests(static_cast<std::size_t>(c.in_flight));
  hand_loop(c, [l = Local(c), messages = c.in_flight, all = requests.data()](Places& p) {
    const char answer = 'a';
    MPI_Request* at = all;
    std::byte* place = p.in;
    for (int rank = 1; rank <= l.others; ++rank)
      for (int i = 0; i < messages; ++i, ++at, place += l.bytes)
        must(MPI_Irecv(place, l.count, l.type, rank, 1, l.comm, at));
    must(MPI_Waitall(messages * l.others, all, MPI_STATUSES_IGNORE));
    for (int i = 0; i < l.others; ++i) must(MPI_Isend(&answer, 1, MPI_CHAR, i + 1, 2, l.comm, all + i));
    must(MPI_Waitall(l.others, all, MPI_STATUSES_IGNORE));
    p.next_in();
  });
}
void window_to_first(const Case& c) {
  std::vector<MPI_Request> requests(static_cast<std::size_t>(c.in_flight));
  hand_loop(c, [l = Local(c), messages = c.in_flight, all = requests.data()](Places& p) {
    char answer = 0;
    const std::byte* message = p.out;
    for (int i = 0; i < messages; ++i, message += l.bytes)
      must(MPI_Isend(message, l.count, l.type, 0, 1, l.comm, all + i));
    must(MPI_Waitall(messages, all, MPI_STATUSES_IGNORE));
    receive_one(l, &answer, 0, MPI_CHAR, 1);
    p.next_out();
  });
}
void count_at_first(const Case& c) {
  hand_loop(c, [window = c.window, type = c.type, op = c.op](Places& p) {
    must(MPI_Fetch_and_op(p.out, p.in, type, 0, 0, op, window));
    must(MPI_Win_flush(0, window));
    p.next_out();
    p.next_in();
  });
}

void window_sent(const Case& c) {
  std::vector<MPI_Request> requests(static_cast<std::size_t>(c.in_flight));
  hand_loop(c, [l = Local(c), messages = c.in_flight, all = requests.data()](Places& p) {
    char answer = 0;
    const std::byte* message = p.out;
    for (int i = 0; i < messages; ++i, message += l.bytes)
      must(MPI_Isend(message, l.count, l.type, 1, 1, l.comm, all + i));
    must(MPI_Waitall(messages, all, MPI_STATUSES_IGNORE));
    receive_one(l, &answer, 1, MPI_CHAR, 1);
    p.next_out();
  });
}
void window_answered(const Case& c) {
  std::vector<MPI_Request> requests(static_cast<std::size_t>(c.in_flight));
  hand_loop(c, [l = Local(c), messages = c.in_flight, all = requests.data()](Places& p) {
    const char answer = 'a';
    std::byte* message = p.in;
    for (int i = 0; i < messages; ++i, message += l.bytes)
      must(MPI_Irecv(message, l.count, l.type, 0, 1, l.comm, all + i));
    must(MPI_Waitall(messages, all, MPI_STATUSES_IGNORE));
    send_one(l, &answer, 0, MPI_CHAR, 1);
    p.next_in();
  });
}

void thread_to_thread(const Case& c) {
  hand_loop(c, [l = Local(c)](Places& p) {
    send_one(l, p.out, 1, l.type, l.count);
    receive_one(l, p.in, 1, l.type, l.count);
    p.next_out();
    p.next_in();
  });
}

constexpr std::array<Twin, 47> twins{{{"Shift", 0, 0, fixed},
                                      {"Bitcomp", 0, 0, fixed},
                                      {"Bisect_worst", 1, 0, fixed},
                                      {"Randperm", 0, 0, drawn},
                                      {"Ebb", 1, 0, drawn},
                                      {"Randring", 0, 0, drawn},
                                      {"Incast", 0, 0, gather_all},
                                      {"Incast", 1, 0, give_to_first},
                                      {"Outcast", 0, 0, spread_to_all},
                                      {"Outcast", 1, 0, take_from_first},
                                      {"PingPong_ssend", 0, 0, synchronous},
                                      {"PingPong_bsend", 0, 0, buffered},
                                      {"PingPong_mprobe", 0, 0, probed},
                                      {"PingPong_nb", 0, 0, waited_for},
                                      {"PingPong_init", 0, 0, started_pair},
                                      {"PingPong_init", 1, 0, answered_pair},
                                      {"Exchange_init", 0, 0, started_chain},
                                      {"Scan", 0, 0, scan},
                                      {"Exscan", 0, 0, exscan},
                                      {"Alltoallw", 0, 0, alltoallw},
                                      {"Comm_dup", 0, 0, duplicated},
                                      {"Comm_split", 0, 0, split_off},
                                      {"Comm_idup", 0, 0, duplicated_beside},
                                      {"Neighbor_allgather", 0, 0, from_neighbours},
                                      {"Neighbor_allgatherv", 0, 0, from_neighbours_v},
                                      {"Neighbor_alltoall", 0, 0, with_each_neighbour},
                                      {"Neighbor_alltoallv", 0, 0, with_each_neighbour_v},
                                      {"Neighbor_alltoallw", 0, 0, with_each_neighbour_w},
                                      {"Comm_create_group", 0, 0, in_group},
                                      {"Cart_create", 0, 0, as_grid},
                                      {"Dist_graph_create_adjacent", 0, 0, as_graph},
                                      {"Win_allocate", 0, 0, allocated},
                                      {"Type_commit", 0, 0, committed},
                                      {"Iscan_pure", 0, 0, iscan},
                                      {"Iexscan_pure", 0, 0, iexscan},
                                      {"Ireduce_scatter_block_pure", 0, 0, ireduce_scatter_block},
                                      {"Ialltoallw_pure", 0, 0, ialltoallw},
                                      {"Ineighbor_allgather_pure", 0, 0, ifrom_neighbours},
                                      {"Uniband_init", 0, 0, started_window<8>},
                                      {"Biband_init", 0, 0, started_window<16>},
                                      {"Contend", 1, 0, fixed},
                                      {"Rate_pairs", 0, 0, window_sent},
                                      {"Rate_pairs", 1, 0, window_answered},
                                      {"PingPong_threads", 0, 0, thread_to_thread},
                                      {"Fan_in", 0, 0, all_windows},
                                      {"Fan_in", 1, 0, window_to_first},
                                      {"Fetch_and_op_all", 0, 0, count_at_first}}};

}  // namespace

std::span<const cost::Twin> cost::sonde_twins() {
  return twins;
}
