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

constexpr std::array<Twin, 10> twins{{{"Shift", 0, 0, fixed},
                                      {"Bitcomp", 0, 0, fixed},
                                      {"Bisect_worst", 1, 0, fixed},
                                      {"Randperm", 0, 0, drawn},
                                      {"Ebb", 1, 0, drawn},
                                      {"Randring", 0, 0, drawn},
                                      {"Incast", 0, 0, gather_all},
                                      {"Incast", 1, 0, give_to_first},
                                      {"Outcast", 0, 0, spread_to_all},
                                      {"Outcast", 1, 0, take_from_first}}};

}  // namespace

std::span<const cost::Twin> cost::sonde_twins() {
  return twins;
}
