// What the indirect call of a plug-in's function costs within the clock.
#pragma once
#include <optional>

namespace sonde::plugin {

/// Seconds of a repetition that does nothing, in the loop that measures plug-ins: the fastest of some
/// batches. Nothing where the clock does not move (simulation). Not collective.
[[nodiscard]] std::optional<double> call_seconds();

}  // namespace sonde::plugin
