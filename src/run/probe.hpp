// The short loop before the measured one: it warms up, and tells how many repetitions fit.
#pragma once
#include <cstdint>

#include "args/settings.hpp"
#include "plan/plan.hpp"
#include "run/measure.hpp"

namespace sonde::run {

/// Warms `c` up and times it; `wanted`: repetitions of the measured loop, `first_length`: whether the section
/// has measured nothing yet (guide 5.2.6). Files are probed once, as the guide knows no warm-up for I/O, and
/// without computation. Collective over the case's active ranks.
[[nodiscard]] WarmUpResult probe(const Settings& settings, const Section& section, const Case& c, Loop loop,
                                 std::int64_t wanted, bool first_length);

}  // namespace sonde::run
