#include "model/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <queue>
#include <random>
#include <tuple>

namespace sonde::model {

namespace {

// The tick is 2^-20 of the time of a byte: chunk times are exact, so that ties are ties and not an accident
// of rounding.
constexpr std::int64_t ticks_per_byte = std::int64_t{1} << 20;
constexpr double most_pieces = 5e7;

class Clock {
 public:
  explicit Clock(double rate) : rate_(rate) {}
  [[nodiscard]] std::int64_t ticks(double seconds) const {
    return std::llround(seconds * rate_ * static_cast<double>(ticks_per_byte));
  }
  [[nodiscard]] double seconds(std::int64_t ticks) const {
    return static_cast<double>(ticks) / static_cast<double>(ticks_per_byte) / rate_;
  }

 private:
  double rate_;
};

Shares shares_of(const PingPongSetup& s) {
  return {s.pairs,    s.group, s.bytes, s.inner, s.outer > 0 ? s.outer : std::max(s.bytes, s.inner),
          s.remainder};
}

bool lasts(double seconds) {
  return seconds >= 0 && std::isfinite(seconds);
}

Result<void> check(const PingPongSetup& s) {
  if (s.pairs < 1 || s.pairs > 4096) return failure(fmt::format("{} pairs: expected 1 to 4096", s.pairs));
  if (s.group < 1 || s.pairs % s.group != 0)
    return failure(fmt::format("groups of {} processes do not divide {} processes", s.group, s.pairs));
  if (s.bytes < 1) return failure("a simulated message has at least 1 byte");
  if (s.repetitions < 1) return failure("at least one repetition is needed");
  if (!(s.rate > 0) || !std::isfinite(s.rate))
    return failure("the rate must be a positive number of bytes per second");
  if (!lasts(s.latency)) return failure("the latency must be 0 or more seconds");
  if (!lasts(s.jitter)) return failure("the jitter must be 0 or more seconds");
  if (s.inner < 1) return failure("the chunk must be at least 1 byte");
  if (s.outer != 0 && s.outer < s.inner)
    return failure("the chunk between groups must not be smaller than within groups");
  const double messages = 2.0 * static_cast<double>(s.repetitions) * s.pairs;
  const auto bytes = static_cast<double>(s.bytes);
  if (messages * (bytes / static_cast<double>(s.inner) + 1) > most_pieces)
    return failure("the run would need more than 5e7 pieces: take larger chunks or fewer repetitions");
  if (messages * (bytes + 4 * (s.latency + 40 * s.jitter) * s.rate) * static_cast<double>(ticks_per_byte) >
      4e18)
    return failure("the run is too long to be counted in ticks: take fewer repetitions or a smaller latency");
  return {};
}

class FreeRun {
 public:
  explicit FreeRun(const PingPongSetup& setup)
      : setup_(setup),
        clock_(setup.rate),
        latency_(clock_.ticks(setup.latency)),
        sides_{Side(shares_of(setup)), Side(shares_of(setup))},
        half_(static_cast<std::size_t>(setup.pairs), 0),
        random_(setup.seed) {
    result_.finish.resize(half_.size());
  }

  Simulation run() {
    for (int process = 0; process < setup_.pairs; ++process) add({pause(), Kind::ready, 0, 0, process});
    while (!events_.empty()) {
      const Event event = events_.top();
      events_.pop();
      event.kind == Kind::sent ? sent(event) : ready(event);
    }
    result_.total = *std::max_element(result_.finish.begin(), result_.finish.end());
    return std::move(result_);
  }

 private:
  // At the same time the end of a piece comes first, then those that get ready, in the order they were
  // announced.
  enum class Kind { sent, ready };
  struct Event {
    std::int64_t time = 0;
    Kind kind = Kind::ready;
    std::int64_t number = 0;
    int direction = 0, process = 0;
    bool operator>(const Event& other) const {
      return std::tie(time, kind, number) > std::tie(other.time, other.kind, other.number);
    }
  };
  struct Side {
    explicit Side(const Shares& shares) : arbiter(shares) {}
    Arbiter arbiter;
    std::optional<Piece> current;
  };

  void add(Event event) {
    event.number = count_++;
    events_.push(event);
  }

  std::int64_t pause() {
    if (setup_.jitter <= 0) return 0;
    const double uniform = static_cast<double>(random_() >> 11) * 0x1p-53;
    return clock_.ticks(-setup_.jitter * std::log1p(-uniform));
  }

  void ready(const Event& event) {
    sides_[event.direction].arbiter.enqueue(event.process);
    if (!sides_[event.direction].current) start(event.direction, event.time);
  }

  void start(int direction, std::int64_t now) {
    Side& side = sides_[direction];
    side.current = side.arbiter.next();
    if (!side.current) return;
    const std::int64_t end = now + side.current->bytes * ticks_per_byte;
    const int process = side.current->process;
    result_.busy[direction] += clock_.seconds(end - now);
    if (setup_.keep_trace)
      result_.trace.push_back({direction, process, half_[static_cast<std::size_t>(process)],
                               side.current->bytes, clock_.seconds(now), clock_.seconds(end)});
    add({end, Kind::sent, 0, direction, process});
  }

  void sent(const Event& event) {
    Side& side = sides_[event.direction];
    const Piece piece = *side.current;
    side.arbiter.finish(piece);
    if (piece.last) deliver(event);
    start(event.direction, event.time);
  }

  void deliver(const Event& event) {
    const auto process = static_cast<std::size_t>(event.process);
    const std::int64_t arrival = event.time + latency_;
    if (++half_[process] == 2 * setup_.repetitions) {
      result_.finish[process] = clock_.seconds(arrival);
      return;
    }
    const std::int64_t hold = setup_.rule == LatencyRule::delay ? 0 : latency_;
    add({arrival + hold + pause(), Kind::ready, 0, 1 - event.direction, event.process});
  }

  PingPongSetup setup_;
  Clock clock_;
  std::int64_t latency_;
  Side sides_[2];
  std::vector<std::int64_t> half_;
  std::mt19937_64 random_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::int64_t count_ = 0;
  Simulation result_;
};

// One half of locked processes: pieces in the order the sender picks them when all processes are ready at
// once.
struct HalfSchedule {
  struct Slot {
    Piece piece;
    std::int64_t start = 0, end = 0;  ///< ticks from the start of the half
  };
  std::vector<Slot> slots;
  std::vector<std::int64_t> begun, done;  ///< per process
  std::int64_t length = 0, first_done = 0;
  std::int64_t longest = 0;  ///< from the first to the last byte of a message
};

HalfSchedule half_schedule(const PingPongSetup& setup) {
  HalfSchedule half;
  half.begun.assign(static_cast<std::size_t>(setup.pairs), -1);
  half.done.assign(static_cast<std::size_t>(setup.pairs), 0);
  Arbiter arbiter(shares_of(setup));
  for (int process = 0; process < setup.pairs; ++process) arbiter.enqueue(process);
  while (const auto piece = arbiter.next()) {
    const std::int64_t start = half.length;
    half.length += piece->bytes * ticks_per_byte;
    half.slots.push_back({*piece, start, half.length});
    const auto process = static_cast<std::size_t>(piece->process);
    if (half.begun[process] < 0) half.begun[process] = start;
    half.done[process] = half.length;
    arbiter.finish(*piece);
  }
  half.first_done = *std::min_element(half.done.begin(), half.done.end());
  for (std::size_t p = 0; p < half.done.size(); ++p)
    half.longest = std::max(half.longest, half.done[p] - half.begun[p]);
  return half;
}

void trace_half(Simulation& result, const HalfSchedule& half, std::int64_t start, std::int64_t number,
                Clock clock) {
  for (const auto& slot : half.slots)
    result.trace.push_back({static_cast<int>(number % 2), slot.piece.process, number, slot.piece.bytes,
                            clock.seconds(start + slot.start), clock.seconds(start + slot.end)});
}

// From the start of a half to that of the next one, where the direction is free.
std::int64_t step_of(LatencyRule rule, const HalfSchedule& half, std::int64_t latency) {
  switch (rule) {
    case LatencyRule::delay:
      return half.first_done + latency;
    case LatencyRule::causal:
      return half.longest + 2 * latency;
    case LatencyRule::paper:
      break;
  }
  return std::min(half.first_done + 2 * latency, half.length + latency);
}

Simulation run_locked(const PingPongSetup& setup) {
  const Clock clock(setup.rate);
  const std::int64_t latency = clock.ticks(setup.latency);
  const HalfSchedule half = half_schedule(setup);
  const std::int64_t step = step_of(setup.rule, half, latency);
  Simulation result;
  std::int64_t start = 0, other_free = 0, ahead = 0;
  const std::int64_t halves = 2 * setup.repetitions;
  for (std::int64_t number = 0; number < halves; ++number) {
    if (setup.keep_trace) trace_half(result, half, start, number, clock);
    result.busy[number % 2] += clock.seconds(half.length);
    if (number + 1 == halves) break;
    const std::int64_t next = std::max(start + step, other_free);
    for (std::size_t p = 0; p < half.done.size(); ++p)
      ahead = std::max(ahead, start + half.done[p] + latency - (next + half.begun[p]));
    other_free = start + half.length;
    start = next;
  }
  for (const std::int64_t done : half.done) result.finish.push_back(clock.seconds(start + done + latency));
  result.total = *std::max_element(result.finish.begin(), result.finish.end());
  result.ahead_of_cause = clock.seconds(ahead);
  return result;
}

}  // namespace

Result<Simulation> simulate(const PingPongSetup& setup) {
  if (auto fine = check(setup); !fine) return tl::make_unexpected(fine.error());
  if (setup.coupling == Coupling::locked) {
    if (setup.jitter > 0) return failure("locked processes have no jitter: it would unlock them");
    return run_locked(setup);
  }
  return FreeRun(setup).run();
}

}  // namespace sonde::model
