// -arrival: repetitions to which the ranks come one after the other, each at a time of its own on
// synchronised clocks.
#pragma once
#include "measuring/measure.hpp"

namespace sonde::measuring {

/// Measures a call without delays, by which the delays of -arrival are scaled, then with those of each
/// pattern of the section, one repetition of each in turn, until the count of the plan, its seconds or
/// -precision say stop. A repetition at which a rank was late by more than 10 % of the largest delay is
/// dropped. A pattern fails where the clocks are not known well enough for delays so small, and where more
/// repetitions were dropped than kept; all fail with what ends the case. Returns one for each pattern.
/// Collective over the active ranks.
[[nodiscard]] std::vector<Measured> measure_arrivals(const Settings& settings, const PlannedCase& planned,
                                                     const Case& c, Loop loop, const LoopPlan& plan,
                                                     const StartClock& start,
                                                     library::VariableWatch* variables = nullptr);

}  // namespace sonde::measuring
