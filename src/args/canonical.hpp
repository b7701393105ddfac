// Settings as flags and values, from defaults, command line or file alike.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "args/settings.hpp"

namespace sonde {

/// Name of a flag without its dash, and its value as one would write it.
using FlagValue = std::pair<std::string, std::string>;

/// What decides which numbers come out, in the order of the option table, and last the names of the
/// `benchmarks`. Runs with equal lists measure the same in the same way. Flags that are not given and have no
/// default are left out, and so are those that only say where results go.
[[nodiscard]] std::vector<FlagValue> canonical(const Settings& settings);

/// A number that differs, but for chance, where the lists do.
[[nodiscard]] std::uint64_t checksum(std::span<const FlagValue> list);

/// A number that differs, but for chance, where any setting differs, or the words of the command line.
[[nodiscard]] std::uint64_t checksum(const Settings& settings);

}  // namespace sonde
