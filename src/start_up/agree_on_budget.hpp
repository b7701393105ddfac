// What a batch system says of the end: -budget auto, the time after SIGTERM.
#pragma once
#include <optional>

#include "args/settings.hpp"
#include "base/result.hpp"
#include "mpi/world.hpp"

namespace sonde::start_up {

/// The seconds of -budget: as said, or what is left of the allocation as the first rank knows it; the message
/// of an error is that rank's alone. Collective.
[[nodiscard]] Result<std::optional<double>> agree_on_budget(const mpi::World& world,
                                                            const Settings& settings);

/// Seconds after SIGTERM in which the case that runs may end; 0 in simulation, where no rank can be asked to
/// end.
[[nodiscard]] double grace_after_sigterm();

}  // namespace sonde::start_up
