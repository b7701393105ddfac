// A page of the user's documentation made from the rows of a suite.
#pragma once
#include <string>
#include <string_view>

#include "catalog/benchmark.hpp"

namespace sonde::report {

/// Markdown: a summary table and for each benchmark what it does, on how many processes it runs, what its
/// time and rate are, what is checked, its modes and its buffers. Made of the rows alone, so it cannot
/// disagree with what runs.
[[nodiscard]] std::string benchmarks_markdown(std::string_view program, Catalog catalog);

}  // namespace sonde::report
