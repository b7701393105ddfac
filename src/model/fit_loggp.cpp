#include "model/fit_loggp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/fit_latency.hpp"

namespace sonde::model {

namespace {

// The constant of a segment at x = 1: T = constant + (x - 1) G.
FittedParameter constant(const Segment& s, const char* name, const char* meaning) {
  const double width = std::hypot(s.latency_width, s.slope_width);
  const double value = s.latency + s.seconds_per_byte;
  return {name, meaning, "s", value, stats::Interval{value - width, value + width}};
}

// No byte takes less than no time: the interval begins at 0 at the lowest.
FittedParameter gap_per_byte(const Segment& s, const char* name, const char* meaning) {
  return {
      name, meaning, "s/B", s.seconds_per_byte,
      stats::Interval{std::max(0.0, s.seconds_per_byte - s.slope_width), s.seconds_per_byte + s.slope_width}};
}

// Adds a parameter, or a note where its value would be none that a time can have.
void state(FittedCurve& curve, FittedParameter parameter) {
  if (parameter.value > 0)
    curve.parameters.push_back(std::move(parameter));
  else if (parameter.unit == "s/B")
    curve.notes.push_back(fmt::format("No {}, {}: the time does not grow with the length there.",
                                      parameter.name, parameter.meaning));
  else
    curve.notes.push_back(fmt::format("No {}, {}: the line through the shortest messages begins below 0.",
                                      parameter.name, parameter.meaning));
}

}  // namespace

Result<FittedCurve> fit_loggp(std::span<const Sample> ping_pong, std::span<const Sample> streaming) {
  auto base = fit_latency(ping_pong);
  if (!base) return base;
  const auto segments = segment_lines(by_length(ping_pong));
  FittedCurve curve = *std::move(base);
  curve.name = "LogGP from " + name_of(ping_pong.front()) + (streaming.empty() ? "" : " and streaming");
  curve.formula =
      std::string("half a round trip: L + 2 o + (x - 1) G; a message of a stream: max(g, o) + (x - 1) G");
  curve.source = std::string("Alexandrov, Ionescu, Schauser, Scheiman, SPAA 1995");
  curve.parameters.clear(), curve.notes.clear();
  state(curve,
        constant(segments.front(), "L + 2 o", "latency and the overheads of both sides, small messages"));
  state(curve, gap_per_byte(segments.front(), "G_small", "gap per byte, small messages"));
  state(curve, gap_per_byte(segments.back(), "G", "gap per byte, large messages"));
  curve.notes.emplace_back(
      "L and o cannot be told apart by PingPong: only their sum L + 2 o is given (they need a delayed "
      "reply, which no benchmark here measures).");
  const auto stream = segment_lines(by_length(streaming));
  if (stream.empty()) {
    curve.notes.emplace_back(
        "g needs a streaming measurement of at least 4 lengths (osu_bw, Unidir_Put AGGREGATE).");
    return curve;
  }
  state(curve, constant(stream.front(), "max(g, o)", "time between small messages of a stream"));
  state(curve, gap_per_byte(stream.back(), "G_stream", "gap per byte of a stream, large messages"));
  return curve;
}

}  // namespace sonde::model
