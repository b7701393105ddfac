// Windows of messages in flight between a rank of the first half and one of the second: bandwidth and message
// rate of all pairs together. Rows of later suites.
#pragma once
#include <array>

#include "engine/loops.hpp"
#include "mpi/error.hpp"

namespace sonde::patterns {

using engine::HalvesContext;
using engine::Slot;
using mpi::ok;

inline constexpr int band_tag = 1;
inline constexpr char acknowledged = 'a';

/// The requests of a window, first those that receive in Biband, and the byte that answers it.
struct Window {
  engine::RequestList requests;
  char answer = 0;  ///< of the second half, as it arrived
  Window(const Case& c, const Loop&) : requests(2 * static_cast<std::size_t>(c.in_flight)) {}
};

struct BandContext : HalvesContext {
  MPI_Request* requests;
  char* answer;
  static BandContext of(const Case& c, Window& kept) {
    return {HalvesContext::of(c), kept.requests.data(), &kept.answer};
  }
};

/// Each message of a window has a place of its own.
struct OwnPlaces {
  std::byte* at;
  std::ptrdiff_t stride;
  OwnPlaces(const BandContext& c, std::byte* begin) : at(begin), stride(c.stride) {}
  void step() { at += stride; }
};

/// There are fewer places than messages, as other suites have a single one. Those that share a place of the
/// receiver share one of the sender, too, so the race for the place is benign: all write the same bytes.
struct SharedPlaces : engine::Ring {
  SharedPlaces(const BandContext& c, std::byte* first)
      : engine::Ring{first, first + c.places * c.stride, c.stride, first} {}
};

template <class Places>
void start_sends(const BandContext& c, const Slot& s, MPI_Request* request) {
  Places message(c, s.out);
  for (int left = c.messages; left > 0; --left, message.step(), ++request)
    ok(MPI_Isend(message.at, c.count, c.type, c.partner, band_tag, c.comm, request), "MPI_Isend");
}
template <class Places>
void start_receives(const BandContext& c, const Slot& s, MPI_Request* request) {
  Places message(c, s.in);
  for (int left = c.messages; left > 0; --left, message.step(), ++request)
    ok(MPI_Irecv(message.at, c.count, c.type, c.partner, band_tag, c.comm, request), "MPI_Irecv");
}
inline void wait_for(const BandContext& c, int requests) {
  ok(MPI_Waitall(requests, c.requests, MPI_STATUSES_IGNORE), "MPI_Waitall");
}
inline void receive_answer(const BandContext& c) {
  ok(MPI_Recv(c.answer, 1, MPI_CHAR, c.partner, band_tag, c.comm, MPI_STATUS_IGNORE), "MPI_Recv");
}
inline void send_answer(const BandContext& c) {
  ok(MPI_Send(&acknowledged, 1, MPI_CHAR, c.partner, band_tag, c.comm), "MPI_Send");
}

/// The first half sends a window; the second receives it and answers.
template <class Places>
struct Uniband {
  using LoopState = Window;
  using Context = BandContext;
  static void active(const Context& c, const Slot& s) {
    start_sends<Places>(c, s, c.requests);
    wait_for(c, c.messages);
    receive_answer(c);
  }
  static void passive(const Context& c, const Slot& s) {
    start_receives<Places>(c, s, c.requests);
    wait_for(c, c.messages);
    send_answer(c);
  }
};

/// Both halves send and receive a window; the second answers.
template <class Places>
struct Biband {
  using LoopState = Window;
  using Context = BandContext;
  static void exchange(const Context& c, const Slot& s) {
    start_receives<Places>(c, s, c.requests);
    start_sends<Places>(c, s, c.requests + c.messages);
    wait_for(c, 2 * c.messages);
  }
  static void active(const Context& c, const Slot& s) {
    exchange(c, s);
    receive_answer(c);
  }
  static void passive(const Context& c, const Slot& s) {
    exchange(c, s);
    send_answer(c);
  }
};

template <template <class> class Band>
void measure_band(const Case& c, const Loop& loop, LoopSample& sample) {
  if (c.places < c.in_flight) return engine::measure_pair<Band<SharedPlaces>>(c, loop, sample);
  engine::measure_pair<Band<OwnPlaces>>(c, loop, sample);
}

template <Measure measure>
constexpr Benchmark band_row(std::string_view name, std::string_view summary, int directions) {
  return {
      .name = name,
      .summary = summary,
      .klass = TransferClass::message_rate,
      .optional = true,
      .message = {.send = Extent::places_of_window, .receive = Extent::places_of_window},
      .needs = {.processes = {.least = 2, .roles = Roles::halves}},
      .expect = directions == 2 ? ExpectedContent::window_from_partner : ExpectedContent::window_at_answering,
      .metric = {.messages = directions, .counted = Counted::pairs, .message_rate = true},
      .modes = {{{"", Counting::per_sample, measure}}}};
}

inline constexpr std::array<Benchmark, 2> band_rows{{
    band_row<measure_band<Uniband>>("Uniband",
                                    "windows of messages from the first half of the ranks to the second", 1),
    band_row<measure_band<Biband>>("Biband", "windows of messages between the halves of the ranks, both ways",
                                   2),
}};

}  // namespace sonde::patterns
