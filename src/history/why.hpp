// What changed around the measurements from one night to the next, by the headers of their records.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "history/directory.hpp"

namespace sonde::history {

/// The number of the night of this name; an error names the nearest or the last one.
[[nodiscard]] Result<std::size_t> find_night(std::span<const Night> nights, const std::string& name);

/// "kernel: 6.1.0-25 -> 6.1.0-27": one line for each thing in which the headers of a night differ from those
/// before.
[[nodiscard]] std::vector<std::string> changes_between(std::span<const record::Run> before,
                                                       std::span<const record::Run> after);

/// The same for a night of the directory against the night before it.
[[nodiscard]] Result<std::vector<std::string>> changes_at(const std::string& directory,
                                                          std::span<const Night> nights, std::size_t night);

}  // namespace sonde::history
