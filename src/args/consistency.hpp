// Flags that contradict each other.
#pragma once
#include <span>
#include <vector>

#include "args/tokens.hpp"

namespace sonde {

/// The flags that hold: those of the settings file give way to the same and to contradicting ones of the
/// command line.
[[nodiscard]] std::vector<Given> merge(std::vector<Given> file, std::vector<Given> command_line);

/// The first mistake that is visible without looking at values: a flag given twice, two that exclude each
/// other.
[[nodiscard]] Result<void> check_flags(std::span<const Given> given);

/// The first contradiction between values.
[[nodiscard]] Result<void> check_settings(const Settings& settings, std::span<const Given> given);

/// Counts that time does not cut have no limit of time but one that was given.
void settle_time(Settings& settings, std::span<const Given> given);

/// What follows from -arrival where nothing else was said: starts by clocks, and a root that stays the first
/// rank.
void settle_arrival(Settings& settings, std::span<const Given> given);

/// What follows from where messages lie, once the benchmarks to run are known: a device's memory is not
/// touched by the host (-msgwr and -msgrd are off), windows are made over it, and two kinds need pairs.
[[nodiscard]] Result<void> settle_memory(Settings& settings, Catalog offered, std::span<const Given> given);

}  // namespace sonde
