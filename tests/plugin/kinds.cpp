// Rows of every kind that the header of C++ knows: right ones, and some that fail in each of their functions.
#include <algorithm>
#include <sonde/benchmark.hpp>

namespace {

using sonde::own::benchmark;
using sonde::own::ok;

/// Pairs; codes are returned.
struct PingPong {
  static int active(const sonde_case& c, const sonde_slot& s) {
    const int code = MPI_Send(s.send, c.count, c.type, c.peer, 0, c.comm);
    return code != MPI_SUCCESS ? code : receive(c, s);
  }
  static int passive(const sonde_case& c, const sonde_slot& s) {
    const int code = receive(c, s);
    return code != MPI_SUCCESS ? code : MPI_Send(s.send, c.count, c.type, c.peer, 0, c.comm);
  }

 private:
  static int receive(const sonde_case& c, const sonde_slot& s) {
    return MPI_Recv(s.receive, c.count, c.type, c.peer, 0, c.comm, MPI_STATUS_IGNORE);
  }
};

/// Beside computation, with a request of the case.
struct Gather {
  static void start(const sonde_case& c, const sonde_slot& s) {
    ok(MPI_Iallgather(s.send, c.count, c.type, s.receive, c.count, c.type, c.comm, c.requests));
  }
  static void finish(const sonde_case& c, const sonde_slot&) { ok(MPI_Wait(c.requests, MPI_STATUS_IGNORE)); }
};

/// Says itself what must arrive, counts its repetitions, and finds out whether there are two of it.
class FromRight {
 public:
  explicit FromRight(const sonde_case& c) : c_(c) {
    if (++alive != 1) throw std::logic_error("two objects of one row");
  }
  ~FromRight() { --alive; }
  FromRight(const FromRight&) = delete;
  FromRight& operator=(const FromRight&) = delete;

  void repetition(const sonde_slot& s) {
    ok(MPI_Sendrecv(s.send, c_.count, c_.type, c_.left, 0, s.receive, c_.count, c_.type, c_.right, 0, c_.comm,
                    MPI_STATUS_IGNORE));
    ++c_.counters[0];
  }
  bool expect(int place, std::byte* out) const {
    c_.sent(&c_, c_.right, place, out);
    return true;
  }

 private:
  static inline int alive = 0;
  sonde_case c_;
};
constexpr const char* counted[] = {"calls", nullptr};

/// The root's message to all; nothing is certain at the second place of the receive buffer.
struct TwoPlaces {
  static void repetition(const sonde_case& c, const sonde_slot& s) {
    if (s.root == c.rank) {
      const auto* const from = static_cast<const std::byte*>(s.send);
      std::copy_n(from, c.bytes, static_cast<std::byte*>(s.receive));
    }
    ok(MPI_Bcast(s.receive, c.count, c.type, s.root, c.comm));
  }
  static bool expect(const sonde_case& c, int place, std::byte* out) {
    if (place == 0) c.sent(&c, 0, 0, out);
    return place == 0;
  }
};

struct ThrowsInSetup {
  explicit ThrowsInSetup(const sonde_case&) { throw std::runtime_error("no place for the state"); }
  void repetition(const sonde_slot&) {}
};
struct ThrowsACode {
  void repetition(const sonde_slot&) { ok(MPI_ERR_TAG); }
};
struct ReturnsACode {
  int repetition(const sonde_slot&) { return MPI_ERR_TAG; }
};
struct ThrowsText {
  void repetition(const sonde_slot& s) {
    if (s.step == 2) throw std::runtime_error("tired of the\nthird repetition");
  }
};
struct ThrowsANumber {
  void repetition(const sonde_slot&) { throw 7; }
};
struct ThrowsInExpect {
  void repetition(const sonde_slot&) {}
  bool expect(int, std::byte*) { throw std::runtime_error("no idea what comes"); }
};
struct LeavesARequest {
  void repetition(const sonde_case& c, const sonde_slot& s) {
    if (*c.requests == MPI_REQUEST_NULL)
      ok(MPI_Irecv(s.receive, c.count, c.type, c.left, 99, c.comm, c.requests));
  }
};

constexpr std::int64_t twice(std::int64_t bytes, int) {
  return 2 * bytes;
}

constexpr sonde_benchmark benchmarks[] = {
    benchmark<PingPong>("Own_pingpong", "pairs")
        .expected(SONDE_FROM_PEER)
        .time_scale(0.5)
        .messages(1)
        .exactly(2),
    benchmark<Gather>("Own_gather", "beside computation")
        .receive(SONDE_MESSAGE_PER_RANK)
        .expected(SONDE_GATHERED)
        .requests(1),
    benchmark<FromRight>("From_right", "counts and says what comes").messages(2).counters(counted),
    benchmark<TwoPlaces>("Two_places", "uncertain second place").receive_bytes(twice).root(SONDE_ROOT_ZERO),
    benchmark<ThrowsInSetup>("Throws_in_setup", "fails"),
    benchmark<ThrowsACode>("Throws_a_code", "fails"),
    benchmark<ReturnsACode>("Returns_a_code", "fails"),
    benchmark<ThrowsText>("Throws_text", "fails"),
    benchmark<ThrowsANumber>("Throws_a_number", "fails"),
    benchmark<ThrowsInExpect>("Throws_in_expect", "fails where it is checked"),
    benchmark<LeavesARequest>("Leaves_a_request", "fails").requests(1),
};

}  // namespace

SONDE_BENCHMARKS(benchmarks)
