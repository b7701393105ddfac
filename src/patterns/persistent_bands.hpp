// Uniband and Biband by persistent requests: a window is started as a whole. They run by name.
#pragma once
#include <array>

#include "patterns/bands.hpp"
#include "patterns/message_requests.hpp"

namespace sonde::patterns::persistent_bands {

/// Requests that are started together are started in any order: a message bears its place in the window as
/// its tag.
inline constexpr int answer_tag = 0, first_tag = 1;

/// A window of messages for each place that the loop comes by: receives first, then sends. A rank of the
/// first half sends, one of the second receives; with `both_ways` each does both.
template <bool both_ways>
class WindowRequests : public MessageRequests {
 public:
  WindowRequests(const Case& c, const Loop& loop)
      : MessageRequests((both_ways ? 2 : 1) * c.in_flight, c, loop,
                        [halves = HalvesContext::of(c), role = loop.role](const Slot& s, MPI_Request* set) {
                          if (both_ways || role == Role::second_half) set = make_receives(halves, s, set);
                          if (both_ways || role == Role::first_half) make_sends(halves, s, set);
                        }) {}
  char answer = 0;  ///< of the second half, as it arrived

 private:
  static MPI_Request* make_receives(const HalvesContext& c, const Slot& s, MPI_Request* request) {
    for (int i = 0; i < c.messages; ++i, ++request)
      ok(MPI_Recv_init(s.in + i % c.places * c.stride, c.count, c.type, c.partner, first_tag + i, c.comm,
                       request),
         "MPI_Recv_init");
    return request;
  }
  static void make_sends(const HalvesContext& c, const Slot& s, MPI_Request* request) {
    for (int i = 0; i < c.messages; ++i, ++request)
      ok(MPI_Send_init(s.out + i % c.places * c.stride, c.count, c.type, c.partner, first_tag + i, c.comm,
                       request),
         "MPI_Send_init");
  }
};

template <bool both_ways>
struct StartedBand {
  using LoopState = WindowRequests<both_ways>;
  struct Context {
    MPI_Comm comm;
    int partner, requests;
    LoopState* kept;
    static Context of(const Case& c, LoopState& kept) {
      const auto halves = HalvesContext::of(c);
      return {c.comm, halves.partner, (both_ways ? 2 : 1) * halves.messages, &kept};
    }
  };
  static void move_window(const Context& c) {
    MPI_Request* const window = c.kept->next();
    ok(MPI_Startall(c.requests, window), "MPI_Startall");
    ok(MPI_Waitall(c.requests, window, MPI_STATUSES_IGNORE), "MPI_Waitall");
  }
  static void active(const Context& c, const Slot&) {
    move_window(c);
    ok(MPI_Recv(&c.kept->answer, 1, MPI_CHAR, c.partner, answer_tag, c.comm, MPI_STATUS_IGNORE), "MPI_Recv");
  }
  static void passive(const Context& c, const Slot&) {
    move_window(c);
    ok(MPI_Send(&acknowledged, 1, MPI_CHAR, c.partner, answer_tag, c.comm), "MPI_Send");
  }
};

constexpr Benchmark started_band(Benchmark row) {
  row.suite = Suite::sonde;
  return row;
}

inline constexpr std::array<Benchmark, 2> persistent_band_rows{{
    started_band(band_row<engine::measure_pair<StartedBand<false>>>(
        "Uniband_init", "Uniband by persistent requests: MPI_Startall and MPI_Waitall", 1)),
    started_band(band_row<engine::measure_pair<StartedBand<true>>>(
        "Biband_init", "Biband by persistent requests: MPI_Startall and MPI_Waitall", 2)),
}};

}  // namespace sonde::patterns::persistent_bands
