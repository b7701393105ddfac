// -load: phases in turn, without and with what the congestors do.
#pragma once
#include <vector>

#include "measuring/congestors.hpp"
#include "measuring/measure.hpp"

namespace sonde::measuring {

/// Under -load the batches of the plan, or what -precision asks for, in four pairs of phases or more, the
/// order within a pair drawn by the seed. What is measured without a load is the measurement; single calls
/// are counted apart, phase by phase. Fails where the congestors moved nothing in a phase. Under -arrival one
/// measurement of each pattern, else one as `measure_case` has it. Collective over the active ranks.
[[nodiscard]] std::vector<Measured> measure_as_asked(const Settings& settings, const PlannedCase& planned,
                                                     const Case& c, const Loop& loop, const LoopPlan& plan,
                                                     const StartClock& start,
                                                     library::VariableWatch* variables,
                                                     Congestors& congestors);

}  // namespace sonde::measuring
