// -dry_run: the plan instead of what it measures.
#pragma once
#include "base/result.hpp"
#include "run/measure_plan.hpp"

namespace sonde::run {

/// Writes the plan on the first rank, and with -resume what of it the record has already. An error, with a
/// message on the first rank, where the run itself could not place its files or write its records. Makes and
/// changes no file. Collective over the world.
[[nodiscard]] Result<void> write_plan(const Agreed& run);

}  // namespace sonde::run
