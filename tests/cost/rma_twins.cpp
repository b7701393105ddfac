// The loops of IMB-RMA, written by hand: the first rank's part of a group of two. The target has no loop.
#include <array>

#include "hand_loop.hpp"

namespace {

using namespace cost;

struct Local {
  MPI_Win window;
  int peer, rank, size, count;
  MPI_Datatype type;
  MPI_Op op;
  MPI_Aint bytes;
  explicit Local(const Case& c)
      : window(c.window),
        peer(1 - c.rank),
        rank(c.rank),
        size(c.size),
        count(c.count),
        type(c.type),
        op(c.op),
        bytes(c.bytes) {}
};

void flush(const Local& l) {
  must(MPI_Win_flush(l.peer, l.window));
}
void flush_local(const Local& l) {
  must(MPI_Win_flush_local(l.peer, l.window));
}
void flush_all(const Local& l) {
  must(MPI_Win_flush_all(l.window));
}
void flush_local_all(const Local& l) {
  must(MPI_Win_flush_local_all(l.window));
}
/// Where both are one in half of all groups of two a person tests it as well.
void flush_neighbours(const Local& l) {
  const int left = (l.rank + l.size - 1) % l.size, right = (l.rank + 1) % l.size;
  must(MPI_Win_flush(left, l.window));
  if (right != left) must(MPI_Win_flush(right, l.window));
}

/// With a flush after each repetition (mode 0), or one after all of them.
template <auto Complete, class Call>
void epochs(const Case& c, bool aggregate, Call call) {
  const Local l(c);
  if (aggregate)
    hand_loop(
        c, [l, call](Places& p) { call(l, p); }, [l] { Complete(l); });
  else
    hand_loop(c, [l, call](Places& p) {
      call(l, p);
      Complete(l);
    });
}

template <auto Complete, bool Aggregate>
void put(const Case& c) {
  epochs<Complete>(c, Aggregate, [](const Local& l, Places& p) {
    must(MPI_Put(p.out, l.count, l.type, l.peer, p.window_at, l.count, l.type, l.window));
    p.next_out();
    p.next_window();
  });
}
template <auto Complete, bool Aggregate>
void get(const Case& c) {
  epochs<Complete>(c, Aggregate, [](const Local& l, Places& p) {
    must(MPI_Get(p.in, l.count, l.type, l.peer, p.window_at, l.count, l.type, l.window));
    p.next_in();
    p.next_window();
  });
}
int next(const Local& l, int target) {
  return target + 1 == l.size ? 0 : target + 1;
}
template <auto Complete, bool Aggregate, bool Own>
void put_all(const Case& c) {
  epochs<Complete>(c, Aggregate, [](const Local& l, Places& p) {
    const MPI_Aint at = p.window_at + (Own ? l.rank * l.bytes : 0);
    for (int to = next(l, l.rank); to != l.rank; to = next(l, to))
      must(MPI_Put(p.out, l.count, l.type, to, at, l.count, l.type, l.window));
    p.next_out();
    p.next_window();
  });
}
template <auto Complete, bool Aggregate>
void get_all(const Case& c) {
  epochs<Complete>(c, Aggregate, [](const Local& l, Places& p) {
    for (int from = next(l, l.rank); from != l.rank; from = next(l, from))
      must(MPI_Get(p.in + from * l.bytes, l.count, l.type, from, p.window_at, l.count, l.type, l.window));
    p.next_in();
    p.next_window();
  });
}
void exchange_put(const Case& c) {
  epochs<flush_neighbours>(c, false, [](const Local& l, Places& p) {
    const int left = (l.rank + l.size - 1) % l.size, right = (l.rank + 1) % l.size;
    must(MPI_Put(p.out, l.count, l.type, left, p.window_at, l.count, l.type, l.window));
    must(MPI_Put(p.out + l.bytes, l.count, l.type, right, p.window_at + l.bytes, l.count, l.type, l.window));
    p.next_out();
    p.next_window();
  });
}
void exchange_get(const Case& c) {
  epochs<flush_neighbours>(c, false, [](const Local& l, Places& p) {
    const int left = (l.rank + l.size - 1) % l.size, right = (l.rank + 1) % l.size;
    must(MPI_Get(p.in, l.count, l.type, right, p.window_at, l.count, l.type, l.window));
    must(MPI_Get(p.in + l.bytes, l.count, l.type, left, p.window_at + l.bytes, l.count, l.type, l.window));
    p.next_in();
    p.next_window();
  });
}
template <bool Aggregate>
void accumulate(const Case& c) {
  epochs<flush>(c, Aggregate, [](const Local& l, Places& p) {
    must(MPI_Accumulate(p.out, l.count, l.type, l.peer, p.window_at, l.count, l.type, l.op, l.window));
    p.next_out();
    p.next_window();
  });
}
template <bool Aggregate>
void get_accumulate(const Case& c) {
  epochs<flush>(c, Aggregate, [](const Local& l, Places& p) {
    must(MPI_Get_accumulate(p.out, l.count, l.type, p.in, l.count, l.type, l.peer, p.window_at, l.count,
                            l.type, l.op, l.window));
    p.next_out();
    p.next_in();
    p.next_window();
  });
}
template <bool Aggregate>
void fetch_and_op(const Case& c) {
  epochs<flush>(c, Aggregate, [](const Local& l, Places& p) {
    must(MPI_Fetch_and_op(p.out, p.in, l.type, l.peer, 0, l.op, l.window));
    p.next_out();
    p.next_in();
  });
}
template <bool Aggregate>
void compare_and_swap(const Case& c) {
  epochs<flush>(c, Aggregate, [](const Local& l, Places& p) {
    must(MPI_Compare_and_swap(p.out + l.bytes, p.out, p.in, l.type, l.peer, 0, l.window));
    p.next_out();
    p.next_in();
  });
}
/// Twice, with the clock around the transfer only; what it takes to compute is timed before and after the
/// second.
void passive_put(const Case& c) {
  const Local l(c);
  for (int loop = 0; loop < 2; ++loop) {
    Places p(c);
    for (std::int64_t left = c.loop.batches.each; left > 0; --left) {
      static_cast<void>(MPI_Wtime());
      must(MPI_Put(p.out, l.count, l.type, l.peer, p.window_at, l.count, l.type, l.window));
      flush(l);
      static_cast<void>(MPI_Wtime());
      p.next_out();
      p.next_window();
    }
  }
}

constexpr std::array<Twin, 35> twins{{{"Unidir_put", 0, 0, put<flush, false>},
                                      {"Unidir_put", 0, 1, put<flush, true>},
                                      {"Bidir_put", 0, 0, put<flush, false>},
                                      {"Bidir_put", 0, 1, put<flush, true>},
                                      {"Unidir_get", 0, 0, get<flush, false>},
                                      {"Unidir_get", 0, 1, get<flush, true>},
                                      {"Bidir_get", 0, 0, get<flush, false>},
                                      {"Bidir_get", 0, 1, get<flush, true>},
                                      {"Put_local", 0, 0, put<flush_local, false>},
                                      {"Put_local", 0, 1, put<flush_local, true>},
                                      {"Get_local", 0, 0, get<flush_local, false>},
                                      {"Get_local", 0, 1, get<flush_local, true>},
                                      {"Put_all_local", 0, 0, put_all<flush_local_all, false, false>},
                                      {"Put_all_local", 0, 1, put_all<flush_local_all, true, false>},
                                      {"Get_all_local", 0, 0, get_all<flush_local_all, false>},
                                      {"Get_all_local", 0, 1, get_all<flush_local_all, true>},
                                      {"One_put_all", 0, 0, put_all<flush_all, false, false>},
                                      {"One_put_all", 0, 1, put_all<flush_all, true, false>},
                                      {"All_put_all", 0, 0, put_all<flush_all, false, true>},
                                      {"All_put_all", 0, 1, put_all<flush_all, true, true>},
                                      {"One_get_all", 0, 0, get_all<flush_all, false>},
                                      {"One_get_all", 0, 1, get_all<flush_all, true>},
                                      {"All_get_all", 0, 0, get_all<flush_all, false>},
                                      {"All_get_all", 0, 1, get_all<flush_all, true>},
                                      {"Exchange_put", 0, 0, exchange_put},
                                      {"Exchange_get", 0, 0, exchange_get},
                                      {"Accumulate", 0, 0, accumulate<false>},
                                      {"Accumulate", 0, 1, accumulate<true>},
                                      {"Get_accumulate", 0, 0, get_accumulate<false>},
                                      {"Get_accumulate", 0, 1, get_accumulate<true>},
                                      {"Fetch_and_op", 0, 0, fetch_and_op<false>},
                                      {"Fetch_and_op", 0, 1, fetch_and_op<true>},
                                      {"Compare_and_swap", 0, 0, compare_and_swap<false>},
                                      {"Compare_and_swap", 0, 1, compare_and_swap<true>},
                                      {"Truly_passive_put", 0, 0, passive_put}}};

}  // namespace

std::span<const cost::Twin> cost::rma_twins() {
  return twins;
}
