// The page of the user's documentation that says what a program's benchmarks are, made from the rows.
#pragma once
#include <string>

#include "args/parse.hpp"

namespace sonde::app {

/// Markdown: one section per class, one table row per benchmark.
[[nodiscard]] std::string benchmarks_markdown(const Program& program);

}  // namespace sonde::app
