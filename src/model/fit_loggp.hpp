// LogGP: what latency, overhead, gap and gap per byte can be had from PingPong and streaming measurements.
#pragma once
#include <span>

#include "base/result.hpp"
#include "model/fitted.hpp"
#include "model/samples.hpp"

namespace sonde::model {

/// Alexandrov, Ionescu, Schauser, Scheiman, SPAA 1995. PingPong: half a round trip is L + 2 o + (x - 1) G;
/// streaming: a message takes max(g, o) + (x - 1) G. L and o act only as their sum in these measurements: the
/// sum L + 2 o is reported, and from streaming the gap. Taken from the first segment of the line (small
/// messages), G also of the last.
///
/// What would be negative is not stated; a note says so.
///
/// `ping_pong`: samples of one pair; `streaming`: seconds per message of back-to-back transfers, may be
/// empty. Sigma set.
[[nodiscard]] Result<FittedCurve> fit_loggp(std::span<const Sample> ping_pong,
                                            std::span<const Sample> streaming);

}  // namespace sonde::model
