// -budget auto.
#pragma once
#include <optional>

#include "args/settings.hpp"
#include "base/result.hpp"
#include "mpi/world.hpp"

namespace sonde::run {

/// The seconds of -budget: as said, or what is left of the allocation as the first rank knows it; the message of an error is
/// that rank's alone. Collective.
[[nodiscard]] Result<std::optional<double>> agree_on_budget(const mpi::World& world,
                                                            const Settings& settings);

}  // namespace sonde::run
