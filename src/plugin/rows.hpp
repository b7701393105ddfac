// From the table of a plug-in to rows of a catalog.
#pragma once
#include <sonde/benchmark.h>

#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "catalog/benchmark.hpp"

namespace sonde::plugin {

/// A row for each benchmark of the table, whose texts and functions they refer to. The error names the file
/// and the benchmark and says what would be right.
[[nodiscard]] Result<std::vector<Benchmark>> rows_of(const sonde_plugin& table, std::string_view file);

}  // namespace sonde::plugin
