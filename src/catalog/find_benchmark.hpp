// Finding rows of a catalog by name.
#pragma once
#include <string_view>
#include <vector>

#include "catalog/benchmark.hpp"

namespace sonde {

/// The row with this name, ignoring case (guide 5.1.2.1); null where there is none.
[[nodiscard]] const Benchmark* find_benchmark(Catalog catalog, std::string_view name);

/// The rows that `name` stands for, ignoring case: the one of this name, all guidelines ("Guidelines"), those
/// of one ("G2").
[[nodiscard]] std::vector<const Benchmark*> named_benchmarks(Catalog catalog, std::string_view name);

/// The name of the row nearest to a misspelt one, or "Guidelines"; "" where none is near.
[[nodiscard]] std::string_view nearest_benchmark(Catalog catalog, std::string_view name);

}  // namespace sonde
