// The loops of IMB-EXT, written by hand. The passive rank of an aggregate Unidir_ has no loop, only a fence.
#include <algorithm>
#include <array>

#include "hand_loop.hpp"

namespace {

using namespace cost;

/// With a fence after each call, or one after all of them.
template <bool Aggregate, class Call>
void epochs(const Case& c, Call call) {
  const auto fence = [window = c.window] { must(MPI_Win_fence(0, window)); };
  if constexpr (Aggregate)
    hand_loop(c, call, fence);
  else
    hand_loop(c, [call, fence](Places& p) {
      call(p);
      fence();
    });
}

template <bool Aggregate>
void put(const Case& c) {
  epochs<Aggregate>(c, [n = static_cast<int>(c.bytes), peer = 1 - c.rank, window = c.window](Places& p) {
    must(MPI_Put(p.out, n, MPI_BYTE, peer, p.out - p.out_begin, n, MPI_BYTE, window));
    p.next_out();
  });
}
template <bool Aggregate>
void get(const Case& c) {
  epochs<Aggregate>(c, [n = static_cast<int>(c.bytes), peer = 1 - c.rank, window = c.window](Places& p) {
    must(MPI_Get(p.in, n, MPI_BYTE, peer, p.in - p.in_begin, n, MPI_BYTE, window));
    p.next_in();
  });
}
template <bool Aggregate>
void accumulate(const Case& c) {
  epochs<Aggregate>(c, [n = c.count, type = c.type, op = c.op, window = c.window](Places& p) {
    must(MPI_Accumulate(p.out, n, type, 0, p.out - p.out_begin, n, type, op, window));
    p.next_out();
  });
}
void only_fences(const Case& c) {
  hand_loop(c, [window = c.window](Places&) { must(MPI_Win_fence(0, window)); });
}
void window(const Case& c) {
  const int touched = static_cast<int>(std::min<std::int64_t>(c.bytes, sizeof(float)));
  hand_loop(c, [=, comm = c.comm, info = c.info, bytes = c.bytes, rank = c.rank](Places& p) {
    MPI_Win made = MPI_WIN_NULL;
    must(MPI_Win_create(p.in, bytes, 1, info, comm, &made));
    must(MPI_Win_set_errhandler(made, MPI_ERRORS_RETURN));
    must(MPI_Win_fence(0, made));
    must(MPI_Put(p.out, touched, MPI_BYTE, rank, 0, touched, MPI_BYTE, made));
    must(MPI_Win_fence(0, made));
    must(MPI_Win_free(&made));
    p.next_out();
    p.next_in();
  });
}

constexpr std::array<Twin, 13> twins{{{"Window", 0, 0, window},
                                      {"Unidir_Get", 0, 0, get<true>},
                                      {"Unidir_Get", 0, 1, get<false>},
                                      {"Unidir_Get", 1, 1, only_fences},
                                      {"Unidir_Put", 0, 0, put<true>},
                                      {"Unidir_Put", 0, 1, put<false>},
                                      {"Unidir_Put", 1, 1, only_fences},
                                      {"Bidir_Get", 1, 0, get<true>},
                                      {"Bidir_Get", 1, 1, get<false>},
                                      {"Bidir_Put", 1, 0, put<true>},
                                      {"Bidir_Put", 1, 1, put<false>},
                                      {"Accumulate", 1, 0, accumulate<true>},
                                      {"Accumulate", 1, 1, accumulate<false>}}};

}  // namespace

std::span<const cost::Twin> cost::ext_twins() {
  return twins;
}
