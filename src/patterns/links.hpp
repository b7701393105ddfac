// Every link between two ranks by itself: in each round of a tournament pairs of ranks measure how long a
// short message and a stream of messages take, each way.
#pragma once
#include <array>
#include <vector>

#include "patterns/bands.hpp"

namespace sonde::patterns {

inline constexpr int link_tag = 2;
inline constexpr int short_bytes = 8;
inline constexpr engine::BatchShape short_batches{9, 4, 4};
inline constexpr int rounds_together = 32;  ///< that ranks may be ahead of each other

/// A short message there and back, from a buffer of its own.
struct ShortContext {
  MPI_Comm comm;
  int partner;
  char* message;
};

struct ShortPingPong {
  static void send(const ShortContext& c) {
    ok(MPI_Send(c.message, short_bytes, MPI_CHAR, c.partner, link_tag, c.comm), "MPI_Send");
  }
  static void receive(const ShortContext& c) {
    ok(MPI_Recv(c.message, short_bytes, MPI_CHAR, c.partner, link_tag, c.comm, MPI_STATUS_IGNORE),
       "MPI_Recv");
  }
};

/// The middle of the times between clock readings, in seconds; reorders them.
[[nodiscard]] double middle_of(std::vector<double>& readings);

/// Measures the links of this rank, one partner after the other.
class LinkMeter {
 public:
  LinkMeter(const Case& c, const Loop& loop, LoopSample& sample)
      : case_(c), loop_(loop), sample_(sample), kept_(c, loop) {}

  /// Both call this with each other as partner: short messages, a stream of the lower rank, one of the
  /// higher.
  void meet(int partner) {
    LinkTimes& link = sample_.links[static_cast<std::size_t>(partner)];
    const bool lower = case_.rank < partner;
    link.latency = static_cast<float>(latency(partner, lower));
    for (const bool turn : {true, false}) {
      if (turn == lower)
        link.message = static_cast<float>(send_to(partner));
      else
        receive_from(partner);
    }
  }

  /// Seconds of half a round trip; `begins`: which of the two sends first.
  double latency(int partner, bool begins) {
    case_.opponent = partner;
    greet();
    return short_round_trip(begins) / (2 * static_cast<double>(short_batches.each));
  }

  /// Seconds of one message of a stream to the partner, which calls receive_from.
  double send_to(int partner) {
    case_.opponent = partner;
    greet();
    return stream() / (static_cast<double>(loop_.batches.each) * case_.in_flight);
  }
  void receive_from(int partner) {
    case_.opponent = partner;
    greet();
    serve_stream();
  }

 private:
  /// Begins together with the partner.
  void greet() const {
    ok(MPI_Sendrecv(nullptr, 0, MPI_BYTE, case_.opponent, link_tag, nullptr, 0, MPI_BYTE, case_.opponent,
                    link_tag, case_.comm, MPI_STATUS_IGNORE),
       "MPI_Sendrecv");
  }

  double short_round_trip(bool first) {
    std::array<char, short_bytes> message{};
    const ShortContext context{case_.comm, case_.opponent, message.data()};
    readings_.assign(short_batches.count + 1, 0);
    const auto at = case_.steps;
    if (first)
      engine::time_loop(short_batches, at, readings_.data(), [context](const Slot&) {
        ShortPingPong::send(context);
        ShortPingPong::receive(context);
      });
    else
      engine::time_loop(short_batches, at, readings_.data(), [context](const Slot&) {
        ShortPingPong::receive(context);
        ShortPingPong::send(context);
      });
    return middle_of(readings_);
  }

  /// Sends the windows of the loop; the middle of the seconds of its batches.
  double stream() {
    time_windows([context = BandContext::of(case_, kept_)](const Slot& s)
                     __attribute__((flatten)) { Uniband<OwnPlaces>::active(context, s); });
    for (std::size_t batch = 0; batch < sample_.batch_seconds.size(); ++batch)
      sample_.batch_seconds[batch] += readings_[batch + 1] - readings_[batch];
    return middle_of(readings_);
  }

  void serve_stream() {
    time_windows([context = BandContext::of(case_, kept_)](const Slot& s)
                     __attribute__((flatten)) { Uniband<OwnPlaces>::passive(context, s); });
  }

  /// The repetitions of the loop, with a reading of the clock before them and after each batch.
  template <class Body>
  void time_windows(const Body& body) {
    readings_.assign(static_cast<std::size_t>(loop_.batches.count) + 1, 0);
    engine::time_loop(loop_.batches, case_.steps.after(loop_.first), readings_.data(), body);
  }

  Case case_;
  const Loop& loop_;
  LoopSample& sample_;
  Window kept_;
  std::vector<double> readings_;
};

/// The whole tournament: batch b of the sample is batch b of the streams of this rank to all that it meets.
void measure_links(const Case& c, const Loop& loop, LoopSample& sample);

inline constexpr std::array<Benchmark, 1> link_rows{{
    {.name = "Links",
     .summary = "every pair of nodes by itself: finds the slow host, cable or switch",
     .suite = Suite::sonde,
     .klass = TransferClass::links,
     .message = {.send = Extent::window_of_messages, .receive = Extent::window_of_messages},
     .usual_bytes = std::int64_t{1} << 20,
     .axis = Axis::nodes,
     .needs = {.processes = {.least = 2}},
     .metric = {.messages = 1, .per_message = true, .per_partner = true},
     .modes = {{{"", Counting::per_sample, measure_links}}}},
}};

}  // namespace sonde::patterns
