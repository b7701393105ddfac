// The overlap model for k pairs of processes between two nodes, beyond the paper. Three closed forms for
// three states the processes can be in; the derivation and the comparison with simulation and measurement:
// docs/design/overlap-model-proof.md. Bytes, seconds, bytes per second.
#pragma once
#include <cstdint>
#include <string_view>

namespace sonde::model {

/// Where the latency T_l of a link is charged.
enum class LatencyRule {
  paper,   ///< on delivery, and again before the reply while other messages of the half are under way
           ///< (equation 4, its bracket clamped at 0)
  causal,  ///< on delivery and again before every reply, and no reply before its own message has come
  delay,   ///< once, on delivery: a wire
};

/// "paper", "causal", "delay", and the rule that a word names.
[[nodiscard]] const char* to_word(LatencyRule rule);
[[nodiscard]] LatencyRule latency_rule(std::string_view word);

/// Which way of sharing the link the k processes are in.
enum class LinkPhase {
  locked,     ///< all processes of a node send in the same half: the paper's assumption
  mixed,      ///< every phase equally likely: the processes wander
  antiphase,  ///< half of the processes send while the others receive: full duplex
};

struct PairModel {
  int pairs = 2;  ///< k
  int group =
      2;  ///< m, processes that interleave among themselves; divides k. m = k: one level, `outer` unused
  double bandwidth = 0, latency = 0;  ///< B_r, T_l
  double inner = 0;  ///< C1, bytes a process sends before the next one of its group is served
  double outer = 0;  ///< C2, bytes of each process before the next group is served; at least C1
  LatencyRule rule = LatencyRule::paper;
};

/// Bytes of one direction between the end of the first message of a half and the end of the last:
/// (m - 1) min(x, C1) + (k - m) min(x, C2).
[[nodiscard]] double completion_spread(const PairModel& model, double bytes);

/// The same for the first pieces of a half, from the first to the last: f(x, C) is the first piece of x bytes
/// where the short one is not the last, x up to C, x - C up to 2 C, then C. (m - 1) f(f(x, C2), C1) + (k - m)
/// f(x, C2).
[[nodiscard]] double start_spread(const PairModel& model, double bytes);

/// Time from the start of a half to the start of the next one, seconds, were the link always free:
/// (k x - spread) / B_r + T_l (delay) or + 2 T_l, but never after the last message of the half has come,
/// k x / B_r + T_l (paper; there this is the clamp of equation 4). Causal: the clamp is left out, which would
/// let replies start before they may, and the spread is that of the starts, so that no process answers a
/// message that it does not have.
[[nodiscard]] double half_step(const PairModel& model, double bytes);

/// Seconds for n ping-pongs of all k pairs in the given phase. Locked: exact for the server of the simulator,
///   (2 n - 1) a + k T_p + T_l   with a = half_step, where 2 a >= k T_p, and
///   n k T_p + a + T_l           where the direction is busy all the time.
/// With k = m = 2 the paper's equation (4). Mixed: a closed queueing network of the two directions and the
/// latency, mean value analysis; without latency b = 2 B_r k / (k + 1). Antiphase: 2 n max(k T_p / 2, T_p +
/// T_l).
[[nodiscard]] double total_time(const PairModel& model, double bytes, std::int64_t n,
                                LinkPhase phase = LinkPhase::locked);

/// b = 2 k x n / T_b, bytes per second over all pairs: k times what the table reports for a pair.
[[nodiscard]] double aggregate_bandwidth(const PairModel& model, double bytes, std::int64_t n,
                                         LinkPhase phase = LinkPhase::locked);

}  // namespace sonde::model
