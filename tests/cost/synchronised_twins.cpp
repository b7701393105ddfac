// The loops of one-sided transfers under each synchronisation, written by hand: the origin's part of a group
// of two.
#include <array>
#include <vector>

#include "hand_loop.hpp"

namespace {

using namespace cost;
using sonde::RmaSync;

struct Local {
  MPI_Win window;
  MPI_Aint base;
  int peer, count, messages;
  MPI_Datatype type;
  MPI_Op op;
  MPI_Group group;
  std::ptrdiff_t bytes;
  explicit Local(const Case& c)
      : window(c.window),
        base(c.window_base),
        peer(1 - c.rank),
        count(c.count),
        messages(c.in_flight),
        type(c.type),
        op(c.op),
        group(c.partner_group),
        bytes(c.bytes) {}
};

void put(const Local& l, const Places& p) {
  must(MPI_Put(p.out, l.count, l.type, l.peer, l.base + p.window_at, l.count, l.type, l.window));
}
void get(const Local& l, const Places& p) {
  must(MPI_Get(p.in, l.count, l.type, l.peer, l.base + p.window_at, l.count, l.type, l.window));
}
void accumulate(const Local& l, const Places& p) {
  must(MPI_Accumulate(p.out, l.count, l.type, l.peer, l.base + p.window_at, l.count, l.type, l.op, l.window));
}
void fetch_and_op(const Local& l, const Places& p) {
  must(MPI_Fetch_and_op(p.out, p.in, l.type, l.peer, l.base, l.op, l.window));
}
void compare_and_swap(const Local& l, const Places& p) {
  must(MPI_Compare_and_swap(p.out + l.bytes, p.out, p.in, l.type, l.peer, l.base, l.window));
}
void put_window(const Local& l, const Places& p) {
  const std::byte* from = p.out;
  MPI_Aint at = l.base + p.window_at;
  for (int i = 0; i < l.messages; ++i, from += l.bytes, at += l.bytes)
    must(MPI_Put(from, l.count, l.type, l.peer, at, l.count, l.type, l.window));
}
void get_window(const Local& l, const Places& p) {
  std::byte* into = p.in;
  MPI_Aint at = l.base + p.window_at;
  for (int i = 0; i < l.messages; ++i, into += l.bytes, at += l.bytes)
    must(MPI_Get(into, l.count, l.type, l.peer, at, l.count, l.type, l.window));
}

void nothing(const Local&) {}
void flush(const Local& l) {
  must(MPI_Win_flush(l.peer, l.window));
}
void flush_local(const Local& l) {
  must(MPI_Win_flush_local(l.peer, l.window));
}
void flush_all(const Local& l) {
  must(MPI_Win_flush_all(l.window));
}
void fence(const Local& l) {
  must(MPI_Win_fence(0, l.window));
}
void lock(const Local& l) {
  must(MPI_Win_lock(MPI_LOCK_SHARED, l.peer, 0, l.window));
}
void unlock(const Local& l) {
  must(MPI_Win_unlock(l.peer, l.window));
}
void lock_all(const Local& l) {
  must(MPI_Win_lock_all(0, l.window));
}
void unlock_all(const Local& l) {
  must(MPI_Win_unlock_all(l.window));
}
void start(const Local& l) {
  must(MPI_Win_start(l.group, 0, l.window));
}
void complete(const Local& l) {
  must(MPI_Win_complete(l.window));
}
void post_and_start(const Local& l) {
  must(MPI_Win_post(l.group, 0, l.window));
  start(l);
}
void complete_and_wait(const Local& l) {
  complete(l);
  must(MPI_Win_wait(l.window));
}

/// Which places go on from repetition to repetition.
constexpr unsigned out = 1, in = 2, section = 4;

template <auto Transfer, unsigned Moving, auto Before, auto After>
void epochs(const Case& c) {
  hand_loop(c, [l = Local(c)](Places& p) {
    Before(l);
    Transfer(l, p);
    After(l);
    if constexpr ((Moving & out) != 0) p.next_out();
    if constexpr ((Moving & in) != 0) p.next_in();
    if constexpr ((Moving & section) != 0) p.next_window();
  });
}
template <auto Before, auto After>
constexpr auto put_epochs = epochs<put, out | section, Before, After>;

void put_and_wait(const Case& c) {
  MPI_Request request = MPI_REQUEST_NULL;
  hand_loop(c, [l = Local(c), r = &request](Places& p) {
    must(MPI_Rput(p.out, l.count, l.type, l.peer, l.base + p.window_at, l.count, l.type, l.window, r));
    must(MPI_Wait(r, MPI_STATUS_IGNORE));
    p.next_out();
    p.next_window();
  });
}
void get_accumulate_and_wait(const Case& c) {
  MPI_Request request = MPI_REQUEST_NULL;
  hand_loop(c, [l = Local(c), r = &request](Places& p) {
    must(MPI_Rget_accumulate(p.out, l.count, l.type, p.in, l.count, l.type, l.peer, l.base + p.window_at,
                             l.count, l.type, l.op, l.window, r));
    must(MPI_Wait(r, MPI_STATUS_IGNORE));
    p.next_out();
    p.next_in();
    p.next_window();
  });
}
void put_window_and_wait(const Case& c) {
  std::vector<MPI_Request> requests(static_cast<std::size_t>(c.in_flight));
  hand_loop(c, [l = Local(c), all = requests.data()](Places& p) {
    const std::byte* from = p.out;
    MPI_Aint at = l.base + p.window_at;
    for (int i = 0; i < l.messages; ++i, from += l.bytes, at += l.bytes)
      must(MPI_Rput(from, l.count, l.type, l.peer, at, l.count, l.type, l.window, all + i));
    must(MPI_Waitall(l.messages, all, MPI_STATUSES_IGNORE));
    p.next_out();
    p.next_window();
  });
}

constexpr std::array<Twin, 17> twins{{
    {"Rma_put", 0, 0, put_epochs<nothing, fence>, RmaSync::fence},
    {"Rma_put", 0, 0, put_epochs<start, complete>, RmaSync::pscw},
    {"Rma_put", 0, 0, put_epochs<lock, unlock>, RmaSync::lock},
    {"Rma_put", 0, 0, put_epochs<lock_all, unlock_all>, RmaSync::lock_all},
    {"Rma_put", 0, 0, put_epochs<nothing, flush>, RmaSync::flush},
    {"Rma_put", 0, 0, put_epochs<nothing, flush_local>, RmaSync::flush_local},
    {"Rma_put", 0, 0, put_epochs<nothing, flush_all>, RmaSync::flush_all},
    {"Rma_put", 0, 0, put_and_wait, RmaSync::request},
    {"Rma_get", 0, 0, epochs<get, in | section, nothing, flush>, RmaSync::flush},
    {"Rma_accumulate", 0, 0, epochs<accumulate, out | section, nothing, flush>, RmaSync::flush},
    {"Rma_get_accumulate", 0, 0, get_accumulate_and_wait, RmaSync::request},
    {"Rma_fetch_and_op", 0, 0, epochs<fetch_and_op, out | in, nothing, flush>, RmaSync::flush},
    {"Rma_compare_and_swap", 0, 0, epochs<compare_and_swap, out | in, lock, unlock>, RmaSync::lock},
    {"Rma_put_rate", 0, 0, epochs<put_window, out | section, nothing, flush>, RmaSync::flush},
    {"Rma_put_rate", 0, 0, put_window_and_wait, RmaSync::request},
    {"Rma_get_rate", 0, 0, epochs<get_window, in | section, nothing, fence>, RmaSync::fence},
    {"Rma_put_birate", 0, 0, epochs<put_window, out | section, post_and_start, complete_and_wait>,
     RmaSync::pscw},
}};

}  // namespace

std::span<const cost::Twin> cost::synchronised_twins() {
  return twins;
}
